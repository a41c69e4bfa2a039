package dev.varve.it.quickstart;

import java.io.PrintStream;
import java.time.Duration;

/** What the user sees: lines with the time since the start, and one line that changes. Confined to one thread. */
final class Console {
    private static final Duration PLAIN_INTERVAL = Duration.ofSeconds(5);
    private static final String CLEAR_LINE = "\r\033[K";

    private final PrintStream out;
    private final boolean terminal;
    private final long start = System.nanoTime();
    private long lastProgress = start - PLAIN_INTERVAL.toNanos();
    private boolean progressShown;

    Console(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** A line with the time. */
    void step(String format, Object... values) {
        line("[%5.1f s] %s".formatted(elapsedSeconds(), format.formatted(values)));
    }

    /** A line as it is. */
    void line(String text) {
        endProgress();
        out.println(text);
    }

    /** The state of something under way: on a terminal it replaces the one before, elsewhere it is printed every five seconds. */
    void progress(String format, Object... values) {
        if (terminal) {
            out.print(CLEAR_LINE + "[%5.1f s] %s".formatted(elapsedSeconds(), format.formatted(values)));
            out.flush();
            progressShown = true;
        } else if (System.nanoTime() - lastProgress >= PLAIN_INTERVAL.toNanos()) {
            lastProgress = System.nanoTime();
            step(format, values);
        }
    }

    /** Keeps what the changing line says now. */
    void endProgress() {
        if (progressShown) {
            out.println();
            progressShown = false;
        }
    }

    private double elapsedSeconds() {
        return (System.nanoTime() - start) / 1e9;
    }
}
