package dev.varve.table.env;

import java.time.Duration;
import java.time.ZoneId;

/**
 * Everything non-deterministic that the engine uses. The engine never asks the JDK directly, so that a test can run it from a
 * seed under a simulated clock. Implementations are safe for use by several threads.
 */
public interface Env {
    /** Milliseconds since the epoch. */
    long currentTimeMillis();

    /** A monotonic clock in nanoseconds, for durations only. */
    long nanoTime();

    /** The zone in which local times of the format are written (file creation time, tag times). */
    ZoneId zone();

    /** A new random UUID in its usual lower-case text form. */
    String newUuid();

    /** A uniformly distributed number in {@code [0, bound)}; {@code bound} is at least 1. */
    long nextLong(long bound);

    /**
     * Waits. An interrupt ends the wait early, sets the thread's interrupt flag again and makes this return {@code false}.
     *
     * @return whether the whole time has passed
     */
    boolean sleep(Duration duration);

    /** The environment of a running process. */
    static Env system() {
        return SystemEnv.INSTANCE;
    }
}
