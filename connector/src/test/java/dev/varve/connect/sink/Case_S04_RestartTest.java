package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.sink.EngineConnector.Running;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The worker is killed somewhere in a commit, and its partitions come back to other tasks: every record is there once. */
class Case_S04_RestartTest {
    private static final int PARTITIONS = 160;
    private static final int TASKS = 4;

    private final EngineConnector connector = new EngineConnector(PARTITIONS).tasks(TASKS);

    /** Partitions of a task; the assignment may be shifted. */
    private static Set<TopicPartition> share(int task, int shift) {
        var share = new HashSet<TopicPartition>();
        for (int i = 0; i < PARTITIONS; i++) {
            if ((i + shift) % TASKS == task) {
                share.add(EngineConnector.partition(i));
            }
        }
        return share;
    }

    private List<Running> startAll(int shift) {
        return IntStream.range(0, TASKS)
                .mapToObj(task -> connector.start(task, share(task, shift)))
                .toList();
    }

    private void produceToAll(int count) {
        for (int i = 0; i < PARTITIONS; i++) {
            connector.produce(EngineConnector.partition(i), count);
        }
    }

    private static boolean isSnapshot(StoreCall call) {
        return call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-");
    }

    /** The moments of the case, and one after which the table has everything but its hints. */
    static Stream<FaultPlan> moments() {
        return Stream.of(
                FaultPlan.once(call -> call.is(Operation.FINISH) && call.named("data-"), Fault.CRASH_HALFWAY),
                FaultPlan.once(call -> call.is(Operation.FINISH) && call.named("data-"), Fault.CRASH_AFTER),
                FaultPlan.once(call -> call.is(Operation.FINISH) && call.named("manifest-list-"), Fault.CRASH_AFTER),
                FaultPlan.once(Case_S04_RestartTest::isSnapshot, Fault.CRASH_BEFORE),
                FaultPlan.once(Case_S04_RestartTest::isSnapshot, Fault.CRASH_AFTER),
                FaultPlan.once(call -> call.is(Operation.OVERWRITE), Fault.CRASH_BEFORE));
    }

    /** One task is killed in its commit, the others of its worker before theirs; then all partitions move by one task. */
    @ParameterizedTest
    @MethodSource("moments")
    void allPartitionsMove(FaultPlan moment) {
        List<Running> before = startAll(0);
        produceToAll(2);
        before.forEach(Running::round);
        produceToAll(2);
        before.forEach(task -> task.task().poll(1_000));
        before.get(0).commitUntilCrash(moment);
        before.subList(1, TASKS).forEach(task -> task.task().crash());
        long landed = connector.landed().size();
        Ledger ledger = connector.ledger();

        List<Running> after = startAll(1);
        for (int i = 0; i < PARTITIONS; i++) {
            TopicPartition partition = EngineConnector.partition(i);
            Running owner = after.get((i + 1) % TASKS);
            assertThat(owner.task().position(partition))
                    .as("starts from the snapshot's offsets")
                    .isEqualTo(ledger.find(partition).orElseThrow());
        }
        after.forEach(Running::untilDone);
        assertThat(after).allSatisfy(task -> {
            assertThat(task.task().isAlive()).isTrue();
            assertThat(task.metrics().getSkippedLanded())
                    .as("nothing is read again that has landed")
                    .isZero();
        });
        assertThat(after.stream().mapToLong(task -> task.metrics().getRecords()).sum())
                .isEqualTo(4L * PARTITIONS - landed);
        connector.requireExactlyOnce();
    }

    /** The snapshot is there, and Kafka has not learnt the offsets. */
    @Test
    void kafkaNeverLearnsTheOffsets() {
        List<Running> before = startAll(0);
        produceToAll(3);
        before.forEach(task -> {
            task.task().poll(1_000);
            task.task().commit(false);
            task.task().crash();
        });
        assertThat(connector.kafka().committed(EngineConnector.partition(0))).isEmpty();
        List<Running> after = startAll(3);
        after.forEach(Running::round);
        assertThat(after).allSatisfy(task -> {
            assertThat(task.metrics().getRecords()).as("re-reads nothing").isZero();
        });
        connector.requireExactlyOnce();
    }

