package dev.varve.connect.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LedgerHistoryTest {
    private static final TopicPartition P = new TopicPartition("orders", 0);

    @Test
    void theNewestLedgerAtOrBelowIsFound() {
        var ledger = Ledger.of(Map.of(P, 3L));
        var snapshots = new Snapshots()
                .add(
                        1,
                        "x",
                        Map.of(Ledger.property("lake"), Ledger.of(Map.of(P, 2L)).format()))
                .add(2, "x", Map.of(Ledger.property("lake"), ledger.format()))
                .add(3, "flink", Map.of("varve.offsets.other", "{}"));
        assertThat(LedgerHistory.newest("lake", snapshots.latest(), snapshots))
                .contains(new LedgerHistory.Found(ledger, 2));
        assertThat(LedgerHistory.newest("nobody", snapshots.latest(), snapshots))
                .isEmpty();
        assertThat(LedgerHistory.newest("lake", Optional.empty(), snapshots)).isEmpty();
    }

    @Test
    void theSearchEndsWhereSnapshotsHaveExpired() {
        var snapshots = new Snapshots()
                .add(1, "x", Map.of(Ledger.property("lake"), "{}"))
                .add(2, "flink", Map.of())
                .add(3, "flink", Map.of())
                .expireBelow(3);
        assertThat(LedgerHistory.newest("lake", snapshots.latest(), snapshots)).isEmpty();
    }

    @Test
    void anOperatorsOffsetsReplaceOrForgetWhatTheLedgerHad() {
        var other = new TopicPartition("orders", 1);
        var ledger = Ledger.of(Map.of(P, 30L, other, 7L));
        var snapshots =
                new Snapshots().add(1, "x", Map.of(Ledger.property("lake"), ledger.format(), "varve.offsets.b", "{}"));
        var rewrite = new LedgerRewrite("lake", Map.of(P, Optional.of(LedgerEntry.at(10)), other, Optional.empty()));
        assertThat(rewrite.changes(ledger)).isTrue();
        assertThat(rewrite.judge(snapshots.latest(), snapshots).properties())
                .isEqualTo(Map.of(
                        Ledger.property("lake"), Ledger.of(Map.of(P, 10L)).format(), "varve.offsets.b", "{}"));
        assertThat(rewrite.changes(Ledger.of(Map.of(P, 10L)))).isFalse();
    }
}
