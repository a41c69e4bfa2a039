package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.option.TableOptions;
import java.time.Duration;

/**
 * When a writer looks for partitions that are too old: at most once in {@code partition.expiration-check-interval}. The first
 * interval begins a random part of itself before the writer, so that many writers that start together do not look together.
 * Not for two threads at once.
 */
public final class PartitionExpirationSchedule {
    private final boolean enabled;
    private final Duration interval;
    private long lastMillis;

    public PartitionExpirationSchedule(TableOptions options, Env env) {
        requireNonNull(env, "env is null");
        this.enabled = options.partitionExpirationTime().isPresent() && !options.writeOnly();
        this.interval = options.partitionExpirationInterval();
        this.lastMillis = env.currentTimeMillis() - env.nextLong(Math.max(1, interval.toMillis()));
    }

    /** Whether it is time to look; if so, the next interval begins. */
    public boolean isDue(long nowMillis) {
        if (!enabled || nowMillis - lastMillis < interval.toMillis()) {
            return false;
        }
        lastMillis = nowMillis;
        return true;
    }
}
