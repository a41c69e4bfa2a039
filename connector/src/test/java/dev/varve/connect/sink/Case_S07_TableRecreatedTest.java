package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.sink.EngineConnector.Running;
import dev.varve.table.AddedFiles;
import dev.varve.table.Table;
import dev.varve.table.Tables;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table is dropped and created anew while rows for it are buffered: no file of the old one gets into the new one. */
class Case_S07_TableRecreatedTest {
    private static final TopicPartition P0 = EngineConnector.partition(0);
    private static final TopicPartition P1 = EngineConnector.partition(1);

    private final EngineConnector connector = new EngineConnector(2);

    /** What lies at the table's place afterwards. */
    enum Successor {
        NOTHING,
        /** The same columns, nobody has committed. */
        EMPTY,
        /** The same columns, and as many snapshots as the old one had. */
        SAME_SCHEMA,
        OTHER_SCHEMA,
        /** Other columns, and more snapshots than the old one had. */
        OTHER_SCHEMA_FURTHER
    }

    private void replaceBy(Successor successor) {
        long snapshots = connector.table().latestSnapshot().map(s -> s.id()).orElse(0L);
        connector.dropTable();
        connector.env().advance(Duration.ofSeconds(1));
        switch (successor) {
            case NOTHING -> {}
            case EMPTY -> create(false);
            case SAME_SCHEMA -> commit(create(false), Math.max(1, snapshots));
            case OTHER_SCHEMA -> commit(create(true), Math.max(1, snapshots));
            case OTHER_SCHEMA_FURTHER -> commit(create(true), snapshots + 3);
        }
    }

    private Table create(boolean otherColumns) {
        var id = new DataField(0, "id", DataTypes.STRING.withNullable(false));
        var tries = new DataField(1, "try", DataTypes.BIGINT.withNullable(false));
        var key = new DataField(2, "key", DataTypes.STRING);
        var offset = new DataField(3, "offset", DataTypes.BIGINT);
        var fields = otherColumns
                ? List.of(id, tries, key, offset, new DataField(4, "price", DataTypes.DOUBLE))
                : List.of(id, tries, key, offset);
        return connector
                .warehouse()
                .create(
                        EngineConnector.ORDERS,
                        new TableSpec(
                                fields, List.of("id", "try"), List.of(), Map.of("bucket", "1"), Optional.empty()));
    }

    private static void commit(Table table, long times) {
        for (long i = 1; i <= times; i++) {
            Object[] values = new Object[table.schema().fields().size()];
            values[0] = BinaryString.of("somebody's " + i);
            values[1] = 0L;
            values[3] = i;
            Tables.commit(table, "somebody", i, List.of(GenericRow.of(values)));
        }
    }

    /** What the table has is somebody else's, and is whole. */
    private void requireUntouched(Successor successor) {
        if (successor == Successor.NOTHING) {
            assertThat(connector.hasTable()).isFalse();
            return;
        }
        assertThat(connector.landed()).allMatch(id -> id.startsWith("somebody's"));
        assertThat(connector.table().snapshots())
                .allMatch(snapshot -> snapshot.commitUser().equals("somebody"));
        connector.requireSound();
    }

    @ParameterizedTest
    @EnumSource(Successor.class)
    void beforeTheFirstCommit(Successor successor) {
        connector.produce(P0, 3);
        Running task = connector.start(P0, P1);
        task.task().poll(1_000);
        replaceBy(successor);
        requireRefused(task, successor);
    }

    @ParameterizedTest
    @EnumSource(Successor.class)
    void afterCommits(Successor successor) {
        Running task = connector.start(P0, P1);
        for (int i = 0; i < 3; i++) {
            connector.produce(P0, 2);
            task.round();
        }
        connector.produce(P0, 3);
        task.task().poll(1_000);
        replaceBy(successor);
        requireRefused(task, successor);
    }

    private void requireRefused(Running task, Successor successor) {
        long committed = connector.kafka().committed(P0).orElse(0L);
        task.task().commit();
        assertThat(connector.kafka().committed(P0).orElse(0L)).isEqualTo(committed);
        requireUntouched(successor);
        task.task().poll(1_000);
        assertThat(task.failure())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("db.orders")
                .hasMessageContaining("offset.mismatch.policy=accept");
        requireUntouched(successor);
    }

    /** It happens while the files of the commit are written: the commit looks once more before it makes a snapshot. */
    @ParameterizedTest
    @EnumSource(Successor.class)
    void whileDataFilesAreWritten(Successor successor) {
        Running task = connector.start(P0, P1);
        connector.produce(P0, 2);
        task.round();
        connector.produce(P0, 3);
        task.task().poll(1_000);
        boolean[] done = {false};
        task.io().beforeCall(call -> {
            if (!done[0] && call.is(Operation.FINISH) && call.named("data-")) {
                done[0] = true;
                replaceBy(successor);
            }
        });
        requireRefused(task, successor);
    }

    /** A restart after the failure: the new table has no offsets of ours, so what counts is where the group stands. */
    @ParameterizedTest
    @EnumSource(
            value = Successor.class,
            names = {"EMPTY", "SAME_SCHEMA", "OTHER_SCHEMA", "OTHER_SCHEMA_FURTHER"})
    void aRestartGoesOnFromTheGroupsOffset(Successor successor) {
        Running task = connector.start(P0, P1);
        connector.produce(P0, 2);
        task.round();
        connector.produce(P0, 3);
        task.task().poll(1_000);
        replaceBy(successor);
        requireRefused(task, successor);
        Running again = connector.start(P0, P1).untilDone();
        assertThat(again.task().isAlive()).isTrue();
        assertThat(ours()).containsExactly("orders-0@2", "orders-0@3", "orders-0@4");
        connector.requireSound();
    }

