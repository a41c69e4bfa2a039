package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.sink.EngineConnector.Running;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store, or a part of what a task does with it, is away for ten minutes or for good. */
class StoreOutageTest {
    private static final TopicPartition P0 = EngineConnector.partition(0);
    private static final Duration OUTAGE = Duration.ofMinutes(10);
    private static final Duration RETRY_TIMEOUT = Duration.ofMinutes(15);

    /** Connect's {@code max.poll.interval.ms} is five minutes: a call of the task must be far from it. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(30);

    /** Between two polls, if the task does not ask for more. */
    private Duration step = Duration.ofSeconds(10);

    private final EngineConnector connector = new EngineConnector(1).retryTimeout(RETRY_TIMEOUT);

    /** What is away. */
    enum Part {
        EVERYTHING(call -> true),
        READING(call -> !call.operation().mutates()),
        DATA_FILES(call -> call.named("data-")),
        MANIFESTS(call -> call.named("manifest-")),
        SNAPSHOTS(call -> call.named("snapshot-")),
        /** Compactions read data files; nothing else does while a task writes. */
        COMPACTION(call -> call.named("data-") && !call.operation().mutates()),
        /** Expiration deletes. */
        DELETING(call -> call.is(Operation.DELETE));

        private final Predicate<StoreCall> calls;

        Part(Predicate<StoreCall> calls) {
            this.calls = calls;
        }

        FaultPlan with(Fault fault) {
            return FaultPlan.always(calls, fault);
        }
    }

    /** Lets a task work, commit and be asked for records while time passes, as a worker does. */
    private void pass(Running task, Duration duration) {
        long end = connector.env().nanoTime() + duration.toNanos();
        while (connector.env().nanoTime() < end && task.task().isAlive()) {
            connector.produce(P0, 1);
            long before = connector.env().nanoTime();
            task.task().poll(100);
            requireShort(before);
            before = connector.env().nanoTime();
            task.task().commit();
            requireShort(before);
            connector
                    .env()
                    .advance(Duration.ofMillis(
                            Math.max(step.toMillis(), task.task().timeout())));
        }
    }

    private void requireShort(long before) {
        assertThat(Duration.ofNanos(connector.env().nanoTime() - before)).isLessThan(LONGEST_CALL);
    }

