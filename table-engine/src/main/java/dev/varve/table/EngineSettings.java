package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import java.nio.file.Path;
import java.util.Map;

/**
 * What all tables of one engine share.
 *
 * @param env clock, randomness and ids
 * @param memoryBytes budget of all write buffers together
 * @param ioThreads threads that flush, upload and read manifests in parallel
 * @param compactionThreads threads that compact buckets in the background
 * @param temporaryDirectory in which the engine makes a directory of its own when it first needs local files
 * @param storeSettings settings of the store, passed to its provider; Hadoop's {@code fs.*} keys without our prefix
 */
public record EngineSettings(
        Env env,
        long memoryBytes,
        int ioThreads,
        int compactionThreads,
        Path temporaryDirectory,
        Map<String, String> storeSettings) {
    public static final long DEFAULT_MEMORY_BYTES = 256L << 20;
    public static final int DEFAULT_COMPACTION_THREADS = 1;

    public EngineSettings {
        requireNonNull(env, "env is null");
        requireNonNull(temporaryDirectory, "temporaryDirectory is null");
        storeSettings = Map.copyOf(storeSettings);
        Check.argument(compactionThreads >= 1, "compactionThreads %s", compactionThreads);
    }

    public static EngineSettings defaults() {
        return new EngineSettings(
                Env.system(),
                DEFAULT_MEMORY_BYTES,
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                DEFAULT_COMPACTION_THREADS,
                Path.of(System.getProperty("java.io.tmpdir")),
                Map.of());
    }

    public EngineSettings withEnv(Env newEnv) {
        return new EngineSettings(newEnv, memoryBytes, ioThreads, compactionThreads, temporaryDirectory, storeSettings);
    }

    public EngineSettings withMemoryBytes(long newMemoryBytes) {
        return new EngineSettings(env, newMemoryBytes, ioThreads, compactionThreads, temporaryDirectory, storeSettings);
    }

    public EngineSettings withCompactionThreads(int newCompactionThreads) {
        return new EngineSettings(env, memoryBytes, ioThreads, newCompactionThreads, temporaryDirectory, storeSettings);
    }

    public EngineSettings withTemporaryDirectory(Path newTemporaryDirectory) {
        return new EngineSettings(env, memoryBytes, ioThreads, compactionThreads, newTemporaryDirectory, storeSettings);
    }

    public EngineSettings withStoreSettings(Map<String, String> newStoreSettings) {
        return new EngineSettings(env, memoryBytes, ioThreads, compactionThreads, temporaryDirectory, newStoreSettings);
    }
}
