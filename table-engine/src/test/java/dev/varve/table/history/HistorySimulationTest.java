package dev.varve.table.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Random lives of tables. More of them with {@code -Dhistory.seeds=100000}, one with {@code -Dhistory.seed=17}, for a time instead of
 * a number with {@code -Dhistory.minutes=30}, from another start with {@code -Dhistory.first=5000}, longer ones with
 * {@code -Dhistory.steps=100}, on fewer threads with {@code -Dhistory.threads=1}.
 */
class HistorySimulationTest {
    private static final int SEEDS = Integer.getInteger("history.seeds", 2000);
    private static final long FIRST = Long.getLong("history.first", 1);
    private static final int STEPS = Integer.getInteger("history.steps", 12);

    @Test
    void tableIsWhatTheModelSays() throws Exception {
        Long single = Long.getLong("history.seed");
        if (single != null) {
            live(single);
            return;
        }
        int minutes = Integer.getInteger("history.minutes", 0);
        long deadline = System.nanoTime() + minutes * 60_000_000_000L;
        AtomicLong next = new AtomicLong(FIRST);
        int threads = Integer.getInteger("history.threads", Runtime.getRuntime().availableProcessors());
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                workers.add(executor.submit(() -> {
                    for (long seed = next.getAndIncrement();
                            minutes > 0 ? System.nanoTime() < deadline : seed < FIRST + SEEDS;
                            seed = next.getAndIncrement()) {
                        live(seed);
                    }
                    return null;
                }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError failure) {
                throw failure;
            }
            throw e;
        } finally {
            executor.shutdownNow();
        }
        System.out.println("histories without a difference: " + (next.get() - FIRST - threads));
    }

    private static void live(long seed) {
        History history = new History(seed);
        try {
            history.run(STEPS);
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "failed with -Dhistory.seed=" + seed + ": " + e.getMessage() + "\n" + history.story(), e);
        }
    }
}
