package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.TableId;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.testing.ManualEnv;
import java.time.Duration;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class RetryLimitsTest {
    private static final TableId T = new TableId("db", "t");
    private static final RetryLimits LIMITS = new RetryLimits(3, Duration.ofSeconds(1), Duration.ofSeconds(5));

    private final ManualEnv env = ManualEnv.create();

    @Test
    void waitsDoubleUpToABoundAndAreJitteredDownToHalf() {
        for (int failures = 1; failures <= 100; failures++) {
            long full = Math.min(5_000, failures > 10 ? 5_000 : 1_000L << (failures - 1));
            assertThat(LIMITS.waitAfter(failures, env).toMillis()).isBetween(full / 2, full);
        }
    }

    @Test
    void aBoundedNumberOfTransientFailuresIsTriedAgain() {
        var failures = new Failures(LIMITS, env);
        var error = new StorageException(StorageException.Kind.TRANSIENT, "timeout", null);
        failures.failed(T, error);
        failures.failed(T, error);
        failures.healed(T);
        failures.failed(T, error);
        failures.failed(T, error);
        assertThatThrownBy(() -> failures.failed(T, error))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("db.t")
                .hasMessageContaining("3 failures")
                .hasMessageContaining("timeout");
    }

    @Test
    void whatDoesNotHealByItselfIsNotTriedAgain() {
        assertThatThrownBy(() -> new Failures(LIMITS, env).failed(T, new CorruptTableException("bad magic in m-1")))
                .isInstanceOf(ConnectException.class)
                .hasMessage("table db.t: bad magic in m-1");
    }
}
