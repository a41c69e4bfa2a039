package dev.varve.connect.sink;

import org.junit.jupiter.api.Test;

/**
 * No loss, no duplicate, from thousands of seeds. {@code -Dprotocol.seeds=N} runs more; {@code -Dprotocol.first=N} starts at
 * another seed; a failure names its seed.
 */
class ExactlyOnceSimulationTest {
    private static final int STEPS = 120;

    @Test
    void everyRowLandsOnceUnderEverySeed() {
        long first = Long.getLong("protocol.first", 1);
        long seeds = Long.getLong("protocol.seeds", 1_000);
        for (long seed = first; seed < first + seeds; seed++) {
            try {
                new ExactlyOnceSimulation(seed).run(STEPS);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("failed with -Dprotocol.first=" + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
