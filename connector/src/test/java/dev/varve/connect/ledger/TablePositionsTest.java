package dev.varve.connect.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TablePositionsTest {
    private static final TopicPartition P = new TopicPartition("orders", 0);
    private static final TopicPartition Q = new TopicPartition("orders", 1);
    private static final TopicPartition R = new TopicPartition("orders", 2);

    private final TablePositions positions = new TablePositions(TopicIds.UNKNOWN);

    @Test
    void recordsBelowTheLedgerHaveLanded() {
        positions.learn(Set.of(P, Q), Ledger.of(Map.of(P, 5L)), Optional.empty());
        assertThat(positions.hasLanded(P, 4)).isTrue();
        assertThat(positions.hasLanded(P, 5)).isFalse();
        assertThat(positions.hasLanded(Q, 0)).isFalse();
        assertThatThrownBy(() -> positions.hasLanded(R, 0)).hasMessageContaining("orders-2");
    }

    @Test
    void rangesCoverWhatIsTouchedAndWhatHasMovedOnWithoutRows() {
        positions.learn(Set.of(P, Q, R), Ledger.of(Map.of(P, 5L, Q, 7L)), Optional.empty());
        positions.touch(P);
        Map<TopicPartition, Long> next = Map.of(P, 9L, Q, 8L, R, 3L);
        assertThat(positions.ranges(next::get))
                .as("R has never had a row here and stays out of the ledger")
                .containsExactlyInAnyOrder(
                        new OffsetRange(P, Optional.of(LedgerEntry.at(5)), 9, Optional.empty()),
                        new OffsetRange(Q, Optional.of(LedgerEntry.at(7)), 8, Optional.empty()));
        positions.touch(R);
        assertThat(positions.ranges(next::get)).contains(new OffsetRange(R, Optional.empty(), 3, Optional.empty()));
    }

    @Test
    void partitionsWithoutAPositionOrBehindTheLedgerAreNoRanges() {
        positions.learn(Set.of(P, Q), Ledger.of(Map.of(P, 5L, Q, 7L)), Optional.empty());
        assertThat(positions.ranges(partition -> partition.equals(P) ? -1 : 6)).isEmpty();
    }

    @Test
    void aTouchedPartitionMustHaveMoved() {
        positions.learn(Set.of(P), Ledger.of(Map.of(P, 5L)), Optional.empty());
        positions.touch(P);
        assertThatThrownBy(() -> positions.ranges(partition -> 5)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void landedRangesAreWhatIsSeenNext() {
        positions.learn(Set.of(P), Ledger.EMPTY, Optional.empty());
        positions.touch(P);
        List<OffsetRange> ranges = positions.ranges(partition -> 4);
        positions.landed(ranges, Snapshots.snapshot(1, "me", Map.of()));
        assertThat(positions.hasPending()).isFalse();
        assertThat(positions.seen(P)).contains(LedgerEntry.at(4));
        assertThat(positions.anchor()).map(SnapshotAnchor::id).contains(1L);
    }

    @Test
    void theAnchorOnlyMovesUp() {
        positions.learn(Set.of(P), Ledger.EMPTY, Optional.of(Snapshots.snapshot(7, "me", Map.of())));
        positions.learn(Set.of(Q), Ledger.EMPTY, Optional.of(Snapshots.snapshot(6, "me", Map.of())));
        assertThat(positions.anchor()).map(SnapshotAnchor::id).contains(7L);
        positions.reset();
        assertThat(positions.anchor())
                .as("a reset forgets offsets, not the table")
                .isPresent();
    }

    @Test
    void learningDoesNotTouchWhatIsKnown() {
        positions.learn(Set.of(P), Ledger.of(Map.of(P, 5L)), Optional.empty());
        positions.learn(Set.of(P, Q), Ledger.of(Map.of(P, 9L, Q, 2L)), Optional.empty());
        assertThat(positions.seen(P)).contains(LedgerEntry.at(5));
        assertThat(positions.seen(Q)).contains(LedgerEntry.at(2));
    }

    @Test
    void aResetForgetsTheLedgerAndWhatIsPending() {
        positions.learn(Set.of(P), Ledger.EMPTY, Optional.empty());
        positions.touch(P);
        positions.reset();
        assertThat(positions.hasPending()).isFalse();
        assertThat(positions.knows(P)).isFalse();
    }

    @Test
    void pendingPartitionsCannotBeForgotten() {
        positions.learn(Set.of(P), Ledger.EMPTY, Optional.empty());
        positions.touch(P);
        assertThatThrownBy(() -> positions.forget(Set.of(P))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theLedgerOfARecreatedTopicSkipsNothingUntilItIsWrittenAnew() {
        positions.learn(Set.of(P), Ledger.of(Map.of(P, 10_000L)), Optional.empty());
        positions.disown(P);
        assertThat(positions.hasLanded(P, 0)).isFalse();
        positions.touch(P);
        List<OffsetRange> ranges = positions.ranges(partition -> 20);
        assertThat(ranges)
                .containsExactly(new OffsetRange(P, Optional.of(LedgerEntry.at(10_000)), 20, Optional.empty()));

        positions.reset();
        positions.learn(Set.of(P), Ledger.of(Map.of(P, 10_000L)), Optional.empty());
        assertThat(positions.hasLanded(P, 0))
                .as("a failed commit changes nothing")
                .isFalse();

        positions.touch(P);
        positions.landed(positions.ranges(partition -> 20), Snapshots.snapshot(2, "me", Map.of()));
        assertThat(positions.hasLanded(P, 19)).isTrue();
        assertThat(positions.hasLanded(P, 20)).isFalse();
    }

    @Test
    void aLedgerThatAnotherTaskHasWrittenInTheNewLifeCounts() {
        positions.learn(Set.of(P), Ledger.of(Map.of(P, 10_000L)), Optional.empty());
        positions.disown(P);
        positions.reset();
        positions.learn(Set.of(P), Ledger.of(Map.of(P, 3L)), Optional.empty());
        assertThat(positions.hasLanded(P, 2)).isTrue();
        assertThat(positions.hasLanded(P, 3)).isFalse();
    }

    @Test
    void theLedgerThatIsReadFirstAfterANewLifeWasNoticedIsThatOfTheOldUnlessItIsKnownBetter() {
        positions.disown(P);
        positions.disown(Q, Optional.of(LedgerEntry.at(10_000)));
        positions.learn(Set.of(P, Q), Ledger.of(Map.of(P, 7L, Q, 7L)), Optional.empty());
        assertThat(positions.hasLanded(P, 6)).isFalse();
        assertThat(positions.hasLanded(Q, 6)).isTrue();
    }

    @Test
    void whatWasKnownOfNewLivesIsHandedOnWhenATableIsOpenedAnew() {
        positions.learn(Set.of(P, Q), Ledger.of(Map.of(P, 10_000L, Q, 10_000L)), Optional.empty());
        positions.disown(P);
        var again = new TablePositions(TopicIds.UNKNOWN);
        again.take(positions.formerLives());
        again.learn(Set.of(P, Q), Ledger.of(Map.of(P, 10_000L, Q, 10_000L)), Optional.empty());
        assertThat(again.hasLanded(P, 0)).isFalse();
        assertThat(again.hasLanded(Q, 0)).isTrue();
        again.reset();
        again.learn(Set.of(P), Ledger.of(Map.of(P, 2L)), Optional.empty());
        assertThat(again.hasLanded(P, 1)).isTrue();
    }

    @Test
    void idsTellWhichLifeALedgerIsOf() {
        var present = new TablePositions(partition -> Optional.of("new"));
        present.disown(P);
        present.disown(Q);
        present.learn(
                Set.of(P, Q),
                new Ledger(Map.of(
                        P, new LedgerEntry(7, Optional.of("new")),
                        Q, new LedgerEntry(7, Optional.of("old")))),
                Optional.empty());
        assertThat(present.hasLanded(P, 6))
                .as("landed by another task, though read first")
                .isTrue();
        assertThat(present.hasLanded(Q, 6)).isFalse();

        present.reset();
        present.learn(Set.of(Q), new Ledger(Map.of(Q, new LedgerEntry(9, Optional.of("old")))), Optional.empty());
        assertThat(present.hasLanded(Q, 6)).as("a zombie of the old life").isFalse();

        present.disown(P);
        present.learn(Set.of(P), new Ledger(Map.of(P, new LedgerEntry(8, Optional.of("new")))), Optional.empty());
        present.disown(P);
        assertThat(present.hasLanded(P, 7)).as("of this life already").isTrue();
        present.touch(Q);
        assertThat(present.ranges(partition -> 3))
                .containsExactly(
                        new OffsetRange(Q, Optional.of(new LedgerEntry(9, Optional.of("old"))), 3, Optional.of("new")));
    }
}
