package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.sink.EngineConnector.Running;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first batch of a new table fails, in every way a store can fail it, while the next one is already there. */
class Case_S02_FirstBatchFailsTest {
    private static final TopicPartition P0 = EngineConnector.partition(0);

    private final EngineConnector connector = new EngineConnector(1);

    /** Where a first batch can be cut off: a call of the store each. */
    enum Place {
        SCHEMA(call -> call.is(Operation.CREATE_IF_ABSENT) && call.named("schema-")),
        DATA_FILE(call -> call.is(Operation.FINISH) && call.named("data-")),
        MANIFEST(call -> call.is(Operation.FINISH) && call.named("manifest-")),
        SNAPSHOT(call -> call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-")),
        LISTING(call -> call.is(Operation.LIST)),
        READING(call -> call.is(Operation.READ_ALL));

        private final Predicate<StoreCall> calls;

        Place(Predicate<StoreCall> calls) {
            this.calls = calls;
        }
    }

    static Stream<Fault> faults() {
        return Stream.of(Fault.FAIL_BEFORE, Fault.FAIL_AFTER, Fault.UNKNOWN_BEFORE, Fault.UNKNOWN_AFTER);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void theTaskGoesBackToTheFirstOffsetItWasGiven(Place place) {
        faults().forEach(fault -> run(new EngineConnector(1), 0, place, fault));
    }

    /** A topic whose log does not begin at 0: what counts is the first offset given, not zero. */
    @ParameterizedTest
    @EnumSource(
            value = Place.class,
            names = {"DATA_FILE", "SNAPSHOT"})
    void theFirstOffsetNeedNotBeZero(Place place) {
        faults().forEach(fault -> run(new EngineConnector(1), 5_000, place, fault));
    }

    private static void run(EngineConnector connector, long firstOffset, Place place, Fault fault) {
        if (firstOffset > 0) {
            connector.kafka().gap(P0, firstOffset);
        }
        Running task = connector.start(P0).failing(FaultPlan.once(place.calls, fault));
        connector.produce(P0, 100);
        task.task().poll(100);
        task.task().commit();
        connector.produce(P0, 100);
        task.task().poll(100);
        assertThat(connector.kafka().committed(P0).orElse(firstOffset))
                .as("%s at %s: the group is told only of what has landed", fault, place)
                .isEqualTo(connector.hasTable() ? connector.ledger().find(P0).orElse(firstOffset) : firstOffset);
        task.untilDone();
        assertThat(task.task().isAlive()).as("%s at %s", fault, place).isTrue();
        connector.requireExactlyOnce();
        assertThat(connector.ledger()).isEqualTo(Ledger.of(Map.of(P0, firstOffset + 200)));
    }

    /** The second batch arrives before the task was told to go back: it is no start. */
    @ParameterizedTest
    @ValueSource(ints = {1, 50, 99, 100})
    void whatWasFetchedAlreadyIsNotTakenForTheStart(int fetched) {
        Running task = connector.start(P0).failing(FaultPlan.once(Place.DATA_FILE.calls, Fault.FAIL_BEFORE));
        connector.produce(P0, 100);
        task.task().poll(100);
        task.task().commit();
        connector.produce(P0, 100);
        task.task().poll(fetched);
        assertThat(task.metrics().getNotExpected()).isEqualTo(fetched);
        task.task().commit();
        assertThat(connector.snapshots()).isZero();
        task.untilDone();
        connector.requireExactlyOnce();
    }

    /** A schema change in the middle of the first batch fails: rows before it are pending then. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 99})
    void aSchemaChangeThatFails(int before) {
        Running task = connector
                .start(P0)
                .failing(FaultPlan.once(
                        call -> call.is(Operation.CREATE_IF_ABSENT) && call.named("schema-1"), Fault.FAIL_BEFORE));
        connector.produce(P0, before);
        connector.kafka().append(P0, SimulatedRecord.Kind.ROW, EngineConnector.ORDERS, "k", Optional.of("colour"));
        connector.produce(P0, 99 - before);
        task.task().poll(100);
        task.task().commit();
        connector.produce(P0, 100);
        task.untilDone();
        connector.requireExactlyOnce();
        assertThat(connector.table().schema().rowType().indexOf("colour")).isPositive();
    }

    /** The task ends before anything landed: its successor starts where Kafka has the group, which is at the first record. */
    @Test
    void itsSuccessorStartsAtTheFirstRecord() {
        Running task = connector.start(P0).failing(FaultPlan.always(Place.SNAPSHOT.calls, Fault.REFUSE));
        connector.produce(P0, 100);
        task.round();
        task.task().poll(100);
        assertThat(task.failure()).hasMessageContaining("db.orders");
        connector.produce(P0, 100);
        connector.start(P0).untilDone();
        connector.requireExactlyOnce();
        assertThat(connector.ledger()).isEqualTo(Ledger.of(Map.of(P0, 200L)));
    }

    /** Several partitions, of which one has nothing yet: that one stays where it is. */
    @Test
    void partitionsWithoutRecordsStayWhereTheyAre() {
        var two = new EngineConnector(2);
        TopicPartition p1 = EngineConnector.partition(1);
        Running task = two.start(P0, p1).failing(FaultPlan.once(Place.MANIFEST.calls, Fault.FAIL_BEFORE));
        two.produce(P0, 100);
        task.round();
        two.produce(p1, 10);
        task.untilDone();
        two.requireExactlyOnce();
        assertThat(two.ledger()).isEqualTo(Ledger.of(Map.of(P0, 100L, p1, 10L)));
    }
}
