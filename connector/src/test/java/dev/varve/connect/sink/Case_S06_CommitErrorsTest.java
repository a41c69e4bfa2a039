package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.sink.EngineConnector.Running;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots cannot be created for a while, or for ever, or are created although the store says otherwise. */
class Case_S06_CommitErrorsTest {
    private static final TopicPartition P0 = EngineConnector.partition(0);

    private final MetricBeans beans = new MetricBeans();
    private final EngineConnector connector = new EngineConnector(1).beans(beans);

    @AfterEach
    void unregister() {
        beans.close();
    }

    private static boolean isSnapshot(StoreCall call) {
        return call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-");
    }

    private static long attribute(String name) throws JMException {
        var bean = new ObjectName("dev.varve:type=table,connector=\"lake\",task=0,table=\"db.orders\"");
        return (long) ManagementFactory.getPlatformMBeanServer().getAttribute(bean, name);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAIL_BEFORE", "UNKNOWN_BEFORE"})
    void threeFailuresAndThenItSucceeds(Fault fault) throws JMException {
        connector.produce(P0, 7);
        Running task = connector.start(P0).failing(FaultPlan.always(Case_S06_CommitErrorsTest::isSnapshot, fault));
        var waits = new ArrayList<Long>();
        for (int failures = 1; failures <= 3; failures++) {
            task.round();
            assertThat(attribute("ConsecutiveCommitFailures")).isEqualTo(failures);
            assertThat(connector.kafka().committed(P0)).as("not advanced").isEmpty();
            assertThat(connector.landed()).isEmpty();
            task.task().poll(1_000);
            assertThat(task.task().paused()).as("waits before it tries again").containsExactly(P0);
            waits.add(task.task().timeout());
            connector.env().advance(Duration.ofMillis(task.task().timeout()));
            task.task().poll(0);
        }
        task.failing(FaultPlan.none());
        assertThat(waits.get(0)).isBetween(500L, 1_000L);
        assertThat(waits.get(1)).isBetween(1_000L, 2_000L);
        assertThat(waits.get(2)).isBetween(2_000L, 4_000L);
        task.untilDone();
        assertThat(attribute("ConsecutiveCommitFailures")).isZero();
        assertThat(attribute("CommitFailures")).isEqualTo(3);
        assertThat(connector.kafka().committed(P0)).contains(7L);
        connector.requireExactlyOnce();
    }

    /** A few failures are healed within one commit, which waits longer and longer and never long. */
    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAIL_BEFORE", "UNKNOWN_BEFORE"})
    void threeFailuresWithinOneCommit(Fault fault) throws JMException {
        connector.produce(P0, 7);
        Running task = connector.start(P0).failing(FaultPlan.times(3, Case_S06_CommitErrorsTest::isSnapshot, fault));
        task.round();
        assertThat(attribute("ConsecutiveCommitFailures")).isZero();
        assertThat(connector.env().sleeps()).hasSizeBetween(1, 3);
        assertThat(connector.env().slept()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(5));
        connector.requireExactlyOnce();
    }

    /** Other places where a commit can fail count alike. */
    @ParameterizedTest
    @ValueSource(strings = {"data-", "manifest-", "manifest-list-"})
    void everyPartOfACommitCounts(String file) throws JMException {
        connector.produce(P0, 3);
        Running task = connector
                .start(P0)
                .failing(FaultPlan.times(2, call -> call.operation().mutates() && call.named(file), Fault.FAIL_BEFORE));
        task.round();
        assertThat(attribute("ConsecutiveCommitFailures")).isEqualTo(1);
        task.untilDone();
        assertThat(attribute("ConsecutiveCommitFailures")).isZero();
        connector.requireExactlyOnce();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAIL_BEFORE", "UNKNOWN_BEFORE"})
    void forEverTheTaskEndsAfterTheSetTimeAndNothingIsLost(Fault fault) throws JMException {
        connector.produce(P0, 7);
        Running task = connector.start(P0).failing(FaultPlan.always(Case_S06_CommitErrorsTest::isSnapshot, fault));
        int rounds = 0;
        long mostFailures = 0;
        long startNanos = connector.env().nanoTime();
        while (task.task().isAlive()) {
            assertThat(rounds++).isLessThan(50);
            task.round();
            mostFailures = Math.max(mostFailures, task.task().isAlive() ? attribute("ConsecutiveCommitFailures") : 0);
            connector.env().advance(Duration.ofSeconds(4));
        }
        assertThat(task.failure())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("db.orders")
                .hasMessageContaining("gave up after")
                .hasMessageContaining("retry.timeout.ms=" + EngineConnector.RETRY_TIMEOUT.toMillis())
                .hasStackTraceContaining("injected");
        assertThat(mostFailures).isGreaterThanOrEqualTo(2);
        assertThat(Duration.ofNanos(connector.env().nanoTime() - startNanos))
                .isBetween(EngineConnector.RETRY_TIMEOUT, EngineConnector.RETRY_TIMEOUT.plusMinutes(1));
        assertThat(connector.kafka().committed(P0)).isEmpty();
        assertThat(connector.hasTable() ? connector.landed() : List.of()).isEmpty();

        connector.produce(P0, 1);
        connector.start(P0).untilDone();
        connector.requireExactlyOnce();
    }

    /** An error that trying again cannot heal ends the task at once. */
    @Test
    void aRefusalEndsTheTaskAtOnce() {
        connector.produce(P0, 7);
        Running task =
                connector.start(P0).failing(FaultPlan.always(Case_S06_CommitErrorsTest::isSnapshot, Fault.REFUSE));
        task.round();
        assertThat(connector.kafka().committed(P0)).isEmpty();
        task.task().poll(1_000);
        assertThat(task.failure()).hasMessageContaining("db.orders");
        connector.start(P0).untilDone();
        connector.requireExactlyOnce();
    }

    /** The store kept the snapshot and said otherwise; with and without a rival that commits in between. */
    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"UNKNOWN_AFTER", "FAIL_AFTER"})
    void aSnapshotThatIsThereIsRecognised(Fault fault) throws JMException {
        connector.produce(P0, 7);
        Running task = connector.start(P0).failing(FaultPlan.times(3, Case_S06_CommitErrorsTest::isSnapshot, fault));
        task.round();
        assertThat(connector.landed()).hasSize(7);
        connector.produce(P0, 1);
        task.untilDone();
        connector.produce(P0, 1);
        task.untilDone();
        assertThat(task.task().isAlive()).isTrue();
        assertThat(attribute("ConsecutiveCommitFailures")).isZero();
        assertThat(connector.kafka().committed(P0)).contains(9L);
        connector.requireExactlyOnce();
    }

