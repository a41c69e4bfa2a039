package dev.varve.connect.simulation;

import dev.varve.table.env.Env;
import dev.varve.table.testing.ManualEnv;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** What one process has of the world: the common time, with a wall clock that is wrong by some minutes. */
final class SkewedEnv implements Env {
    private final ManualEnv world;
    private Duration skew = Duration.ZERO;

    SkewedEnv(ManualEnv world) {
        this.world = world;
    }

    Duration skew() {
        return skew;
    }

    /** The wall clock jumps; the monotonic clock does not. */
    void skew(Duration newSkew) {
        skew = newSkew;
    }

    @Override
    public long currentTimeMillis() {
        return world.currentTimeMillis() + skew.toMillis();
    }

    @Override
    public long nanoTime() {
        return world.nanoTime();
    }

    @Override
    public ZoneId zone() {
        return ZoneOffset.UTC;
    }

    @Override
    public String newUuid() {
        return world.newUuid();
    }

    @Override
    public long nextLong(long bound) {
        return world.nextLong(bound);
    }

    @Override
    public boolean sleep(Duration duration) {
        return world.sleep(duration);
    }
}
