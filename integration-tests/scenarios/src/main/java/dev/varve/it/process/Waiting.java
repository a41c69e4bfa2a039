package dev.varve.it.process;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waiting with a bound and, when the bound is reached, with the evidence. {@code -Dvarve.it.patience=3} makes all bounds three times as
 * long, for machines that have other things to do.
 */
public final class Waiting {
    private static final int PATIENCE = Integer.getInteger("varve.it.patience", 1);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private Waiting() {}

    /**
     * Asks until there is an answer.
     *
     * @param what completes "waited 30 s for …"
     * @param evidence is asked once, when the time is over
     * @throws HarnessException when the time is over
     */
    public static <T> T until(String what, Duration limit, Supplier<Optional<T>> question, Supplier<String> evidence) {
        Duration patient = limit.multipliedBy(PATIENCE);
        long deadline = System.nanoTime() + patient.toNanos();
        while (true) {
            Optional<T> answer = question.get();
            if (answer.isPresent()) {
                return answer.get();
            }
            if (System.nanoTime() - deadline >= 0) {
                throw new HarnessException(
                        "waited " + patient.toSeconds() + " s in vain for " + what + "\n" + evidence.get());
            }
            pause(PAUSE);
        }
    }

    /** Like {@link #until}, for a plain condition. */
    public static void untilTrue(String what, Duration limit, BooleanSupplier condition, Supplier<String> evidence) {
        until(what, limit, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty(), evidence);
    }

    /** Sleeps; an interrupt becomes an exception, so that an interrupted harness stops at once. */
    public static void pause(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while waiting", stopped);
        }
    }
}
