package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.testing.ManualEnv;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryLimitsTest {
    private static final RetryLimits LIMITS =
            new RetryLimits(Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofSeconds(5));

    @Test
    void waitsDoubleUpToABoundAndAreJitteredDownToHalf() {
        ManualEnv env = ManualEnv.create();
        for (int failures = 1; failures <= 100; failures++) {
            long full = Math.min(5_000, failures > 10 ? 5_000 : 1_000L << (failures - 1));
            assertThat(LIMITS.waitAfter(failures, env).toMillis()).isBetween(full / 2, full);
        }
    }
}
