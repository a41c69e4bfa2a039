package dev.varve.connect.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.ledger.TaskPositions.Arrival;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TaskPositionsTest {
    private static final TopicPartition P = new TopicPartition("orders", 0);
    private static final TopicPartition Q = new TopicPartition("orders", 1);

    private final TaskPositions positions = new TaskPositions();

    private void take(TopicPartition partition, long offset) {
        assertThat(positions.arrives(partition, offset)).isEqualTo(Arrival.IN_ORDER);
        positions.taken(partition, offset);
    }

    @Test
    void recordsOfPartitionsThatAreNotAssignedAreNotTaken() {
        assertThat(positions.arrives(P, 0)).isEqualTo(Arrival.NOT_EXPECTED);
        positions.opened(P);
        assertThat(positions.arrives(P, 0)).isEqualTo(Arrival.IN_ORDER);
        positions.closed(Set.of(P));
        assertThat(positions.arrives(P, 0)).isEqualTo(Arrival.NOT_EXPECTED);
    }

    @Test
    void theFirstOffsetDeliveredIsSafeEvenIfItsRecordFails() {
        positions.opened(P);
        positions.arrives(P, 40);
        assertThat(positions.safe(P)).hasValue(40);
        assertThat(positions.next(P)).isEqualTo(-1);
        positions.rewind(Set.of(P));
        assertThat(positions.deliveryEnds()).isEqualTo(Map.of(P, 40L));
    }

    @Test
    void gapsAreNormalAndCoveredByTheRange() {
        positions.opened(P);
        take(P, 3);
        take(P, 9);
        assertThat(positions.next(P)).isEqualTo(10);
    }

    @Test
    void anOffsetBelowTheLastOneMeansThatTheTopicBeganAnew() {
        positions.opened(P);
        take(P, 9);
        assertThat(positions.arrives(P, 9)).isEqualTo(Arrival.BELOW_FLOOR);
        assertThat(positions.floor(P)).isEqualTo(10);
        positions.restarted(P, 0);
        take(P, 0);
        assertThat(positions.safe(P)).hasValue(0);
        assertThat(positions.next(P)).isEqualTo(1);
    }

    @Test
    void anOffsetBelowTheLedgerMeansThatTheTopicBeganAnew() {
        positions.opened(P);
        positions.startsFrom(P, 100);
        positions.deliveryStarts();
        assertThat(positions.arrives(P, 3)).isEqualTo(Arrival.BELOW_FLOOR);
        assertThat(positions.arrives(P, 100)).isEqualTo(Arrival.IN_ORDER);
        assertThat(positions.safe(P)).hasValue(100);
    }

    @Test
    void fromTheRewindToTheDeliveryAfterTheRequestNothingIsBelieved() {
        positions.opened(P);
        positions.opened(Q);
        take(P, 5);
        take(Q, 7);
        positions.done(P, 6);
        take(P, 6);

        positions.rewind(Set.of(P));
        assertThat(positions.arrives(P, 7)).as("rest of the batch").isEqualTo(Arrival.NOT_EXPECTED);
        positions.consumed(P, 8);
        assertThat(positions.next(P)).as("the worker speaks of the old place").isEqualTo(-1);
        assertThat(positions.isStill(P)).isFalse();
        assertThat(positions.isStill(Q)).isTrue();

        positions.deliveryStarts();
        assertThat(positions.arrives(P, 7)).as("not asked for yet").isEqualTo(Arrival.NOT_EXPECTED);
        assertThat(positions.deliveryEnds()).isEqualTo(Map.of(P, 6L));
        assertThat(positions.deliveryEnds()).as("asked once").isEmpty();
        positions.consumed(P, 8);
        assertThat(positions.next(P)).isEqualTo(-1);

        positions.deliveryStarts();
        assertThat(positions.isStill(P)).isTrue();
        take(P, 6);
        assertThat(positions.next(P)).isEqualTo(7);
    }

    @Test
    void whatWasNeverDeliveredStaysWhereItIs() {
        positions.opened(P);
        positions.rewind(Set.of(P, Q));
        assertThat(positions.deliveryEnds()).isEmpty();
        assertThat(positions.isStill(P)).isTrue();
    }

    @Test
    void recordsThatTransformsDropMoveThePositionOn() {
        positions.opened(P);
        positions.consumed(P, 4);
        assertThat(positions.next(P)).isEqualTo(4);
        assertThat(positions.safe(P)).hasValue(4);
        take(P, 6);
        positions.consumed(P, 9);
        assertThat(positions.next(P)).isEqualTo(9);
        positions.consumed(P, 8);
        assertThat(positions.next(P)).as("never back").isEqualTo(9);
    }

    @Test
    void aRollbackSendsItBackToTheLedgerButNeverForward() {
        positions.opened(P);
        take(P, 9);
        positions.done(P, 10);
        positions.rewindBelow(P, 4);
        assertThat(positions.deliveryEnds()).isEqualTo(Map.of(P, 4L));
        positions.deliveryStarts();
        positions.rewindBelow(P, 50);
        assertThat(positions.deliveryEnds()).isEqualTo(Map.of(P, 4L));
    }

    @Test
    void aPartitionThatComesBackStartsAfresh() {
        positions.opened(P);
        take(P, 9);
        positions.closed(Set.of(P));
        positions.opened(P);
        take(P, 2);
        assertThat(positions.safe(P)).hasValue(2);
    }

    @Test
    void onlyAssignedPartitionsCanBeTaken() {
        assertThatThrownBy(() -> positions.taken(P, 0)).isInstanceOf(IllegalStateException.class);
    }
}
