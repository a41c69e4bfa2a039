package dev.varve.table.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.StorageException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.ManualExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class CompactionExecutorTest {
    private static final CompactionResult RESULT =
            new CompactionResult(List.of(file("in", 70)), List.of(file("out", 50)));

    private final ManualEnv env = ManualEnv.create();
    private final ManualExecutor threads = new ManualExecutor();
    private final CompactionExecutor executor = new CompactionExecutor(threads, 1, env);
    private final List<String> done = new ArrayList<>();

    private static DataFileMeta file(String name, long bytes) {
        return CompactionScript.file(name, 0, 0, 9, bytes);
    }

    private static BucketId bucket(int number) {
        return new BucketId(BinaryRow.EMPTY, number);
    }

    private CompactionClient client(String name) {
        return executor.register(name, (bucket, cancelled) -> {
            done.add(name + bucket.bucket());
            return Optional.of(RESULT);
        });
    }

    @Test
    void theMostUrgentBucketOfAllTablesComesFirst() {
        CompactionClient a = client("a");
        CompactionClient b = client("b");
        a.offer(bucket(1), 1.0);
        b.offer(bucket(1), 1.6);
        a.offer(bucket(2), 1.2);
        a.offer(bucket(3), 1.0);
        assertThat(a.counts().queued()).isEqualTo(3);
        // Urgency changes while it waits.
        a.offer(bucket(3), 2.0);
        threads.runAll();
        assertThat(done).containsExactly("a3", "b1", "a2", "a1");
        assertThat(a.counts()).isEqualTo(new CompactionCounts(0, 0, 3, 0, 0, 3 * 70, 3 * 50, Duration.ZERO));
    }

    @Test
    void noMoreThreadsAreAskedForThanMayRun() {
        CompactionClient client = client("a");
        for (int i = 0; i < 10; i++) {
            client.offer(bucket(i), 1);
        }
        assertThat(threads.waiting()).isEqualTo(1);
        threads.runAll();
        assertThat(done).hasSize(10);
        client.offer(bucket(0), 1);
        assertThat(threads.waiting()).isEqualTo(1);
    }

    @Test
    void aBucketThatIsOfferedWhileItRunsIsLookedAtOnceMore() {
        CompactionClient[] self = new CompactionClient[1];
        var calls = new AtomicInteger();
        self[0] = executor.register("t", (bucket, cancelled) -> {
            if (calls.incrementAndGet() == 1) {
                assertThat(self[0].counts().running()).isEqualTo(1);
                self[0].offer(bucket, 1);
                self[0].offer(bucket, 1);
            }
            return Optional.empty();
        });
        self[0].offer(bucket(1), 1);
        threads.runAll();
        assertThat(calls).hasValue(2);
        assertThat(self[0].counts().finished()).isZero();
    }

    @Test
    void aFailureIsTriedAgainAfterWaitsThatGrow() {
        var attempts = new ArrayList<Duration>();
        CompactionClient client = executor.register("t", (bucket, cancelled) -> {
            attempts.add(Duration.ofNanos(env.nanoTime()));
            if (attempts.size() < 6) {
                throw new StorageException(StorageException.Kind.TRANSIENT, "the disk is full", null);
            }
            return Optional.of(RESULT);
        });
        client.offer(bucket(1), 1);
        for (int i = 0; i < 600; i++) {
            threads.runAll();
            env.advance(Duration.ofMillis(100));
            client.offer(bucket(1), 1);
        }
        threads.runAll();
        assertThat(client.counts().failed()).isEqualTo(5);
        assertThat(attempts.size()).isGreaterThan(6);
        for (int failure = 1; failure <= 5; failure++) {
            Duration waited = attempts.get(failure).minus(attempts.get(failure - 1));
            Duration longest = Duration.ofSeconds(1L << (failure - 1));
            assertThat(waited).isBetween(longest.dividedBy(2), longest.plus(Duration.ofMillis(100)));
        }
    }

    @Test
    void waitsHaveABound() {
        for (int failures : new int[] {1, 5, 20, 64, 1000}) {
            assertThat(Backoff.DEFAULT.after(failures, env)).isBetween(Duration.ofMillis(500), Duration.ofMinutes(5));
        }
        assertThat(Backoff.DEFAULT.after(30, env)).isGreaterThanOrEqualTo(Duration.ofSeconds(150));
    }

    @Test
    void aFailingBucketDoesNotHoldOthersUp() {
        CompactionClient client = executor.register("t", (bucket, cancelled) -> {
            if (bucket.bucket() == 1) {
                throw new IllegalStateException("a bug");
            }
            done.add("t" + bucket.bucket());
            return Optional.of(RESULT);
        });
        client.offer(bucket(1), 9);
        client.offer(bucket(2), 1);
        threads.runAll();
        assertThat(done).containsExactly("t2");
        assertThat(client.counts().queued()).isEqualTo(1);
        // Its turn comes with the next offer of any bucket,
        env.advance(Duration.ofSeconds(1));
        client.offer(bucket(3), 1);
        threads.runAll();
        assertThat(client.counts().failed()).isEqualTo(2);
        // or when somebody looks.
        client.wake();
        assertThat(threads.waiting()).isZero();
        env.advance(Duration.ofSeconds(2));
        client.wake();
        threads.runAll();
        assertThat(client.counts().failed()).isEqualTo(3);
    }

    @Test
    void onlySoManyBucketsWait() {
        var small = new CompactionExecutor(threads, 1, env, 3, Backoff.DEFAULT);
        CompactionClient client = small.register("t", (bucket, cancelled) -> {
            done.add("t" + bucket.bucket());
            return Optional.of(RESULT);
        });
        for (int i = 0; i < 3; i++) {
            assertThat(client.offer(bucket(i), 1)).isTrue();
        }
        assertThat(client.offer(bucket(3), 1)).isFalse();
        assertThat(client.offer(bucket(0), 2)).isTrue();
        threads.runAll();
        assertThat(done).containsExactly("t0", "t1", "t2");
        assertThat(client.offer(bucket(3), 1)).isTrue();
        client.withdraw(bucket(3));
        threads.runAll();
        assertThat(done).hasSize(3);
    }

    @Test
    void aClosedWriterIsForgotten() {
        CompactionClient gone = client("gone");
        CompactionClient stays = client("stays");
        gone.offer(bucket(1), 5);
        stays.offer(bucket(1), 1);
        gone.close();
        threads.runAll();
        assertThat(done).containsExactly("stays1");
        assertThat(gone.counts().queued()).isZero();
        assertThatThrownBy(() -> gone.offer(bucket(1), 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    /** Cancelled while it runs, on real threads: close returns when the task has ended, and it is not tried again. */
    @Test
    void closeCancelsWhatRunsAndWaitsForIt() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            var real = new CompactionExecutor(pool, 2, env);
            var started = new CountDownLatch(2);
            var ended = new AtomicInteger();
            CompactionJob job = (bucket, cancelled) -> {
                started.countDown();
                awaitCancellation(cancelled);
                ended.incrementAndGet();
                return Optional.empty();
            };
            CompactionClient client = real.register("t", job);
            client.offer(bucket(1), 1);
            client.offer(bucket(2), 1);
            client.offer(bucket(3), 1);
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(client.counts().running()).isEqualTo(2);
            client.withdraw(bucket(1));
            assertThat(ended.get()).isGreaterThanOrEqualTo(1);
            real.close();
            assertThat(client.counts().running()).isZero();
            assertThat(client.counts().queued()).isZero();
            assertThat(client.counts().failed()).isZero();
        } finally {
            pool.shutdownNow();
        }
    }

    private static void awaitCancellation(BooleanSupplier cancelled) {
        while (!cancelled.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aBucketNeverHasTwoTasks() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            var real = new CompactionExecutor(pool, 4, env);
            var active = new AtomicInteger[5];
            for (int i = 0; i < active.length; i++) {
                active[i] = new AtomicInteger();
            }
            var runs = new AtomicInteger();
            var clashes = new AtomicInteger();
            CompactionClient client = real.register("t", (bucket, cancelled) -> {
                if (active[bucket.bucket()].incrementAndGet() > 1) {
                    clashes.incrementAndGet();
                }
                Thread.yield();
                runs.incrementAndGet();
                active[bucket.bucket()].decrementAndGet();
                return Optional.of(RESULT);
            });
            for (int i = 0; i < 5000; i++) {
                client.offer(bucket(i % 5), i % 7);
            }
            real.close();
            assertThat(clashes).hasValue(0);
            assertThat(runs.get()).isPositive();
        } finally {
            pool.shutdownNow();
            assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        }
    }
}
