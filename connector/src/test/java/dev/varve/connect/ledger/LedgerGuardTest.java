package dev.varve.connect.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.snapshot.Guard.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LedgerGuardTest {
    private static final String ID = "lake";
    private static final String PROPERTY = Ledger.property(ID);
    private static final TopicPartition P = new TopicPartition("orders", 0);
    private static final TopicPartition Q = new TopicPartition("orders", 1);

    private static OffsetRange range(TopicPartition partition, long seen, long to) {
        return new OffsetRange(
                partition, seen < 0 ? Optional.empty() : Optional.of(LedgerEntry.at(seen)), to, Optional.empty());
    }

    private static LedgerGuard guard(OffsetRange... ranges) {
        return new LedgerGuard(ID, List.of(ranges), Optional.empty());
    }

    private static Map<String, String> ledger(Map<TopicPartition, Long> offsets) {
        return Map.of(PROPERTY, Ledger.of(offsets).format());
    }

    @Test
    void theFirstCommitOfATableStartsItsLedger() {
        LedgerGuard guard = guard(range(P, -1, 5));
        Verdict verdict = guard.judge(Optional.empty(), new Snapshots());
        assertThat(verdict.refusal()).isEmpty();
        assertThat(verdict.properties()).isEqualTo(ledger(Map.of(P, 5L)));
        assertThat(guard.lastVerdict()).isEqualTo(new LedgerVerdict.Clear());
    }

    @Test
    void whatWasSeenIsAdvancedAndTheRestCarriedForward() {
        var snapshots = new Snapshots()
                .add(
                        1,
                        "x",
                        Map.of(
                                PROPERTY,
                                Ledger.of(Map.of(P, 5L, Q, 9L)).format(),
                                "varve.offsets.other",
                                "{}",
                                "k",
                                "v"));
        Verdict verdict = guard(range(P, 5, 8)).judge(snapshots.latest(), snapshots);
        assertThat(verdict.properties())
                .isEqualTo(Map.of(PROPERTY, Ledger.of(Map.of(P, 8L, Q, 9L)).format(), "varve.offsets.other", "{}"));
    }

    @Test
    void foreignSnapshotsOnTopAreLookedThrough() {
        var snapshots = new Snapshots()
                .add(1, "x", ledger(Map.of(P, 5L)))
                .add(2, "flink", Map.of())
                .add(3, "spark", Map.of());
        assertThat(guard(range(P, 5, 8)).judge(snapshots.latest(), snapshots).refusal())
                .isEmpty();
        LedgerGuard behind = guard(range(P, 4, 8));
        assertThat(behind.judge(snapshots.latest(), snapshots).refusal()).isPresent();
        assertThat(behind.lastVerdict())
                .isEqualTo(new LedgerVerdict.Fenced(P, Optional.of(LedgerEntry.at(4)), LedgerEntry.at(5)));
    }

    /** A task that was paused while the topic was created anew, and another landed as many records of the new one. */
    @Test
    void theSameOffsetOfAnotherTopicFences() {
        var old = new LedgerEntry(5, Optional.of("old"));
        var present = new LedgerEntry(5, Optional.of("new"));
        var snapshots = new Snapshots().add(1, "x", Map.of(PROPERTY, new Ledger(Map.of(P, present)).format()));
        LedgerGuard guard = guard(new OffsetRange(P, Optional.of(old), 8, Optional.of("old")));
        assertThat(guard.judge(snapshots.latest(), snapshots).refusal()).isPresent();
        assertThat(guard.lastVerdict()).isEqualTo(new LedgerVerdict.Fenced(P, Optional.of(old), present));
        assertThat(guard.lastVerdict().reason()).contains("offset 5 of topic id old", "offset 5 of topic id new");
    }

    @Test
    void aLedgerAheadFencesAlsoWhereNothingWasSeen() {
        var snapshots = new Snapshots().add(1, "x", ledger(Map.of(P, 5L)));
        LedgerGuard guard = guard(range(Q, -1, 3), range(P, -1, 8));
        assertThat(guard.judge(snapshots.latest(), snapshots).refusal()).isPresent();
        assertThat(guard.lastVerdict()).isEqualTo(new LedgerVerdict.Fenced(P, Optional.empty(), LedgerEntry.at(5)));
        assertThat(guard.lastVerdict().reason()).contains("orders-0", "5", "no offset");
    }

    @Test
    void aLedgerBehindOrGoneMeansThatTheTableWasRolledBack() {
        var behind = new Snapshots().add(1, "x", ledger(Map.of(P, 5L)));
        LedgerGuard guard = guard(range(P, 7, 8));
        guard.judge(behind.latest(), behind);
        assertThat(guard.lastVerdict())
                .isEqualTo(new LedgerVerdict.RolledBack(P, LedgerEntry.at(7), Optional.of(LedgerEntry.at(5))));
        guard.judge(Optional.empty(), new Snapshots());
        assertThat(guard.lastVerdict()).isEqualTo(new LedgerVerdict.RolledBack(P, LedgerEntry.at(7), Optional.empty()));
    }

    @Test
    void aChainWithoutTheKnownSnapshotIsAnotherTable() {
        var known = new Snapshots().add(3, "x", ledger(Map.of(P, 5L)));
        var anchor = Optional.of(SnapshotAnchor.of(known.latest().orElseThrow()));
        var guard = new LedgerGuard(ID, List.of(range(P, 5, 8)), anchor);

        assertThat(guard.judge(known.latest(), known).refusal()).isEmpty();

        guard.judge(Optional.empty(), new Snapshots());
        assertThat(guard.lastVerdict()).isInstanceOf(LedgerVerdict.Replaced.class);

        var shorter = new Snapshots().add(2, "x", ledger(Map.of(P, 5L)));
        guard.judge(shorter.latest(), shorter);
        assertThat(guard.lastVerdict()).isInstanceOf(LedgerVerdict.Replaced.class);

        var other = new Snapshots().add(3, "y", ledger(Map.of(P, 5L))).add(4, "y", ledger(Map.of(P, 5L)));
        guard.judge(other.latest(), other);
        assertThat(guard.lastVerdict()).isInstanceOf(LedgerVerdict.Replaced.class);
        assertThat(guard.lastVerdict().reason()).contains("snapshot 3");
    }

    @Test
    void anExpiredSnapshotIsNoSignOfAnotherTable() {
        var known = new Snapshots().add(3, "x", ledger(Map.of(P, 5L)));
        var anchor = Optional.of(SnapshotAnchor.of(known.latest().orElseThrow()));
        known.add(9, "flink", ledger(Map.of(P, 5L))).expireBelow(9);
        assertThat(new LedgerGuard(ID, List.of(range(P, 5, 8)), anchor)
                        .judge(known.latest(), known)
                        .refusal())
                .isEmpty();
    }

    @Test
    void itIsAskedAnewOnEveryAttempt() {
        var snapshots = new Snapshots().add(1, "x", ledger(Map.of(P, 5L)));
        LedgerGuard guard = guard(range(P, 5, 8));
        assertThat(guard.judge(snapshots.latest(), snapshots).refusal()).isEmpty();
        snapshots.add(2, "rival", ledger(Map.of(P, 6L)));
        assertThat(guard.judge(snapshots.latest(), snapshots).refusal()).isPresent();
        assertThat(guard.lastVerdict()).isInstanceOf(LedgerVerdict.Fenced.class);
    }

    /** Found by the simulation, seed 626882. */
    @Test
    void anotherSnapshotBelowTheOldestIsNoSignOfARollback() {
        var known = new Snapshots().add(2, "x", ledger(Map.of(P, 5L)));
        var anchor = Optional.of(SnapshotAnchor.of(known.latest().orElseThrow()));
        var guard = new LedgerGuard(ID, List.of(range(P, 5, 8)), anchor);
        var stray = new Snapshots()
                .add(2, "suspended", ledger(Map.of(P, 1L)))
                .add(3, "x", ledger(Map.of(P, 5L)))
                .add(4, "x", ledger(Map.of(P, 5L)));
        assertThat(guard.judge(stray.latest(), stray).refusal()).isPresent();
        assertThat(guard.judge(stray.latest(), stray.beginningAt(3)).refusal()).isEmpty();
    }
}
