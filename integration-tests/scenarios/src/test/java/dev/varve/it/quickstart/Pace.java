package dev.varve.it.quickstart;

import dev.varve.it.process.Waiting;
import java.time.Duration;

/** Holds a loop to a number of rounds a second. Rounds that were late are not made up for. */
final class Pace {
    private final long intervalNanos;
    private long next = System.nanoTime();

    /** @param perSecond at least 1 */
    Pace(int perSecond) {
        intervalNanos = Duration.ofSeconds(1).toNanos() / Math.max(1, perSecond);
    }

    /** Waits until the next round may begin. */
    void await() {
        next += intervalNanos;
        long wait = next - System.nanoTime();
        if (wait > 0) {
            Waiting.pause(Duration.ofNanos(wait));
        } else {
            next = System.nanoTime();
        }
    }
}