    /** The same, and the process ends before it can look; its successor is another task. */
    @Test
    void aSnapshotThatIsThereIsRecognisedByTheNextTask() {
        connector.tasks(2).produce(P0, 7);
        Running task = connector.start(P0);
        task.task().poll(1_000);
        boolean[] answered = {false};
        task.commitUntilCrash(call -> {
            if (answered[0]) {
                return Fault.CRASH_BEFORE;
            }
            answered[0] = isSnapshot(call);
            return answered[0] ? Fault.UNKNOWN_AFTER : Fault.NONE;
        });
        Running next = connector.start(1, Set.of(P0));
        assertThat(next.task().position(P0)).isEqualTo(7);
        connector.produce(P0, 1);
        next.untilDone();
        connector.requireExactlyOnce();
    }

    /** Failures of one table are not those of another, and a commit between two failures begins the count anew. */
    @Test
    void aCommitBeginsTheCountAnew() throws JMException {
        Running task = connector.start(P0);
        for (int i = 0; i < 10; i++) {
            connector.produce(P0, 1);
            task.failing(FaultPlan.always(Case_S06_CommitErrorsTest::isSnapshot, Fault.FAIL_BEFORE));
            task.round();
            assertThat(attribute("ConsecutiveCommitFailures")).isEqualTo(1);
            task.failing(FaultPlan.none()).untilDone();
            assertThat(attribute("ConsecutiveCommitFailures")).isZero();
        }
        assertThat(task.task().isAlive()).isTrue();
        connector.requireExactlyOnce();
    }
}
