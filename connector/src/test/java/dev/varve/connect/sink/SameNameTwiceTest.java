package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.sink.EngineConnector.Running;
import java.time.Duration;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

/** A connector that was started on two Connect clusters whose groups know nothing of each other. */
class SameNameTwiceTest {
    private static final TopicPartition P0 = EngineConnector.partition(0);
    private static final TopicPartition P1 = EngineConnector.partition(1);

    private final EngineConnector connector = new EngineConnector(2);

    @Test
    void oneOfThemEndsWithAnErrorThatSaysSoAndNothingLandsTwice() {
        Running one = connector.start(P0, P1);
        Running other = connector.start(P0, P1);
        for (int round = 0; round < 40 && one.task().isAlive() && other.task().isAlive(); round++) {
            connector.produce(P0, 2).produce(P1, 1);
            one.task().poll(100);
            other.task().poll(100);
            (round % 2 == 0 ? one : other).task().commit();
            (round % 2 == 0 ? other : one).task().commit();
            connector.env().advance(Duration.ofSeconds(5));
            assertThat(connector.landed()).doesNotHaveDuplicates();
        }
        Running ended = one.task().isAlive() ? other : one;
        assertThat(ended.failure())
                .isInstanceOf(ConnectException.class)
                .hasMessageContainingAll(
                        "table db.orders",
                        "another task has landed orders-",
                        "another connector lands them under the ledger id lake",
                        "ledger.id");
        assertThat(ended.metrics().getFenced()).isEqualTo(Fences.LIMIT);
        Running left = one.task().isAlive() ? one : other;
        connector.produce(P0, 3);
        left.untilDone();
        assertThat(left.task().isAlive()).isTrue();
        connector.requireExactlyOnce();
    }

    /** A task that is overtaken now and then, because partitions move, goes on. */
    @Test
    void rebalancesBeginTheCountAnew() {
        connector.tasks(2);
        Running slow = connector.start(P0, P1);
        for (int i = 0; i < 2 * Fences.LIMIT; i++) {
            connector.produce(P0, 1);
            slow.task().poll(100);
            Running fast = connector.start(1, Set.of(P0));
            fast.untilDone();
            fast.task().stop();
            slow.task().commit();
            slow.task().poll(Set.of(), Set.of(P0), Set.of(P0), 0);
            connector.env().advance(Duration.ofSeconds(5));
        }
        assertThat(slow.task().isAlive()).isTrue();
        assertThat(slow.metrics().getFenced()).isGreaterThan(Fences.LIMIT);
        slow.untilDone();
        connector.requireExactlyOnce();
    }
}
