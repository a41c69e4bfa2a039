package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.Failures;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileStores;
import dev.varve.table.fs.Location;
import java.util.HashMap;
import java.util.Map;

/** The stores that an engine has opened, one for each scheme and authority. Guarded by {@code this}. */
final class Stores implements AutoCloseable {
    private final Map<String, String> settings;
    private final Env env;
    private final Map<String, FileIO> opened = new HashMap<>();

    Stores(Map<String, String> settings, Env env) {
        this.settings = requireNonNull(settings, "settings is null");
        this.env = requireNonNull(env, "env is null");
    }

    synchronized FileIO open(Location location) {
        return opened.computeIfAbsent(
                location.scheme() + "://" + location.authority(), unused -> FileStores.open(location, settings, env));
    }

    @Override
    public synchronized void close() {
        var failures = new Failures();
        opened.values().forEach(store -> failures.collect(store::close));
        opened.clear();
        failures.throwIfAny();
    }
}
