package dev.varve.table.write;

import static java.util.Objects.requireNonNull;

import dev.varve.table.bucket.BucketAssigner;
import dev.varve.table.bucket.FixedBuckets;
import dev.varve.table.bucket.PartitionExtractor;
import dev.varve.table.compact.CompactionCounts;
import dev.varve.table.datafile.DataFileWriters;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.env.ParallelWork;
import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.CleanUp;
import dev.varve.table.lsm.Levels;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.memtable.MemTable;
import dev.varve.table.memtable.MemoryOwner;
import dev.varve.table.memtable.SpillSettings;
import dev.varve.table.memtable.Spiller;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.merge.RemovingDeletes;
import dev.varve.table.option.ChangelogProducer;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes rows of one schema into a table, up to durable files that nobody can see yet.
 *
 * <pre>
 * write(row)   NOT NULL, defaults ▸ partition, bucket ▸ sequence number ▸ MemTable        memory only, unless it is full
 * prepare()    every MemTable ▸ merge ▸ level-0 files; finished compactions → FileChanges
 * committed()  the changes are visible: idle buckets may be forgotten, crowded ones are compacted in the background
 * discard()    back to the last prepare: rows dropped, files that were not handed over deleted
 * </pre>
 *
 * <p>Whoever got {@link FileChanges} owns their files: this object never deletes them. When memory runs out, the largest MemTables
 * of all writers that share the budget are spilled to local disk, and come back with the next prepare; where there is no disk
 * space for them, they are flushed early, and their files go along with the next prepare.
 *
 * <p>After a failure of anything but a single row (see {@link #write}) only {@link #discard} and {@link #close} are allowed.
 * Confined to one thread; flushes run on helpers while that thread waits, compactions on threads of their own.
 */
public final class TableWrite implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TableWrite.class);

    /** Buckets without buffered rows that are kept open after a commit: about a kilobyte each. */
    static final int IDLE_BUCKETS = 4096;

    /** The share of the budget that one yield tries to free, so that small buffers are flushed several at a time. */
    private static final int YIELD_SHARE = 16;

    private final WriteContext context;
    private final KeyValueLayout layout;
    private final MergeRules rules;
    private final DataFileWriters writers;
    private final TableCompactions compactions;

    private final boolean logsInput;
    private final RowIntake intake;
    private final RowKinds kinds;
    private final KindFilter filter;
    private final PartitionExtractor partitions;
    private final BucketAssigner buckets;
    private final RowSerializer serializer;
    private final Optional<RemovingDeletes> removingDeletes;

    private final Optional<Spiller> spiller;
    private final OpenBuckets open = new OpenBuckets();
    private final MemoryOwner memoryOwner = new Yielding();
    private volatile Thread thread;
    private long commits;
    private long bufferedRows;
    private boolean failed;
    private boolean closed;

    public TableWrite(WriteContext context) {
        this.context = requireNonNull(context, "context is null");
        this.rules = MergeRules.of(context.schema(), context.options());
        this.writers =
                new DataFileWriters(context.io(), context.paths(), context.schema(), context.options(), context.env());
        this.layout = writers.layout();
        this.logsInput = context.options().changelogProducer() == ChangelogProducer.INPUT;
        this.intake = new RowIntake(
                layout.valueType(),
                context.env().zone(),
                context.options().mergeEngine() != MergeEngine.PARTIAL_UPDATE);
        this.kinds = RowKinds.of(layout.valueType(), context.options());
        this.filter = KindFilter.of(context.options());
        this.partitions = new PartitionExtractor(context.schema());
        this.buckets = FixedBuckets.of(context.schema(), context.options());
        this.serializer = new RowSerializer(layout.valueType());
        this.removingDeletes = RemovingDeletes.of(context.schema(), context.options());
        this.compactions = new TableCompactions(
                context,
                new BucketCompactor(context, layout, rules, buckets.totalBuckets()),
                bucket -> open.find(bucket.partition(), bucket.bucket()) != null);
        this.spiller = context.options().writeBufferSpillable()
                ? context.spill().map(directory -> new Spiller(directory, SpillSettings.of(context.options())))
                : Optional.empty();
        this.thread = Thread.currentThread();
        context.budget().register(memoryOwner);
    }

    /**
     * Takes one row of the schema's row type; its kind, or its column {@code rowkind.field}, says what it does to its key. The
     * row is not kept.
     *
     * @throws InvalidInputException if the row cannot be stored. It is not taken, and the writer goes on
     * @throws UnsupportedFormatException if its partition has another number of buckets and must be rescaled first
     * @throws LimitExceededException if there is no memory for it and nobody can give any back, or if it alone is too large. It is
     *     not taken, and the writer goes on
     */
    public void write(Row row) {
        enter();
        Row accepted = intake.accept(row);
        RowKind kind = kinds.kindOf(accepted);
        if (filter.drops(kind)) {
            return;
        }
        requireApplicable(kind, accepted);
        BinaryRow partition = partitions.partitionOf(accepted);
        BucketWriter bucket = bucketOf(partition, buckets.bucketOf(partition, accepted));
        requireSameTotal(bucket);
        Row stored = removingDeletes.isPresent() ? removingDeletes.get().stored(accepted, kind) : accepted;
        put(bucket, serializer.lend(stored, kind));
        bufferedRows++;
    }

    /**
     * Checks a row without taking it. A writer that has failed can still be asked, to tell a row that is at fault from a flush that
     * it set off.
     *
     * @throws InvalidInputException if the row cannot be stored
     */
    public void requireAcceptable(Row row) {
        Row accepted = intake.accept(row);
        RowKind kind = kinds.kindOf(accepted);
        if (!filter.drops(kind)) {
            requireApplicable(kind, accepted);
            context.paths().requireDirectory(partitions.partitionOf(accepted));
        }
    }

    private void requireApplicable(RowKind kind, Row row) {
        if (kind.isRetract()) {
            rules.retractions().requireApplicable(kind, row);
        }
    }

    private void put(BucketWriter bucket, BinaryRow row) {
        while (!bucket.put(row, commits)) {
            if (!context.budget().yieldMemory(row.sizeInBytes())) {
                throw new LimitExceededException("no memory for a row of " + row.sizeInBytes() + " bytes: all "
                        + context.budget().limitBytes()
                        + " bytes of the write buffer are used by writers of other threads");
            }
        }
    }

    private BucketWriter bucketOf(BinaryRow partition, int bucket) {
        BucketWriter writer = open.find(partition, bucket);
        if (writer == null) {
            context.paths().requireDirectory(partition);
            int total = context.files().totalBuckets(partition).orElse(buckets.totalBuckets());
            writer = new BucketWriter(
                    new BucketId(partition.copy(), bucket),
                    total,
                    new MemTable(layout, rules.order(), context.budget()),
                    logsInput);
            open.add(writer);
        }
        if (writer.isStale()) {
            Levels levels = levels(context.files().liveFiles(writer.bucket()));
            writer.continueAfter(levels.maxSequence().orElse(-1));
        }
        return writer;
    }

    /** Semantics, buckets, section 6: the rows of a partition are all distributed by the same number. */
    private void requireSameTotal(BucketWriter bucket) {
        if (bucket.totalBuckets() != buckets.totalBuckets()) {
            // Not the row is at fault, so this must not look like a row that can be left out.
            throw new UnsupportedFormatException("Try to write "
                    + context.paths().describe(bucket.bucket().partition()) + " with a new bucket num "
                    + buckets.totalBuckets() + ", but the previous bucket num is " + bucket.totalBuckets()
                    + ". Rescale it first: 'varve rescale --buckets " + buckets.totalBuckets()
                    + "', or INSERT OVERWRITE in batch mode.");
        }
    }

    private Levels levels(List<DataFileMeta> files) {
        return Levels.of(files, layout.keyOrder(), context.options().numLevels());
    }

    /** Rows taken since the last prepare or discard. */
    public long bufferedRows() {
        return bufferedRows;
    }

    /** Buckets whose sequence numbers and buffers are held in memory. */
    int openBuckets() {
        return open.size();
    }

    /** Memory that buffers of this writer hold now. */
    public long bufferedBytes() {
        return open.bufferedBytes();
    }

    /**
     * Has a bucket compacted fully by the next {@link #prepare}, whoever owns it.
     *
     * @throws InvalidInputException if the table is write-only
     */
    public void compact(BucketId bucket) {
        enter();
        if (context.options().writeOnly()) {
            throw new InvalidInputException(
                    "a table with write-only=true is not compacted by its writers: compact with that "
                            + "option unset, or leave it to the job that compacts the table");
        }
        compactions.request(bucket);
    }

    /**
     * Flushes all buffers, and takes along the compactions that are done. None is waited for, unless somebody asked for it or the
     * table's options say so.
     *
     * @return everything since the last prepare; its files belong to the caller now
     */
    public FileChanges prepare() {
        enter();
        List<BucketWriter> dirty = open.dirty();
        inParallel(dirty, bucket -> bucket.flush(writers, rules));
        FileChanges changes = new FileChanges(appends(dirty), compactions(dirty));
        dirty.forEach(BucketWriter::handOver);
        bufferedRows = 0;
        return changes;
    }

    private static List<FileChanges.Append> appends(List<BucketWriter> dirty) {
        List<FileChanges.Append> appends = new ArrayList<>();
        for (BucketWriter bucket : dirty) {
            FlushedFiles flushed = bucket.flushed();
            if (!flushed.isEmpty()) {
                appends.add(new FileChanges.Append(
                        bucket.bucket(), bucket.totalBuckets(), flushed.files(), flushed.changelog()));
            }
        }
        return appends;
    }

    private List<FileChanges.Compaction> compactions(List<BucketWriter> dirty) {
        var flushed = new LinkedHashMap<BucketId, List<DataFileMeta>>();
        dirty.forEach(bucket -> flushed.put(bucket.bucket(), bucket.flushed().files()));
        boolean done = false;
        try {
            List<FileChanges.Compaction> prepared = compactions.prepare(flushed);
            done = true;
            return prepared;
        } finally {
            failed |= !done;
        }
    }

    /**
     * Looks at the newest snapshot, and has the buckets compacted in the background that need it, whoever wrote to them. That
     * happens after every commit; a writer that has nothing to commit is asked now and then. A store that fails is asked again
     * next time.
     */
    public void considerCompactions() {
        enter();
        compactions.tryToConsider();
    }

    /** From now on every {@link #prepare} waits for the compactions that are due, as with {@code commit.force-compact}. */
    public void awaitCompactions() {
        enter();
        compactions.awaitAll();
    }

    /** Whether compactions wait to be committed. */
    public boolean hasFinishedCompactions() {
        return compactions.hasFinished();
    }

    /**
     * Sorted runs of the bucket that has most, as of the newest snapshot that was looked at, of those that this writer writes to
     * or compacts; 0 if it leaves compaction to another job.
     */
    public int worstRuns() {
        return compactions.worstRuns();
    }

    /** What became of this writer's compactions. */
    public CompactionCounts compactions() {
        return compactions.counts();
    }

    /** These compactions, which were handed over, will not become visible: their buckets are compacted anew when it is time. */
    public void lost(List<FileChanges.Compaction> given) {
        enter();
        compactions.lost(given);
    }

    /**
     * These changes are visible, and everything else handed over so far is, or is given up by its owner. Buckets that were not
     * written for longest are forgotten if there are many; a row for one of them looks at the live files again.
     */
    public void committed(FileChanges changes) {
        enter();
        commits++;
        compactions.committed(changes.compactions());
        List<BucketWriter> forgotten = open.idleBeyond(IDLE_BUCKETS);
        if (!forgotten.isEmpty()) {
            forgotten.forEach(open::remove);
            context.files().refresh();
        }
        compactions.tryToConsider();
    }

    /**
     * From now on every bucket continues behind the largest sequence number of the newest snapshot, and never behind one of its
     * own. Needed when keys may have come here from another writer.
     */
    public void refreshSequences() {
        enter();
        Check.that(bufferedRows == 0, "%s rows are buffered under numbers that may be too small", bufferedRows);
        context.files().refresh();
        open.forEach(BucketWriter::markStale);
    }

    /**
     * Drops all buffered rows and deletes the files that were not handed over. The writer can be used again. Compactions in the
     * background, which are of committed files only, go on.
     */
    public void discard() {
        Check.that(!closed, "discard after close");
        thread = Thread.currentThread();
        failed = false;
        bufferedRows = 0;
        compactions.discard();
        var cleanUp = new CleanUp(context.io());
        for (BucketWriter bucket : open) {
            for (DataFileMeta orphan : bucket.discard()) {
                context.paths().withExtraFiles(bucket.bucket(), orphan).forEach(cleanUp::delete);
            }
        }
    }

    /** Discards what was not handed over and gives all memory back. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        try {
            compactions.close();
            discard();
        } finally {
            closed = true;
            context.budget().unregister(memoryOwner);
            open.clear();
        }
    }

    private void enter() {
        if (closed) {
            throw new IllegalStateException("the writer is closed");
        }
        if (failed) {
            throw new IllegalStateException("the writer has failed before: discard what it holds first");
        }
        Thread current = Thread.currentThread();
        if (thread != current) {
            thread = current;
        }
    }

    private void inParallel(List<BucketWriter> of, Consumer<BucketWriter> work) {
        boolean done = false;
        try {
            ParallelWork.run(
                    of.stream()
                            .<Runnable>map(bucket -> () -> work.accept(bucket))
                            .toList(),
                    context.executor(),
                    context.parallelism());
            done = true;
        } finally {
            failed |= !done;
        }
    }

    /** Gives memory back on behalf of any writer that runs on this one's thread; others must not touch its buffers. */
    private final class Yielding implements MemoryOwner {
        @Override
        public long largestBytes() {
            return isCallable() ? open.largestBufferBytes() : 0;
        }

        private boolean isCallable() {
            return thread == Thread.currentThread() && !failed && !closed;
        }

        @Override
        public boolean yieldMemory(long wantedBytes) {
            if (!isCallable()) {
                return false;
            }
            long target = Math.max(wantedBytes, context.budget().limitBytes() / YIELD_SHARE);
            List<BucketWriter> yielding = open.largestBuffers(target);
            long freed =
                    yielding.stream().mapToLong(BucketWriter::bufferedBytes).sum();
            LOG.debug("memory is short: buffers={} bytes={}", yielding.size(), freed);
            List<MemTable> tables =
                    yielding.stream().map(BucketWriter::memTable).toList();
            if (spiller.isEmpty() || !spiller.get().trySpill(tables)) {
                inParallel(yielding, bucket -> bucket.flush(writers, rules));
            }
            return freed > 0;
        }
    }
}
