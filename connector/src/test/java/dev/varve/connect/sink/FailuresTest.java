package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.TableId;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.StorageException.Kind;
import dev.varve.table.testing.ManualEnv;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class FailuresTest {
    private static final TableId T = new TableId("db", "t");
    private static final TableId U = new TableId("db", "u");
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final StorageException TIMED_OUT =
            new StorageException(Kind.TRANSIENT, "read of m-1: timeout", null);
    private static final StorageException DENIED = new StorageException(Kind.REFUSED, "write of d-1: denied", null);

    private final ManualEnv env = ManualEnv.create();
    private final TaskMetrics metrics = new TaskMetrics();
    private final Failures failures = failures(TIMEOUT);

    private Failures failures(Duration timeout) {
        return new Failures(
                new TaskSettings(
                        "lake",
                        0,
                        1,
                        "lake",
                        Optional.empty(),
                        false,
                        true,
                        new RetryLimits(timeout, Duration.ofSeconds(1), Duration.ofSeconds(30))),
                env,
                metrics);
    }

    @Test
    void aTableMayFailUntilTheTimeIsOverAndIsTriedOnceMoreAtTheEnd() {
        Duration waited = Duration.ZERO;
        while (waited.compareTo(TIMEOUT) < 0) {
            Duration wait = failures.failed(T, TIMED_OUT);
            env.advance(wait);
            waited = waited.plus(wait);
        }
        assertThat(waited).isEqualTo(TIMEOUT);
        assertThatThrownBy(() -> failures.failed(T, TIMED_OUT))
                .isInstanceOf(ConnectException.class)
                .hasMessageContainingAll("table db.t", "600 s", "retry.timeout.ms=600000", "read of m-1: timeout");
    }

    @Test
    void withoutTimeTheFirstFailureIsTheLast() {
        assertThatThrownBy(() -> failures(Duration.ZERO).failed(T, TIMED_OUT))
                .hasMessageContaining("gave up after 1 failures in 0 s");
    }

    @Test
    void aCommitBeginsTheTimeAnew() {
        for (int i = 0; i < 5; i++) {
            failures.failed(T, TIMED_OUT);
            env.advance(TIMEOUT.minusSeconds(1));
            failures.failed(T, TIMED_OUT);
            assertThat(failures.count(T)).isEqualTo(2);
            failures.landed(T);
            assertThat(failures.count(T)).isZero();
        }
    }

    @Test
    void troubleLastsUntilTheLastTableWorks() {
        failures.failed(T, TIMED_OUT);
        env.advance(Duration.ofSeconds(2));
        failures.failed(U, TIMED_OUT);
        failures.failed(T, TIMED_OUT);
        failures.landed(T);
        assertThat(metrics.getInTrouble()).isTrue();
        assertThat(metrics.getTroubleMillis()).isZero();
        env.advance(Duration.ofSeconds(3));
        failures.landed(U);
        assertThat(metrics.getInTrouble()).isFalse();
        assertThat(metrics.getTroubles()).isEqualTo(1);
        assertThat(metrics.getTroubleMillis()).isEqualTo(5_000);
        assertThat(failures.any()).isFalse();
    }

    /** Otherwise a failure in a week would find the time long over. */
    @Test
    void aTableThatNeedsNoCommitAnyMoreDoesNotFailForEver() {
        failures.failed(T, TIMED_OUT);
        env.advance(Duration.ofSeconds(60));
        failures.settle(Set.of());
        assertThat(failures.any()).as("too early").isTrue();
        env.advance(Duration.ofSeconds(1));
        failures.settle(Set.of(T));
        assertThat(failures.any()).as("still pending").isTrue();
        failures.settle(Set.of(U));
        assertThat(failures.any()).isFalse();
        assertThat(metrics.getInTrouble()).isFalse();
    }

    @Test
    void whatDoesNotHealByItselfIsNotTriedAgain() {
        assertThatThrownBy(() -> failures.failed(T, new CorruptTableException("bad magic in m-1")))
                .isInstanceOf(ConnectException.class)
                .hasMessage("table db.t: bad magic in m-1");
    }

    @Test
    void aRefusalIsWaitedForOnceSomethingHasLanded() {
        assertThatThrownBy(() -> failures.failed(T, DENIED)).hasMessage("table db.t: write of d-1: denied");
        failures.landed(U);
        assertThat(failures.mayPass(DENIED)).isTrue();
        assertThat(failures.failed(U, DENIED)).isPositive();
    }
}