    @ParameterizedTest
    @EnumSource(Part.class)
    void tenMinutesAreWaitedForWhileATaskWorks(Part part) {
        Running task = connector.start(P0);
        pass(task, Duration.ofMinutes(1));
        assertThat(connector.landed()).isNotEmpty();

        task.failing(part.with(Fault.FAIL_BEFORE));
        pass(task, OUTAGE);

        assertThat(task.task().isAlive()).isTrue();
        task.failing(FaultPlan.none());
        pass(task, Duration.ofMinutes(2));
        task.untilDone();
        connector.requireExactlyOnce();
        assertThat(task.metrics().getInTrouble()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Part.class,
            names = {"EVERYTHING", "READING", "SNAPSHOTS"})
    void tenMinutesAreWaitedForByATaskThatStarts(Part part) {
        pass(connector.start(P0), Duration.ofSeconds(30));
        Running task = connector.start(0, Set.of(P0), part.with(Fault.FAIL_BEFORE));
        pass(task, OUTAGE);
        assertThat(task.task().isAlive()).isTrue();
        task.failing(FaultPlan.none());
        pass(task, Duration.ofMinutes(2));
        task.untilDone();
        connector.requireExactlyOnce();
    }

    /** The group is past what a rollback took back, so it is no place to start, however long the ledger cannot be read. */
    @ParameterizedTest
    @EnumSource(
            value = Part.class,
            names = {"EVERYTHING", "READING", "SNAPSHOTS"})
    void aTaskThatStartsAfterARollbackWaitsForTheLedger(Part part) {
        connector.produce(P0, 3);
        connector.start(P0).untilDone().task().stop();
        long snapshot = connector.table().latestSnapshot().orElseThrow().id();
        connector.produce(P0, 5);
        connector.start(P0).untilDone().task().stop();
        connector.table().maintenance().rollbackToSnapshot(snapshot);
        assertThat(connector.ledger().find(P0)).hasValue(3);

        Running task = connector.start(0, Set.of(P0), part.with(Fault.FAIL_BEFORE));
        pass(task, OUTAGE);
        assertThat(task.task().isAlive()).isTrue();
        task.failing(FaultPlan.none());
        pass(task, Duration.ofMinutes(2));
        task.untilDone();
        connector.requireExactlyOnce();
    }

    @Test
    void theFirstTaskOfATableStartsWithoutAStore() {
        Running task = connector.start(0, Set.of(P0), Part.EVERYTHING.with(Fault.FAIL_BEFORE));
        pass(task, OUTAGE);
        assertThat(task.task().isAlive()).isTrue();
        task.failing(FaultPlan.none()).untilDone();
        connector.requireExactlyOnce();
    }

    /** Partitions are paused meanwhile, nothing is held in memory, and it is one trouble, told once. */
    @Test
    void nothingPilesUp() {
        Running task = connector.start(P0);
        pass(task, Duration.ofMinutes(1));
        task.failing(Part.EVERYTHING.with(Fault.FAIL_BEFORE));
        connector.produce(P0, 1_000);
        step = Duration.ofSeconds(1);
        int paused = 0;
        for (int i = 0; i < 100; i++) {
            pass(task, Duration.ofMillis(1));
            assertThat(task.metrics().getInTrouble()).isTrue();
            paused += task.task().paused().size();
        }
        assertThat(paused)
                .as("times that the partition is paused, of a hundred")
                .isGreaterThan(40);
        assertThat(task.metrics().getTroubles()).isEqualTo(1);
        assertThat(task.metrics().getRewinds()).as("tries in 100 seconds").isBetween(10L, 60L);
        task.failing(FaultPlan.none());
        pass(task, Duration.ofMinutes(1));
        task.untilDone();
        assertThat(task.task().paused()).isEmpty();
        assertThat(task.metrics().getTroubleMillis()).isGreaterThan(90_000L);
        connector.requireExactlyOnce();
    }

    /** Credentials that have expired are renewed in the end; the same with a full disk, and a clock that is put right. */
    @ParameterizedTest
    @EnumSource(
            value = Part.class,
            names = {"EVERYTHING", "DATA_FILES", "SNAPSHOTS"})
    void aStoreThatRefusesAllAtOnceIsWaitedFor(Part part) {
        Running task = connector.start(P0);
        pass(task, Duration.ofMinutes(1));
        task.failing(part.with(Fault.REFUSE));
        pass(task, OUTAGE);
        assertThat(task.task().isAlive()).isTrue();
        task.failing(FaultPlan.none());
        pass(task, Duration.ofMinutes(1));
        task.untilDone();
        connector.requireExactlyOnce();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAIL_BEFORE", "UNKNOWN_BEFORE", "REFUSE"})
    void forGoodItEndsTheTaskWhenTheTimeIsOver(Fault fault) {
        Running task = connector.start(P0);
        pass(task, Duration.ofMinutes(1));
        task.failing(Part.EVERYTHING.with(fault));
        long start = connector.env().nanoTime();
        pass(task, Duration.ofHours(1));
        assertThat(task.task().isAlive()).isFalse();
        assertThat(Duration.ofNanos(connector.env().nanoTime() - start))
                .isBetween(RETRY_TIMEOUT, RETRY_TIMEOUT.plusMinutes(1));
        assertThat(task.failure())
                .isInstanceOf(ConnectException.class)
                .hasMessageContainingAll("table db.orders", "retry.timeout.ms=900000", "injected", "/warehouse/");

        connector.start(P0).untilDone();
        connector.requireExactlyOnce();
    }

    /** Now and then a failure, and commits between them: that never adds up to an end. */
    @Test
    void commitsBetweenFailuresBeginTheTimeAnew() {
        Running task = connector.start(P0);
        for (int i = 0; i < 10; i++) {
            task.failing(Part.EVERYTHING.with(Fault.FAIL_BEFORE));
            pass(task, Duration.ofMinutes(2));
            task.failing(FaultPlan.none());
            pass(task, Duration.ofMinutes(1));
        }
        assertThat(task.task().isAlive()).isTrue();
        assertThat(task.metrics().getTroubles()).isEqualTo(10);
        task.untilDone();
        connector.requireExactlyOnce();
    }
}
