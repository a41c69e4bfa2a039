package dev.varve.table;

import dev.varve.table.compact.CompactionExecutor;
import dev.varve.table.env.Env;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.memtable.MemoryBudget;
import dev.varve.table.memtable.SpillDirectory;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * What all tables of an engine share.
 *
 * @param budget memory of all write buffers
 * @param spill local disk for what memory has no room for
 * @param executor runs flushes beside the caller's thread
 * @param parallelism pieces of work at a time, the caller's own included
 * @param compactions compacts buckets in the background
 * @param metadata footers and indexes of data files
 */
record EngineServices(
        Env env,
        MemoryBudget budget,
        Optional<SpillDirectory> spill,
        Executor executor,
        int parallelism,
        CompactionExecutor compactions,
        MetadataCache metadata) {}
