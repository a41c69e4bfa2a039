package dev.varve.connect.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Histories of connectors, jobs and a failing store over the real engine. {@code -Dsimulation.histories=N} runs more,
 * {@code -Dsimulation.seed=N} starts at another seed, {@code -Dsimulation.steps=N} makes them longer; a failure names its seed.
 */
class SimulationTest {
    private static final long FIRST = Long.getLong("simulation.seed", 1);
    private static final long HISTORIES = Long.getLong("simulation.histories", 300);
    private static final int STEPS = Integer.getInteger("simulation.steps", 40);
    /** In so many histories everything happens that is not rare. */
    private static final long ENOUGH_FOR_EVERYTHING = 2_000;

    @Test
    void everySnapshotOfEveryHistoryHoldsWhatItMust() {
        Tally tally = new Tally();
        try (var coroutines = new Coroutines()) {
            for (long seed = FIRST; seed < FIRST + HISTORIES; seed++) {
                run(seed, tally, coroutines);
            }
        }
        System.out.println(HISTORIES + " histories from seed " + FIRST + ": " + tally);
        if (HISTORIES >= ENOUGH_FOR_EVERYTHING) {
            assertThat(tally.missing())
                    .as("what never happened in %s histories", HISTORIES)
                    .isEmpty();
        }
    }

    private static void run(long seed, Tally tally, Coroutines coroutines) {
        try {
            new Simulation(seed, tally, coroutines).run(STEPS);
        } catch (RuntimeException | Error e) {
            throw new AssertionError("failed with -Dsimulation.seed=" + seed + ": " + e.getMessage(), e);
        }
    }
}
