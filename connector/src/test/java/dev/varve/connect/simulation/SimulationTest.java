package dev.varve.connect.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Histories of connectors, jobs and a failing store over the real engine. {@code -Dsimulation.histories=N} runs more,
 * {@code -Dsimulation.seed=N} starts at another seed, {@code -Dsimulation.steps=N} makes them longer,
 * {@code -Dsimulation.threads=N} runs so many at a time; a failure names its seed.
 */
class SimulationTest {
    private static final long FIRST = Long.getLong("simulation.seed", 1);
    private static final long HISTORIES = Long.getLong("simulation.histories", 2_000);
    private static final int STEPS = Integer.getInteger("simulation.steps", 40);
    private static final int THREADS = Integer.getInteger(
            "simulation.threads", Math.min(4, Runtime.getRuntime().availableProcessors()));
    /** In so many histories everything happens that is not rare. */
    private static final long ENOUGH_FOR_EVERYTHING = 2_000;

    private final AtomicLong nextSeed = new AtomicLong(FIRST);
    private final AtomicLong firstFailure = new AtomicLong(Long.MAX_VALUE);

    @Test
    void everySnapshotOfEveryHistoryHoldsWhatItMust() throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        Tally tally = new Tally();
        try {
            List<Future<Tally>> parts = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                parts.add(threads.submit(this::runSome));
            }
            for (Future<Tally> part : parts) {
                tally.addAll(part.get());
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
        System.out.println(HISTORIES + " histories from seed " + FIRST + ": " + tally);
        if (HISTORIES >= ENOUGH_FOR_EVERYTHING) {
            assertThat(tally.missing())
                    .as("what never happened in %s histories", HISTORIES)
                    .isEmpty();
        }
    }

    /** A history has all that it needs for itself, so that they can run beside each other. */
    private Tally runSome() {
        Tally tally = new Tally();
        try (var coroutines = new Coroutines()) {
            long seed = nextSeed.getAndIncrement();
            while (seed < FIRST + HISTORIES && seed < firstFailure.get()) {
                run(seed, tally, coroutines);
                seed = nextSeed.getAndIncrement();
            }
        }
        return tally;
    }

    private void run(long seed, Tally tally, Coroutines coroutines) {
        try {
            new Simulation(seed, tally, coroutines).run(STEPS);
        } catch (RuntimeException | Error e) {
            firstFailure.accumulateAndGet(seed, Math::min);
            throw new AssertionError("failed with -Dsimulation.seed=" + seed + ": " + e.getMessage(), e);
        }
    }
}
