package dev.varve.connect.sink;

import org.junit.jupiter.api.Test;

/**
 * No loss, no duplicate, from thousands of seeds. {@code -Dsimulation.seeds=N} runs more; {@code -Dsimulation.first=N} starts at
 * another seed; a failure names its seed.
 */
class ExactlyOnceSimulationTest {
    private static final int STEPS = 120;

    @Test
    void everyRowLandsOnceUnderEverySeed() {
        long first = Long.getLong("simulation.first", 1);
        long seeds = Long.getLong("simulation.seeds", 1_000);
        for (long seed = first; seed < first + seeds; seed++) {
            run(seed);
        }
    }

    private static void run(long seed) {
        try {
            new ExactlyOnceSimulation(seed, FakeTables::new).run(STEPS);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
