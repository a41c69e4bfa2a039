package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

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
        long compactions = 0;
        long pauses = 0;
        for (long seed = first; seed < first + seeds; seed++) {
            ExactlyOnceSimulation simulation = run(seed, EngineTables::new, ENGINE_STEPS);
            compactions += simulation.compactions();
            pauses += simulation.pauses();
        }
        assertThat(compactions).as("compactions in %s histories", seeds).isGreaterThan(seeds);
        assertThat(pauses).as("tasks that waited for compaction").isPositive();
    }

    private static ExactlyOnceSimulation run(long seed, SimulatedTables.Factory tables, int steps) {
        try {
            var simulation = new ExactlyOnceSimulation(seed, tables);
            simulation.run(steps);
            return simulation;
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
