package dev.varve.table.write;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import dev.varve.table.fs.FileIO;
import dev.varve.table.memtable.MemoryBudget;
import dev.varve.table.memtable.SpillDirectory;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.TableSchema;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;

/**
 * What a {@link TableWrite} works with.
 *
 * @param io the table's store
 * @param paths where data files lie
 * @param schema the schema that rows have and files are written with
 * @param options the table's options
 * @param schemas loads the schema with an id, for old files in compactions
 * @param files live files of the newest snapshot
 * @param budget memory shared with other writers
 * @param spill local disk for what memory has no room for; without it, full buffers are flushed
 * @param executor runs flushes and compactions beside the caller's thread
 * @param parallelism flushes and compactions at a time, the caller's own included
 * @param compaction what this writer does for the compaction of the table
 * @param env clock and ids
 */
public record WriteContext(
        FileIO io,
        DataFilePaths paths,
        TableSchema schema,
        TableOptions options,
        LongFunction<TableSchema> schemas,
        BucketFiles files,
        MemoryBudget budget,
        Optional<SpillDirectory> spill,
        Executor executor,
        int parallelism,
        CompactionRole compaction,
        Env env) {
    public WriteContext {
        requireNonNull(io, "io is null");
        requireNonNull(paths, "paths is null");
        requireNonNull(schema, "schema is null");
        requireNonNull(options, "options is null");
        requireNonNull(schemas, "schemas is null");
        requireNonNull(files, "files is null");
        requireNonNull(budget, "budget is null");
        requireNonNull(spill, "spill is null");
        requireNonNull(executor, "executor is null");
        requireNonNull(compaction, "compaction is null");
        requireNonNull(env, "env is null");
        Check.argument(parallelism >= 1, "parallelism %s", parallelism);
    }
}