    private List<String> ours() {
        return connector.landed().stream()
                .filter(id -> id.startsWith("orders-"))
                .toList();
    }

    /** Accepted: the task follows without a restart, and what it had buffered is read again. */
    @ParameterizedTest
    @EnumSource(Successor.class)
    void acceptedTheTaskGoesOnInTheNewTable(Successor successor) {
        connector.accepting();
        Running task = connector.start(P0, P1);
        connector.produce(P0, 2);
        task.round();
        connector.produce(P0, 3);
        task.task().poll(1_000);
        replaceBy(successor);
        task.untilDone();
        assertThat(task.task().isAlive()).isTrue();
        assertThat(task.metrics().getMismatchesAccepted()).isPositive();
        assertThat(ours()).containsExactly("orders-0@2", "orders-0@3", "orders-0@4");
        connector.requireSound();
    }

    /** Accepted, and another task of ours has filled the new table already: this one goes by the offsets stored there. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void acceptedTheOffsetsInTheNewTableCount(int records) {
        connector.accepting();
        Running task = connector.start(P0);
        connector.produce(P0, 4);
        task.round();
        connector.produce(P0, 1);
        task.task().poll(1_000);
        connector.dropTable();
        connector.env().advance(Duration.ofSeconds(1));
        connector.kafka().forgetGroup();
        Running other = connector.start(P0);
        other.task().poll(records);
        other.task().commit();
        other.task().crash();
        assertThat(connector.ledger().find(P0)).hasValue(records);
        task.untilDone();
        task.untilDone();
        assertThat(task.task().isAlive()).isTrue();
        connector.requireExactlyOnce();
    }

    /** Nobody's rows are pending: a table that is replaced then is noticed with the next record. */
    @ParameterizedTest
    @EnumSource(Successor.class)
    void withoutRowsPending(Successor successor) {
        Running task = connector.start(P0, P1);
        connector.produce(P0, 2);
        task.round();
        replaceBy(successor);
        task.round();
        connector.produce(P0, 1);
        task.task().poll(1_000);
        requireRefused(task, successor);
    }

    @Test
    void noFileOfTheOldTableIsInTheNewOne() {
        Running task = connector.start(P0, P1);
        connector.produce(P0, 2);
        task.round();
        List<String> old = AddedFiles.of(connector.store(), connector.table(), connector.env());
        connector.produce(P0, 3);
        task.task().poll(1_000);
        replaceBy(Successor.SAME_SCHEMA);
        connector.accepting();
        task.task().commit();
        connector.start(P0, P1).untilDone();
        assertThat(AddedFiles.of(connector.store(), connector.table(), connector.env()))
                .isNotEmpty()
                .doesNotContainAnyElementsOf(old);
    }

    /** The ledger that it was sent to is not the table's any more, though no record has come yet. */
    @Test
    void aRollbackBetweenATasksStartAndItsFirstRecordIsNoticed() {
        connector.produce(P0, 3);
        connector.start(P0).untilDone().task().stop();
        long snapshot = connector.table().latestSnapshot().orElseThrow().id();
        connector.produce(P0, 5);
        connector.start(P0).untilDone().task().stop();

        Running task = connector.start(P0);
        connector.table().maintenance().rollbackToSnapshot(snapshot);
        connector.produce(P0, 1);
        task.round();
        assertThat(task.failure()).hasMessageContaining("rolled back");
        connector.start(P0).untilDone();
        connector.requireExactlyOnce();
    }

    /**
     * Of one partition, records have landed of which the group is still to be told when others went; nothing of it is pending when the
     * rollback is noticed (found by the simulation, seed 15053902).
     */
    @Test
    void acceptedWhatWasTakenBackOfAPartitionWithoutPendingRowsLandsAgain() {
        connector.accepting();
        connector.produce(P0, 1).produce(P1, 1);
        Running task = connector.start(P0, P1);
        task.round();
        long snapshot = connector.table().latestSnapshot().orElseThrow().id();
        connector.produce(P0, 1).produce(P1, 1);
        task.task().poll(1_000);
        task.task().poll(Set.of(P0), Set.of(), Set.of(), 1_000);
        assertThat(connector.ledger().find(P1)).hasValue(2);
        task.task().poll(Set.of(), Set.of(), Set.of(P0), 1_000);
        connector.produce(P0, 1);
        task.task().poll(1_000);
        connector.table().maintenance().rollbackToSnapshot(snapshot);
        task.untilDone();
        assertThat(task.metrics().getMismatchesAccepted()).isPositive();
        connector.requireExactlyOnce();
    }

    /**
     * The same, and another partition comes in between: its start reads the rolled-back table, which must not make the task forget what
     * it knew (found by the simulation, seed 330333).
     */
    @Test
    void aRollbackBeforeAnotherPartitionComesIsNoticed() {
        connector.produce(P0, 3).produce(P1, 1);
        connector.start(P0, P1).untilDone().task().stop();
        long snapshot = connector.table().latestSnapshot().orElseThrow().id();
        connector.produce(P0, 3);
        connector.start(P0).untilDone().task().stop();

        Running task = connector.start(0, Set.of(P0));
        connector.table().maintenance().rollbackToSnapshot(snapshot);
        connector.produce(P1, 2);
        Running other = connector.start(1, Set.of(P1)).untilDone();
        other.task().stop();
        task.task().poll(Set.of(), Set.of(), Set.of(P1), 1_000);
        assertThat(task.failure()).hasMessageContaining("rolled back");

        connector.accepting();
        connector.start(P0, P1).untilDone();
        connector.requireExactlyOnce();
    }
}
