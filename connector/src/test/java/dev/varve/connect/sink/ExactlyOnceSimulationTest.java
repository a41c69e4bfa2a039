package dev.varve.connect.sink;

import org.junit.jupiter.api.Test;

/**
 * No loss, no duplicate, from thousands of seeds. {@code -Dsimulation.seeds=N} runs more; {@code -Dsimulation.first=N} starts at
 * another seed; a failure names its seed.
 */
class ExactlyOnceSimulationTest {
    private static final int STEPS = 120;
    private static final int ENGINE_STEPS = 60;

    @Test
    void everyRowLandsOnceUnderEverySeed() {
        long first = Long.getLong("simulation.first", 1);
        long seeds = Long.getLong("simulation.seeds", 1_000);
        for (long seed = first; seed < first + seeds; seed++) {
            run(seed, FakeTables::new, STEPS);
        }
    }

    @Test
    void everyRowLandsOnceOverTheRealEngine() {
        long first = Long.getLong("simulation.engine.first", 1);
        long seeds = Long.getLong("simulation.engine.seeds", 12);
        for (long seed = first; seed < first + seeds; seed++) {
            run(seed, EngineTables::new, ENGINE_STEPS);
        }
    }

    private static void run(long seed, SimulatedTables.Factory tables, int steps) {
        try {
            new ExactlyOnceSimulation(seed, tables).run(steps);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
