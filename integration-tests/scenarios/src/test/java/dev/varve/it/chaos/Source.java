package dev.varve.it.chaos;

import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Writes changes to several streams in turn, at a steady pace on average, in a thread of its own. */
final class Source implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final List<ChangeStream> streams;
    private final long perSecond;
    private final Thread thread = new Thread(this::run, "source");
    private volatile boolean ending;
    private volatile long changes;
    private volatile Optional<RuntimeException> failure = Optional.empty();

    /** @param perSecond changes of all streams together */
    Source(List<ChangeStream> streams, long perSecond) {
        this.streams = List.copyOf(streams);
        this.perSecond = perSecond;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Changes so far. */
    long changes() {
        failure.ifPresent(failed -> {
            throw new HarnessException("the source has failed", failed);
        });
        return changes;
    }

    /** Returns when all changes so far are in Kafka, and no more will come; what streams say is visible then. */
    void end() {
        ending = true;
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while the source ended", stopped);
        }
        changes();
    }

    private void run() {
        try {
            long start = System.nanoTime();
            while (!ending) {
                long due = (System.nanoTime() - start) / 1_000_000 * perSecond / 1_000;
                for (long next = changes; next < due && !ending; next++) {
                    streams.get((int) (next % streams.size())).change();
                    changes = next + 1;
                }
                Waiting.pause(PAUSE);
            }
            streams.forEach(ChangeStream::flush);
        } catch (RuntimeException failed) {
            failure = Optional.of(failed);
        }
    }

    @Override
    public void close() {
        ending = true;
    }
}
