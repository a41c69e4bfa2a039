package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.LedgerEntry;
import dev.varve.connect.sink.EngineConnector.Running;
import dev.varve.table.testing.ManualEnv;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A topic is deleted and created anew, and its offsets do not tell. Its id does. */
class TopicIdsTest {
    private static final TopicPartition P0 = EngineConnector.partition(0);

    private final EngineConnector connector = new EngineConnector(1);

    @BeforeEach
    void brokersTellIds() {
        connector.kafka().withTopicIds();
    }

    private void landFive() {
        connector.produce(P0, 5);
        connector.start(P0).untilDone().task().stop();
        assertThat(connector.ledger().entry(P0)).contains(new LedgerEntry(5, Optional.of("id0")));
    }

    private void recreate(int records) {
        connector.kafka().recreate(EngineConnector.TOPIC);
        connector.kafka().forgetGroup();
        connector.produce(P0, records);
    }

    private List<String> landedBefore() {
        return List.of("orders-0@0", "orders-0@1", "orders-0@2", "orders-0@3", "orders-0@4");
    }

    @Test
    void aTopicThatHasGrownPastTheLedgerIsNotTakenForTheOldOne() {
        landFive();
        recreate(12);
        assertThat(connector.start(P0).failure())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("orders-0 was landed up to offset 5 of topic id id0 and has topic id id1 now")
                .hasMessageContaining("offset.mismatch.policy=accept");
        assertThat(connector.landed()).isEqualTo(landedBefore());

        connector.accepting();
        connector.start(P0).untilDone().task().stop();
        assertThat(connector.landed()).hasSize(5 + 12);
        assertThat(connector.ledger().entry(P0)).contains(new LedgerEntry(12, Optional.of("id1")));
        connector.produce(P0, 1);
        connector.start(P0).untilDone();
        assertThat(connector.landed()).as("a restart reads nothing again").hasSize(5 + 13);
        connector.requireSound();
    }

    /** The consumer goes on at its offset, which the new topic has too. */
    @Test
    void aTopicThatGrowsPastARunningTaskIsNoticedBeforeAnythingIsCommitted() {
        connector.produce(P0, 5);
        Running task = connector.start(P0).untilDone();
        recreate(9);
        task.round().round();
        assertThat(task.failure())
                .hasMessageContaining("orders-0 has topic id id1 now, and had another when it came to this task")
                .hasMessageContaining("offset.mismatch.policy=accept");
        assertThat(connector.landed()).isEqualTo(landedBefore());
    }

    @Test
    void acceptedARunningTaskReadsTheNewTopicFromItsBeginning() {
        connector.accepting();
        connector.produce(P0, 5);
        Running task = connector.start(P0).untilDone();
        recreate(9);
        task.untilDone();
        assertThat(task.metrics().getMismatchesAccepted()).isEqualTo(1);
        assertThat(connector.landed()).hasSize(5 + 9);
        assertThat(connector.ledger().entry(P0)).contains(new LedgerEntry(9, Optional.of("id1")));
        connector.requireSound();
    }

    /** The new life is noticed by its first record, and what is buffered of the old one is landed under the old id. */
    @Test
    void whatWasTakenOfTheOldTopicIsStillLanded() {
        connector.accepting();
        connector.produce(P0, 5);
        Running task = connector.start(P0);
        task.task().poll(1_000);
        recreate(2);
        task.untilDone();
        assertThat(connector.landed()).hasSize(5 + 2);
        assertThat(connector.ledger().entry(P0)).contains(new LedgerEntry(2, Optional.of("id1")));
        connector.requireSound();
    }

    /** The table is known from records only: another task lands there first (found by the simulation, seed 200697). */
    @Test
    void whatAnotherTaskLandsOfTheNewTopicBeforeTheTableIsOpenedIsNotLandedTwice() {
        connector.fanningOut();
        connector.produce(P0, 5);
        connector.start(P0).untilDone().task().stop();
        connector.kafka().recreate(EngineConnector.TOPIC);
        connector.produce(P0, 3);
        connector.accepting();
        Running paused = connector.start(P0);
        connector.start(P0).untilDone().task().crash();
        assertThat(connector.landed()).hasSize(5 + 3);
        connector.produce(P0, 1);
        paused.untilDone();
        assertThat(connector.landed()).hasSize(5 + 4);
        connector.requireSound();
    }

    @Test
    void offsetsThatAnOperatorGivesAreOfTheTopicThatIsThere() {
        landFive();
        new OffsetRewrite(connector.warehouse(), EngineConnector.NAME, connector.kafka(), connector.env())
                .rewrite(Map.of(P0, 2L));
        assertThat(connector.ledger().entry(P0)).contains(new LedgerEntry(2, Optional.of("id0")));
        recreate(12);
        assertThat(connector.start(P0).failure()).hasMessageContaining("topic id");
        new OffsetRewrite(connector.warehouse(), EngineConnector.NAME, connector.kafka(), connector.env())
                .rewrite(Map.of(P0, 2L));
        connector.start(P0).untilDone();
        assertThat(connector.landed()).hasSize(5 + 10);
    }

    /** As Varve wrote them before it knew ids, or where brokers cannot be asked. */
    @Test
    void ledgersWithoutIdsGetThemWithTheNextCommit() {
        connector.withoutAdmin();
        connector.produce(P0, 5);
        connector.start(P0).untilDone().task().stop();
        assertThat(connector.ledger().entry(P0)).contains(LedgerEntry.at(5));
        connector.withAdmin();
        connector.produce(P0, 1);
        connector.start(P0).untilDone();
        assertThat(connector.ledger().entry(P0)).contains(new LedgerEntry(6, Optional.of("id0")));
        connector.requireExactlyOnce();
    }

    @Test
    void brokersThatDoNotAnswerAreLeftInPeaceForAMinute() {
        var env = ManualEnv.create();
        var kafka = new SimulatedKafka();
        kafka.create(EngineConnector.TOPIC, 1);
        var lives = new TopicLives(kafka, env);
        lives.opened(Set.of(P0));
        kafka.withTopicIds();
        lives.opened(Set.of(P0));
        assertThat(lives.of(P0)).isEmpty();
        env.advance(Duration.ofMinutes(1));
        lives.opened(Set.of(P0));
        assertThat(lives.of(P0)).contains("id0");
    }
}
