package dev.varve.table.write;

import static java.util.Objects.requireNonNull;

import dev.varve.table.changelog.CompactionChangelog;
import dev.varve.table.compact.BucketView;
import dev.varve.table.compact.CompactionPlan;
import dev.varve.table.compact.CompactionPolicy;
import dev.varve.table.compact.CompactionResult;
import dev.varve.table.compact.Compactor;
import dev.varve.table.compact.FullCompaction;
import dev.varve.table.compact.UniversalCompaction;
import dev.varve.table.compact.VectorFiles;
import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.DataFileWriters;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.deletion.DeletionVectorFormat;
import dev.varve.table.lsm.Levels;
import dev.varve.table.lsm.OpenRuns;
import dev.varve.table.manifest.BucketContent;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.VectorChange;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.merge.VersionsApartException;
import dev.varve.table.schema.TableSchema;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans and carries out compactions of one table. A result has the schema of the writer or of its newest input, whichever is newer:
 * others may write with a schema that has more columns, and those must not get lost. Safe for use by several threads.
 */
final class BucketCompactor {
    private static final Logger LOG = LoggerFactory.getLogger(BucketCompactor.class);

    private final WriteContext context;
    private final KeyValueLayout layout;
    private final MergeRules rules;
    private final CompactionPolicy normal;
    private final CompactionPolicy full;
    private final Optional<VectorFiles> vectorFiles;
    private final int ownTotalBuckets;
    private final Map<Long, Compactor> compactors = new ConcurrentHashMap<>();
    private final Map<BucketId, Instant> lastFull = new ConcurrentHashMap<>();

    /**
     * @param ownTotalBuckets number of buckets in partitions without files
     */
    BucketCompactor(WriteContext context, KeyValueLayout layout, MergeRules rules, int ownTotalBuckets) {
        this.context = requireNonNull(context, "context is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.rules = requireNonNull(rules, "rules is null");
        this.ownTotalBuckets = ownTotalBuckets;
        this.normal = UniversalCompaction.of(context.options());
        this.full = FullCompaction.of(context.options());
        this.vectorFiles = context.options().deletionVectors()
                ? Optional.of(new VectorFiles(
                        context.io(),
                        context.paths(),
                        DeletionVectorFormat.of(context.options().deletionVectorsBitmap64()),
                        context.env()))
                : Optional.empty();
    }

    /** The policy of every day. */
    CompactionPolicy normal() {
        return normal;
    }

    /** Brings everything to the highest level. */
    CompactionPolicy full() {
        return full;
    }

    Levels levels(List<DataFileMeta> files) {
        return Levels.of(files, layout.keyOrder(), context.options().numLevels());
    }

    /** Whether the policy finds anything to do for a bucket. */
    boolean isDue(BucketId bucket, BucketContent content) {
        return normal.pick(view(bucket, content), now()).isPresent();
    }

    /** Whether a bucket is one run on the highest level, without deleted rows. */
    boolean isFull(BucketId bucket, BucketContent content) {
        return FullCompaction.isDone(view(bucket, content));
    }

    private BucketView view(BucketId bucket, BucketContent content) {
        return new BucketView(levels(content.files()), content.vectors(), Optional.ofNullable(lastFull.get(bucket)));
    }

    private ZonedDateTime now() {
        return Instant.ofEpochMilli(context.env().currentTimeMillis())
                .atZone(context.env().zone());
    }

    /**
     * Compacts a bucket as the policy wants it.
     *
     * @param content all files of the bucket, or at least all that are older than some, and their deletion vectors
     * @return empty if there is nothing to do, or if it was cancelled
     */
    Optional<FinishedCompaction> compact(
            BucketId bucket, BucketContent content, CompactionPolicy policy, BooleanSupplier cancelled) {
        BucketView view = view(bucket, content);
        Levels levels = view.levels();
        ZonedDateTime now = now();
        Optional<CompactionPlan> plan = policy.pick(view, now);
        if (plan.isEmpty()) {
            return Optional.empty();
        }
        Compactor compactor = compactorOf(content.files());
        long start = context.env().nanoTime();
        CompactionPlan done = plan.get();
        Optional<CompactionResult> result;
        try {
            result = compactor.compact(bucket, content.vectors(), done, cancelled);
        } catch (VersionsApartException e) {
            done = CompactionPlan.complete(levels, CompactionPlan.Reason.VERSIONS_APART);
            result = compactor.compact(bucket, content.vectors(), done, cancelled);
        }
        if (result.isEmpty()) {
            LOG.info("compaction cancelled: bucket={} plan=\"{}\"", place(bucket), done);
            return Optional.empty();
        }
        if (done.isFull(levels) && context.options().optimizationInterval().isPresent()) {
            lastFull.put(bucket, now.toInstant());
        }
        log(bucket, done, result.get(), context.env().nanoTime() - start);
        int total = context.files().totalBuckets(bucket.partition()).orElse(ownTotalBuckets);
        return Optional.of(new FinishedCompaction(bucket, total, levels, done, result.get()));
    }

    private String place(BucketId bucket) {
        return context.paths().directory(bucket).value();
    }

    private void log(BucketId bucket, CompactionPlan plan, CompactionResult result, long nanos) {
        LOG.info(
                "compacted: bucket={} plan=\"{}\" before={} after={} written={} read-bytes={} written-bytes={} ms={}",
                place(bucket),
                plan,
                result.before().size(),
                result.after().size(),
                result.written().size(),
                result.bytesRead(),
                result.bytesWritten(),
                nanos / 1_000_000);
    }

    private Compactor compactorOf(List<DataFileMeta> files) {
        long newest = context.schema().id();
        for (DataFileMeta file : files) {
            newest = Math.max(newest, file.schemaId());
        }
        return compactors.computeIfAbsent(newest, this::newCompactor);
    }

    private Compactor newCompactor(long schemaId) {
        TableSchema schema = schemaId == context.schema().id()
                ? context.schema()
                : context.schemas().apply(schemaId);
        DataFileWriters writers =
                new DataFileWriters(context.io(), context.paths(), schema, context.options(), context.env());
        var readers = new DataFileReaders(
                context.io(),
                context.paths(),
                context.schemas(),
                writers.layout(),
                context.env().zone());
        return new Compactor(
                writers,
                readers,
                rulesOf(schema),
                context.options().targetFileBytes(),
                OpenRuns.of(context.options(), context.spill()),
                new Compactor.Lookups(
                        vectorFiles,
                        CompactionChangelog.of(context.options()),
                        context.options().lookupCompaction(),
                        context.options().newestVersionWins()));
    }

    /** A newer schema says itself how its columns are merged. */
    private MergeRules rulesOf(TableSchema schema) {
        return schema.id() == context.schema().id() ? rules : MergeRules.of(schema, schema.tableOptions());
    }

    /** Deletes what a compaction wrote that will not be committed, as well as the store allows. */
    void deleteOutput(FinishedCompaction compaction) {
        for (DataFileMeta file : compaction.result().written()) {
            try {
                context.io().delete(context.paths().file(compaction.bucket(), file));
            } catch (RuntimeException e) {
                LOG.warn(
                        "an unreferenced data file stays behind: path={}",
                        context.paths().file(compaction.bucket(), file),
                        e);
            }
        }
        compaction.result().vectors().flatMap(VectorChange::written).ifPresent(this::deleteVectors);
    }

    private void deleteVectors(IndexManifestEntry written) {
        try {
            context.io().delete(context.paths().indexFile(written.name()));
        } catch (RuntimeException e) {
            LOG.warn("an unreferenced file of deletion vectors stays behind: name={}", written.name(), e);
        }
    }
}
