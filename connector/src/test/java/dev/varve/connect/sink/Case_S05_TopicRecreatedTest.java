package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.sink.EngineConnector.Running;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The offsets in the table are not those of the topic any more: it was created anew, or records expired before they landed. */
class Case_S05_TopicRecreatedTest {
    private static final TopicPartition P0 = EngineConnector.partition(0);
    private static final TopicPartition P1 = EngineConnector.partition(1);

    private final EngineConnector connector = new EngineConnector(2);

    /** One row, and 10,000 as the next offset of P0. */
    private void landUpTo10000() {
        connector.kafka().gap(P0, 9_999);
        connector.produce(P0, 1).produce(P1, 1);
        Running task = connector.start(P0, P1).round();
        task.task().stop();
        assertThat(connector.ledger()).isEqualTo(Ledger.of(Map.of(P0, 10_000L, P1, 1L)));
    }

    /** Deletes the topic, and the group's offsets with it if brokers do so, and creates it with this many records in P0. */
    private void recreate(int records, boolean groupForgets) {
        connector.kafka().recreate(EngineConnector.TOPIC);
        connector.produce(P1, 1);
        if (groupForgets) {
            connector.kafka().forgetGroup();
        }
        connector.produce(P0, records);
    }

    private void requireUntouched(int snapshots, List<?> files) {
        assertThat(connector.landed()).containsExactly("orders-0@9999", "orders-1@0");
        assertThat(connector.snapshots()).isEqualTo(snapshots);
        assertThat(connector.store().files()).as("no file was written").isEqualTo(files);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void byDefaultTheTaskFailsWhenItOpensAndNamesBothOffsets(boolean groupForgets) {
        landUpTo10000();
        List<?> files = connector.store().files();
        recreate(20, groupForgets);
        Running again = connector.start(P0, P1);
        assertThat(again.failure())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("orders-0 ends at offset 20")
                .hasMessageContaining("up to offset 10000")
                .hasMessageContaining("offset.mismatch.policy=accept");
        requireUntouched(1, files);
    }

    /** Also if nothing has been written to it yet: records would otherwise be skipped until their offsets reach 10,000. */
    @Test
    void anEmptyNewTopicFailsAsWell() {
        landUpTo10000();
        recreate(0, true);
        assertThat(connector.start(P0, P1).failure()).hasMessageContaining("orders-0 ends at offset 0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void acceptedWhatTheTopicHasIsReadOnce(boolean groupForgets) {
        landUpTo10000();
        recreate(20, groupForgets);
        connector.accepting();
        Running again = connector.start(P0, P1).untilDone();
        assertThat(again.metrics().getMismatchesAccepted()).isEqualTo(1);
        assertThat(connector.landed()).hasSize(2 + 20);
        assertThat(connector.ledger().find(P0)).hasValue(20);
        again.task().stop();
        connector.produce(P0, 5);
        connector.start(P0, P1).untilDone();
        assertThat(connector.landed()).as("a restart reads nothing again").hasSize(2 + 25);
        connector.requireSound();
    }

    /** Another task is the first to land something of the new life (found by the simulation, seed 26211). */
    @Test
    void whatAnotherTaskHasLandedOfTheNewLifeIsNotLandedTwice() {
        landUpTo10000();
        recreate(3, true);
        connector.accepting();
        Running zombie = connector.start(0, Set.of(P0));
        zombie.task().poll(1_000);
        connector.produce(P0, 2);
        Running next = connector.start(0, Set.of(P0));
        next.task().poll(1_000);
        zombie.task().commit();
        zombie.task().crash();
        assertThat(connector.ledger().find(P0)).hasValue(3);
        next.untilDone();
        assertThat(connector.ledger().find(P0)).hasValue(5);
        assertThat(connector.landed()).hasSize(2 + 5).doesNotHaveDuplicates();
        connector.requireSound();
    }

    /** Without questions to the brokers the first record tells. */
    @Test
    void withoutAdminTheFirstRecordTells() {
        landUpTo10000();
        recreate(20, true);
        List<?> files = connector.store().files();
        connector.withoutAdmin();
        Running again = connector.start(P0, P1).round();
        assertThat(again.failure())
                .hasMessageContaining("found orders-0@0")
                .hasMessageContaining("below offset 10000")
                .hasMessageContaining("offset.mismatch.policy=accept");
        requireUntouched(1, files);

        connector.accepting();
        connector.start(P0, P1).untilDone();
        assertThat(connector.landed()).hasSize(2 + 20);
        connector.requireSound();
    }

    /** A table that is known from records only: its ledger is read with the first of them, and nothing may pass for landed. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whereTheTableIsKnownFromRecordsOnly(boolean groupForgets) {
        connector.fanningOut();
        landUpTo10000();
        List<?> files = connector.store().files();
        recreate(20, groupForgets);
        Running again = connector.start(P0, P1).round();
        again.task().poll(1_000);
        assertThat(again.failure())
                .hasMessageContaining("orders-0 ends at offset 20")
                .hasMessageContaining("up to offset 10000")
                .hasMessageContaining("offset.mismatch.policy=accept");
        requireUntouched(1, files);

        connector.accepting();
        Running accepted = connector.start(P0, P1).untilDone();
        assertThat(accepted.metrics().getSkippedLanded())
                .as("of the other partition")
                .isLessThanOrEqualTo(1);
        assertThat(connector.landed()).hasSize(2 + 20);
        accepted.task().stop();
        connector.produce(P0, 5);
        connector.start(P0, P1).untilDone();
        assertThat(connector.landed()).hasSize(2 + 25);
        connector.requireSound();
    }

    /** All partitions of the topic are named, up to a few. */
    @Test
    void everyPartitionIsNamed() {
        var many = new EngineConnector(8);
        TopicPartition[] partitions =
                IntStream.range(0, 8).mapToObj(EngineConnector::partition).toArray(TopicPartition[]::new);
        for (TopicPartition partition : partitions) {
            many.produce(partition, 3);
        }
        many.start(partitions).round().task().stop();
        many.kafka().recreate(EngineConnector.TOPIC);
        assertThat(many.start(partitions).failure())
                .hasMessageContaining("orders-0 ends at offset 0")
                .hasMessageContaining("orders-4 ends at offset 0")
                .hasMessageContaining("and 3 partitions more");
    }

    /** Reading again what has landed is no sign of a new life, as long as the log reaches as far as the ledger. */
    @Test
    void readingAgainIsNoMismatch() {
        connector.fanningOut();
        landUpTo10000();
        connector.kafka().forgetGroup();
        Running again = connector.start(P0, P1).untilDone();
        assertThat(again.task().isAlive()).isTrue();
        assertThat(again.metrics().getSkippedLanded()).isEqualTo(2);
        connector.requireExactlyOnce();
    }

    /** The log ends where the ledger does, or one before: only the second is a contradiction. */
    @Test
    void theBoundary() {
        connector.produce(P0, 10).produce(P1, 10);
        connector.start(P0, P1).round().task().stop();
        assertThat(connector.start(P0, P1).task().isAlive()).isTrue();

        connector.kafka().recreate(EngineConnector.TOPIC);
        connector.produce(P0, 9).produce(P1, 10);
        assertThat(connector.start(P0, P1).failure()).hasMessageContaining("orders-0 ends at offset 9");
        assertThat(connector.start(P1).task().isAlive())
                .as("the other partition's log reaches as far as the ledger")
                .isTrue();
    }

    /** Under a running task. */
    @Test
    void aRunningTaskNotices() {
        connector.produce(P0, 10);
        Running task = connector.start(P0, P1).round();
        connector.kafka().recreate(EngineConnector.TOPIC);
        connector.produce(P0, 3);
        task.round();
        assertThat(task.failure())
                .hasMessageContaining("orders-0@0")
                .hasMessageContaining("offset.mismatch.policy=accept");
        assertThat(connector.landed()).hasSize(10);
    }

    private void landTenAndExpireBelow(long logStart, int unread) {
        connector.produce(P0, 10);
        connector.start(P0, P1).round().task().stop();
        connector.produce(P0, unread);
        connector.kafka().expireBelow(P0, logStart);
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 15, 20})
    void whatExpiredBeforeItLandedEndsTheTask(int logStart) {
        landTenAndExpireBelow(logStart, 10);
        Running again = connector.start(P0, P1);
        assertThat(again.failure())
                .hasMessageContaining("offsets 10 to " + (logStart - 1) + " of orders-0 expired")
                .hasMessageContaining("offset.mismatch.policy=accept");
        assertThat(connector.landed()).hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 15, 20})
    void acceptedTheGapIsCounted(int logStart) {
        landTenAndExpireBelow(logStart, 10);
        connector.accepting();
        Running again = connector.start(P0, P1).untilDone();
        assertThat(again.metrics().getLedgerGaps()).isEqualTo(1);
        assertThat(again.metrics().getLedgerGapOffsets()).isEqualTo(logStart - 10);
        assertThat(connector.landed()).hasSize(10 + 20 - logStart);
        connector.produce(P0, 1);
        again.untilDone();
        assertThat(connector.ledger().find(P0)).hasValue(21);
        connector.requireSound();
    }

    @Test
    void whatExpiredAfterItLandedIsNoGap() {
        landTenAndExpireBelow(10, 5);
        Running again = connector.start(P0, P1).untilDone();
        assertThat(again.metrics().getLedgerGaps()).isZero();
        assertThat(connector.landed()).hasSize(15);
    }

    /** All is gone: the topic is empty, but its offsets go on. */
    @Test
    void everythingExpired() {
        landTenAndExpireBelow(10, 0);
        connector.kafka().expireBelow(P0, connector.kafka().end(P0));
        connector.produce(P0, 2);
        connector.start(P0, P1).untilDone();
        assertThat(connector.landed()).hasSize(12);
    }
}
