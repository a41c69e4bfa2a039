package dev.varve.table.testing;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * An environment that a test controls: the clock stands still until it is moved, sleeping moves it, ids and randomness come
 * from a seed. Two runs with one seed and one order of calls see the same. Safe for use by several threads; guarded by
 * {@code this} (but several threads make the order of calls, and so the run, unrepeatable).
 *
 * <pre>
 *   ManualEnv env = ManualEnv.seeded(42);
 *   env.advance(Duration.ofMinutes(5));
 *   assertThat(env.slept()).isEqualTo(Duration.ZERO);
 * </pre>
 */
public final class ManualEnv implements Env {
    /** Where the clock stands at first: a round number that is easily recognised in a file. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Random random;
    private Instant now = START;
    private ZoneId zone = ZoneOffset.UTC;
    private long elapsedNanos;
    private final List<Duration> sleeps = new ArrayList<>();

    private ManualEnv(long seed) {
        this.random = new Random(seed);
    }

    public static ManualEnv seeded(long seed) {
        return new ManualEnv(seed);
    }

    /** An environment for tests that do not care about chance. */
    public static ManualEnv create() {
        return seeded(0);
    }

    /** Sets the wall clock, also backwards; the monotonic clock stays. */
    public synchronized ManualEnv setTime(Instant newNow) {
        now = requireNonNull(newNow, "newNow is null");
        return this;
    }

    public synchronized ManualEnv setZone(ZoneId newZone) {
        zone = requireNonNull(newZone, "newZone is null");
        return this;
    }

    /** Lets time pass on both clocks. */
    public synchronized ManualEnv advance(Duration duration) {
        Check.argument(!duration.isNegative(), "time does not pass backwards: %s", duration);
        now = now.plus(duration);
        elapsedNanos += duration.toNanos();
        return this;
    }

    public synchronized Instant now() {
        return now;
    }

    /** Every wait that was asked for, in order. */
    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }

    /** The sum of all waits. */
    public synchronized Duration slept() {
        return sleeps.stream().reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public synchronized long currentTimeMillis() {
        return now.toEpochMilli();
    }

    @Override
    public synchronized long nanoTime() {
        return elapsedNanos;
    }

    @Override
    public synchronized ZoneId zone() {
        return zone;
    }

    @Override
    public synchronized String newUuid() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    @Override
    public synchronized long nextLong(long bound) {
        Check.argument(bound >= 1, "bound must be at least 1, got %s", bound);
        // Not Random.nextLong(bound): its algorithm is not specified, and a seed must mean the same on every JDK.
        return bound == 1 ? 0 : Math.floorMod(random.nextLong(), bound);
    }

    /** Moves both clocks at once; ends early if the thread is interrupted, as the real one does. */
    @Override
    public synchronized boolean sleep(Duration duration) {
        if (Thread.currentThread().isInterrupted()) {
            return false;
        }
        sleeps.add(duration);
        advance(duration);
        return true;
    }
}
