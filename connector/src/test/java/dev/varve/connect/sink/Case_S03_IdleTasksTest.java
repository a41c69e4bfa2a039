package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.sink.EngineConnector.Running;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Most tasks have nothing to do: that holds up nobody and makes no snapshot. */
class Case_S03_IdleTasksTest {
    private static final TopicPartition P0 = EngineConnector.partition(0);
    private static final TopicPartition P1 = EngineConnector.partition(1);
    private static final TopicPartition P2 = EngineConnector.partition(2);
    private static final Duration INTERVAL = Duration.ofSeconds(60);

    private final EngineConnector connector = new EngineConnector(3).tasks(3);

    private List<Running> threeTasks() {
        return IntStream.range(0, 3)
                .mapToObj(i -> connector.start(i, Set.of(EngineConnector.partition(i))))
                .toList();
    }

    /** One interval of the worker, which polls all the time and commits when a task asks for it. */
    private void interval(List<Running> tasks) {
        tasks.forEach(Running::round);
        for (int i = 0; i < 3; i++) {
            for (Running task : tasks) {
                task.task().poll(1_000);
                if (task.task().commitRequested()) {
                    task.task().commit();
                }
            }
        }
        connector.env().advance(INTERVAL);
    }

    @Test
    void eachRecordIsVisibleAfterOneIntervalAndIdleOnesMakeNoSnapshot() {
        List<Running> tasks = threeTasks();
        for (int minute = 1; minute <= 5; minute++) {
            connector.produce(P0, 1);
            interval(tasks);
            assertThat(connector.landed()).hasSize(minute);
            assertThat(connector.snapshots()).as("one snapshot for one record").isEqualTo(minute);
        }
        for (int i = 0; i < 10; i++) {
            interval(tasks);
        }
        assertThat(connector.snapshots()).as("ten idle intervals").isEqualTo(5);
        connector.produce(P2, 1);
        interval(tasks);
        assertThat(connector.snapshots()).isEqualTo(6);
        connector.requireExactlyOnce();
        assertThat(connector.ledger()).isEqualTo(Ledger.of(Map.of(P0, 5L, P2, 1L)));
        assertThat(connector.kafka().committed(P1)).as("nothing to consume").contains(0L);
        assertThat(connector.env().slept()).as("nobody waits for a timeout").isZero();
    }

    /** The tasks that have nothing to do need not even be there: no task waits for another. */
    @Test
    void aRecordDoesNotWaitForTasksThatHang() {
        List<Running> tasks = threeTasks();
        connector.produce(P2, 1);
        tasks.get(2).round();
        assertThat(connector.landed()).containsExactly("orders-2@0");
        assertThat(connector.kafka().committed(P2)).contains(1L);
    }

    /** With an interval of its own a task asks for the commit as soon as the first record has waited that long, and no sooner. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 50})
    void aSingleRecordIsAskedForAfterTheIntervalOfTheConnector(int seconds) {
        connector.commitInterval(Duration.ofSeconds(seconds));
        Running task = connector.start(P2);
        for (int i = 0; i < 10; i++) {
            task.task().poll(100);
            connector.env().advance(INTERVAL);
        }
        assertThat(task.task().commitRequested()).as("idle").isFalse();
        connector.produce(P2, 1);
        task.task().poll(100);
        assertThat(task.task().commitRequested()).isFalse();
        assertThat(task.task().timeout())
                .as("wakes up by itself, also if nothing arrives")
                .isEqualTo(seconds * 1_000L);
        connector.env().advance(Duration.ofSeconds(seconds));
        task.task().poll(100);
        assertThat(task.task().commitRequested()).isTrue();
        task.task().commit();
        assertThat(connector.landed()).containsExactly("orders-2@0");
        for (int i = 0; i < 10; i++) {
            task.task().poll(100);
            connector.env().advance(INTERVAL);
            assertThat(task.task().commitRequested()).as("idle again").isFalse();
        }
    }

    /** Records that change no table move the group without a snapshot, however many they are. */
    @Test
    void recordsOfNoTableMakeNoSnapshot() {
        List<Running> tasks = threeTasks();
        connector.produce(P0, 1);
        interval(tasks);
        for (SimulatedRecord.Kind kind :
                List.of(SimulatedRecord.Kind.SKIPPED, SimulatedRecord.Kind.FILTERED, SimulatedRecord.Kind.NO_CHANGE)) {
            connector.kafka().append(P0, kind, EngineConnector.ORDERS, "k", Optional.empty());
            connector.kafka().append(P1, kind, EngineConnector.ORDERS, "k", Optional.empty());
            interval(tasks);
        }
        assertThat(connector.snapshots()).isEqualTo(1);
        assertThat(connector.kafka().committed(P0)).contains(4L);
        assertThat(connector.kafka().committed(P1)).contains(3L);
        connector.requireExactlyOnce();
    }

    /** An idle task that is stopped, restarted, or loses and gets its partitions makes no snapshot either. */
    @Test
    void comingAndGoingMakesNoSnapshot() {
        List<Running> tasks = threeTasks();
        connector.produce(P0, 3);
        interval(tasks);
        tasks.get(0).task().stop();
        Running again = connector.start(0, Set.of(P0));
        again.round();
        again.task().poll(Set.of(P0), Set.of(), Set.of(), 0);
        tasks.get(1).task().poll(Set.of(), Set.of(), Set.of(P0), 0);
        interval(tasks.subList(1, 3));
        tasks.get(1).task().poll(Set.of(), Set.of(P0), Set.of(), 0);
        again.task().poll(Set.of(), Set.of(), Set.of(P0), 0);
        again.round();
        assertThat(connector.snapshots()).isEqualTo(1);
        connector.requireExactlyOnce();
    }
}
