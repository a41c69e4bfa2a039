package dev.varve.it.chaos;

import dev.varve.it.s3.FaultProxy;
import dev.varve.it.s3.HttpFault;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Bad times of the store between the workers and it, one at a time, that end by themselves. */
final class Outages implements AutoCloseable {
    private static final int PERCENT = 100;
    private static final int PERCENT_HARMED = 8;

    private final FaultProxy proxy;
    private final Figures figures;
    /** Of the weather, which is asked by many threads. */
    private final Random random;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "outages");
        thread.setDaemon(true);
        return thread;
    });
    // Guarded by this.
    private boolean under;

    /** What the workers see. */
    enum Kind {
        /** Nobody listens. */
        REFUSED,
        /** Each request ends with a reset of its connection. */
        RESET,
        /** Each request is answered by 503 Slow Down. */
        SLOW_DOWN,
        /** Some requests suffer one of all faults. */
        UNRELIABLE
    }

    Outages(FaultProxy proxy, Figures figures, long seed) {
        this.proxy = proxy;
        this.figures = figures;
        this.random = new Random(seed);
    }

    /** Begins a bad time; false if there is one already. */
    synchronized boolean begin(Kind kind, Duration length) {
        if (under) {
            return false;
        }
        under = true;
        switch (kind) {
            case REFUSED -> proxy.refuse(true);
            case RESET -> proxy.down(true);
            case SLOW_DOWN -> proxy.weather(() -> Optional.of(HttpFault.SLOW_DOWN));
            case UNRELIABLE -> proxy.weather(this::someFault);
        }
        figures.count("outages");
        figures.count("outages, " + kind);
        figures.add("outages, seconds", length.toSeconds());
        clock.schedule(this::end, length.toMillis(), TimeUnit.MILLISECONDS);
        return true;
    }

    private synchronized Optional<HttpFault> someFault() {
        if (random.nextInt(PERCENT) >= PERCENT_HARMED) {
            return Optional.empty();
        }
        HttpFault fault = HttpFault.values()[random.nextInt(HttpFault.values().length)];
        figures.count("requests harmed, " + fault);
        return Optional.of(fault);
    }

    /** The store is well from now on. */
    synchronized void end() {
        if (under) {
            proxy.weather(Optional::empty);
            proxy.refuse(false);
            under = false;
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        end();
    }
}
