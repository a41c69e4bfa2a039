package dev.varve.table;

import dev.varve.table.compact.CompactionExecutor;
import dev.varve.table.env.Env;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.memtable.MemoryBudget;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Warehouses over any store, for tests: one in memory, one that fails. Flushes run on the caller's thread, and so
 * do compactions, unless it is said otherwise. */
public final class WarehouseOver {
    private static final long MEMORY_BYTES = 16L << 20;

    private WarehouseOver() {}

    public static Warehouse of(FileIO io, String root, Env env) {
        return of(io, root, env, MEMORY_BYTES);
    }

    public static Warehouse of(FileIO io, String root, Env env, long memoryBytes) {
        return new DirectoryWarehouse(Location.of(root), io, services(env, memoryBytes));
    }

    /** A warehouse whose background compactions run on these threads, one at a time. */
    public static Warehouse of(FileIO io, String root, Env env, Executor compactionThreads) {
        return new DirectoryWarehouse(Location.of(root), io, services(env, MEMORY_BYTES, compactionThreads));
    }

    /** The table at this place. */
    public static Table table(FileIO io, String location, Env env) {
        return FileTable.find(Location.of(location), io, services(env, MEMORY_BYTES))
                .orElseThrow(() -> new AssertionError("no table at " + location));
    }

    private static EngineServices services(Env env, long memoryBytes) {
        return services(env, memoryBytes, Runnable::run);
    }

    private static EngineServices services(Env env, long memoryBytes, Executor compactionThreads) {
        return new EngineServices(
                env,
                new MemoryBudget(memoryBytes),
                Optional.empty(),
                Runnable::run,
                1,
                new CompactionExecutor(compactionThreads, 1, env),
                new MetadataCache(1 << 20));
    }
}
