package dev.varve.table.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ParallelWorkTest {
    private final ExecutorService pool = Executors.newFixedThreadPool(3);

    @AfterEach
    void stop() throws InterruptedException {
        pool.shutdownNow();
        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    private static List<Runnable> counting(int pieces, AtomicInteger done) {
        return Collections.nCopies(pieces, done::incrementAndGet);
    }

    @Test
    void everyPieceIsDoneOnce() {
        AtomicInteger done = new AtomicInteger();
        ParallelWork.run(counting(1000, done), pool, 4);
        assertThat(done).hasValue(1000);
        ParallelWork.run(List.of(), pool, 4);
    }

    @Test
    void severalThreadsWorkAtATime() throws InterruptedException {
        CountDownLatch together = new CountDownLatch(3);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Runnable meeting = () -> {
            threads.add(Thread.currentThread());
            together.countDown();
            try {
                assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        ParallelWork.run(List.of(meeting, meeting, meeting), pool, 3);
        assertThat(threads).hasSize(3).contains(Thread.currentThread());
    }

    @Test
    void anExecutorThatNeverRunsAnythingIsNotWaitedFor() {
        AtomicInteger done = new AtomicInteger();
        var never = new ArrayList<Runnable>();
        ParallelWork.run(counting(10, done), never::add, 4);
        assertThat(done).hasValue(10);
        // A helper that comes too late finds nothing to do.
        never.forEach(Runnable::run);
        assertThat(done).hasValue(10);
    }

    @Test
    void aFullExecutorIsNoFailure() {
        AtomicInteger done = new AtomicInteger();
        Executor full = command -> {
            throw new RejectedExecutionException("full");
        };
        ParallelWork.run(counting(10, done), full, 4);
        assertThat(done).hasValue(10);
    }

    @Test
    void theFirstFailureStopsTheRestAndIsThrown() {
        AtomicInteger done = new AtomicInteger();
        var pieces = new ArrayList<Runnable>(counting(5, done));
        pieces.add(() -> {
            throw new IllegalArgumentException("piece 5");
        });
        pieces.addAll(counting(1000, done));
        assertThatThrownBy(() -> ParallelWork.run(pieces, Runnable::run, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("piece 5");
        assertThat(done).hasValue(5);
        assertThatThrownBy(() -> ParallelWork.run(
                        List.of(() -> {
                            throw new StackOverflowError();
                        }),
                        pool,
                        2))
                .isInstanceOf(StackOverflowError.class);
    }
}
