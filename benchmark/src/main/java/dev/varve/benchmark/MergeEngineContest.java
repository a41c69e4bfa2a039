package dev.varve.benchmark;

import static java.util.Objects.requireNonNull;

import dev.varve.benchmark.TableUnderTest.Digest;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measures one merge engine: writing with compaction, and reading with a merge. Confined to one thread. */
final class MergeEngineContest {
    private static final int TIMES = 4;
    private static final int COMMITS = 10;
    private static final int SORTED_RUNS = 5;

    private final ContestTables tables;
    private final Contest contest;
    private final TimeSource time;
    private final int rows;
    private final String writtenBy;

    /**
     * @param rows how many are written; a read has half as many keys
     * @param writtenBy whose files are read
     */
    MergeEngineContest(ContestTables tables, Contest contest, TimeSource time, int rows, String writtenBy) {
        this.tables = requireNonNull(tables, "tables is null");
        this.contest = requireNonNull(contest, "contest is null");
        this.time = requireNonNull(time, "time is null");
        this.rows = rows;
        this.writtenBy = requireNonNull(writtenBy, "writtenBy is null");
    }

    void measure(MergeEngineCase engine, Consumer<Contest.Result> results) throws Exception {
        results.accept(ingest(engine));
        results.accept(read(engine));
    }

    private Contest.Result ingest(MergeEngineCase engine) throws Exception {
        List<long[]> batches = KeySequences.batches(rows / TIMES, TIMES, COMMITS);
        Agreement agreement = new Agreement();
        return contest.measure(
                engine.name() + ": ingest with compaction",
                "rows",
                batches.stream().mapToLong(batch -> batch.length).sum(),
                () -> ingest("varve", engine, batches, agreement),
                () -> ingest("paimon", engine, batches, agreement));
    }

    private long ingest(String by, MergeEngineCase engine, List<long[]> batches, Agreement agreement) throws Exception {
        Path location = tables.fresh();
        try (TableUnderTest table = ContestTables.open(by, location, engine.pool(), options(engine, false))) {
            long start = time.nanos();
            for (long[] batch : batches) {
                table.write(batch);
            }
            table.settle();
            long nanos = time.nanos() - start;
            agreement.require(table.contents());
            return nanos;
        } finally {
            ContestTables.delete(location);
        }
    }

    private Contest.Result read(MergeEngineCase engine) throws Exception {
        Path location = tables.fresh();
        Map<String, String> options = options(engine, engine.mergesReads());
        try (TableUnderTest writer = ContestTables.open(writtenBy, location, engine.pool(), options)) {
            for (long[] run : KeySequences.overlappingRuns(rows / 2, SORTED_RUNS)) {
                writer.write(run);
            }
            if (!engine.mergesReads()) {
                writer.settle();
            }
        }
        try (TableUnderTest varve = ContestTables.open("varve", location, engine.pool(), options);
                TableUnderTest paimon = ContestTables.open("paimon", location, engine.pool(), options)) {
            Agreement contents = new Agreement();
            contents.require(varve.contents());
            contents.require(paimon.contents());
            Agreement seen = new Agreement();
            Digest digest = varve.scan(engine.pool().names());
            return contest.measure(
                    engine.name() + (engine.mergesReads() ? ": merge-read, 5 sorted runs" : ": read after 5 commits"),
                    "rows",
                    digest.rows(),
                    () -> scan(varve, engine, seen),
                    () -> scan(paimon, engine, seen));
        } finally {
            ContestTables.delete(location);
        }
    }

    private long scan(TableUnderTest table, MergeEngineCase engine, Agreement agreement) throws Exception {
        long start = time.nanos();
        Digest digest = table.scan(engine.pool().names());
        long nanos = time.nanos() - start;
        agreement.require(digest);
        return nanos;
    }

    private static Map<String, String> options(MergeEngineCase engine, boolean writeOnly) {
        Map<String, String> options = new HashMap<>(engine.options());
        options.put("bucket", "4");
        options.put("write-only", Boolean.toString(writeOnly));
        return options;
    }

    /** That all see the same rows. */
    private static final class Agreement {
        private Digest first;

        void require(Digest digest) {
            if (first == null) {
                first = digest;
            } else if (!digest.equals(first)) {
                throw new IllegalStateException("read " + digest + ", before that " + first);
            }
        }
    }
}