    /** Where the table is known from records only they are read again, and skipped. */
    @Test
    void kafkaNeverLearnsTheOffsetsOfATopicOfSeveralTables() {
        connector.fanningOut();
        List<Running> before = startAll(0);
        produceToAll(3);
        before.forEach(task -> {
            task.task().poll(1_000);
            task.task().commit(false);
            task.task().crash();
        });
        List<Running> after = startAll(3);
        produceToAll(1);
        after.forEach(Running::untilDone);
        assertThat(after.stream()
                        .mapToLong(task -> task.metrics().getSkippedLanded())
                        .sum())
                .isEqualTo(3L * PARTITIONS);
        connector.requireExactlyOnce();
    }

    /** Two tasks are swapped while both have rows in their buffers, once in an orderly way and once not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void twoTasksAreSwapped(boolean revoked) {
        Set<TopicPartition> zero = share(0, 0);
        Set<TopicPartition> one = share(1, 0);
        Running first = connector.start(0, zero);
        Running second = connector.start(1, one);
        for (int round = 0; round < 4; round++) {
            zero.forEach(partition -> connector.produce(partition, 1));
            one.forEach(partition -> connector.produce(partition, 1));
            List.of(first, second).forEach(task -> task.task().poll(1_000));
            Set<TopicPartition> goesFromFirst = round % 2 == 0 ? zero : one;
            Set<TopicPartition> goesFromSecond = round % 2 == 0 ? one : zero;
            Set<TopicPartition> none = Set.of();
            first.task().poll(revoked ? goesFromFirst : none, revoked ? none : goesFromFirst, none, 0);
            second.task().poll(revoked ? goesFromSecond : none, revoked ? none : goesFromSecond, none, 0);
            first.task().poll(none, none, goesFromSecond, 1_000);
            second.task().poll(none, none, goesFromFirst, 1_000);
            List.of(first, second).forEach(Running::round);
        }
        List.of(first, second).forEach(Running::untilDone);
        connector.requireExactlyOnce();
    }

    /** Every state in which a commit can leave the store, with a task that goes on in the middle of the other one's commit. */
    @Test
    void everyMomentOfACommit() {
        int changes = new History().run(FaultPlan.none(), Function.identity());
        assertThat(changes).isGreaterThan(5);
        boolean swapped = false;
        for (FaultPlan crash : FaultPlan.everyCrash(changes)) {
            new History().run(crash, swapped ? number -> 1 - number : Function.identity());
            swapped = !swapped;
        }
    }

    /** Two tasks with two partitions each, of which one is killed in its second commit. */
    private static final class History {
        private static final Set<TopicPartition> LEFT =
                Set.of(EngineConnector.partition(0), EngineConnector.partition(1));
        private static final Set<TopicPartition> RIGHT =
                Set.of(EngineConnector.partition(2), EngineConnector.partition(3));

        private final EngineConnector connector = new EngineConnector(4).tasks(2);

        private void produce() {
            for (int i = 0; i < 4; i++) {
                connector.produce(EngineConnector.partition(i), 3);
            }
        }

        int run(FaultPlan crash, Function<Integer, Integer> numbers) {
            Running left = connector.start(0, LEFT);
            Running right = connector.start(1, RIGHT);
            produce();
            List.of(left, right).forEach(Running::round);
            produce();
            List.of(left, right).forEach(task -> task.task().poll(1_000));
            FaultyFileIO io = left.io();
            io.resetCounters();
            left.commitUntilCrash(crash);
            int changes = io.mutations();
            right.round();
            right.task().stop();
            var after = new ArrayList<Running>();
            after.add(connector.start(numbers.apply(0), LEFT));
            after.add(connector.start(numbers.apply(1), RIGHT));
            produce();
            after.forEach(Running::untilDone);
            connector.requireExactlyOnce();
            return changes;
        }
    }

    /** A worker takes the offset of a start at the ledger for committed; without a note of ours the lag would stay for good. */
    @Test
    void aGroupThatAKilledTaskLeftBehindCatchesUpWithoutARecord() {
        TopicPartition partition = EngineConnector.partition(0);
        var quiet = new EngineConnector(1);
        quiet.produce(partition, 5);
        Running killed = quiet.start(partition);
        killed.task().poll(1_000);
        killed.task().commit(false);
        killed.task().crash();
        assertThat(quiet.ledger().find(partition)).hasValue(5);
        assertThat(quiet.kafka().committed(partition)).isEmpty();
        quiet.start(partition).round();
        assertThat(quiet.kafka().committed(partition)).contains(5L);
    }
}
