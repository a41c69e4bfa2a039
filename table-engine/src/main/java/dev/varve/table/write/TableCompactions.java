package dev.varve.table.write;

import static java.util.Objects.requireNonNull;

import dev.varve.table.compact.CompactionClient;
import dev.varve.table.compact.CompactionCounts;
import dev.varve.table.compact.CompactionPolicy;
import dev.varve.table.compact.CompactionResult;
import dev.varve.table.env.ParallelWork;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.lsm.Levels;
import dev.varve.table.manifest.BucketContent;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compactions of one writer: which buckets need one, what has become of them, and which of them go along with a commit.
 *
 * <pre>
 * consider()   newest snapshot ▸ changed buckets ▸ policy ▸ offered to the executor      ┐ background: inputs are committed
 *              executor's thread: newest snapshot ▸ plan ▸ compact ▸ finished            │ files only, of whatever writer
 * prepare()    finished, if their inputs are live still ▸ FileChanges                    ┘
 *              requested, periodic, forced: compacted now, flushed files included          the commit waits for these
 * committed()  they are live          lost()  they are not: the buckets are considered again
 * </pre>
 *
 * <p>A bucket has one compaction under way at most, from its offer until its result is committed or given up. What is under way
 * survives {@link TableWrite#discard}, since it does not depend on buffered rows, and ends with {@link #close}. Confined to the
 * writer's thread, except where background jobs run.
 */
final class TableCompactions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TableCompactions.class);

    private static final BooleanSupplier NEVER = () -> false;

    private final WriteContext context;
    private final BucketCompactor compactor;
    private final Predicate<BucketId> written;
    private final boolean enabled;
    private final RunWatch watch;
    private final AwaitedBuckets awaited;
    private final FinishedCompactions finished;
    private final CompactionClient client;
    private final Map<BucketId, FileChanges.Compaction> handedOver = new ConcurrentHashMap<>();
    private final Set<BucketId> toConsider = new LinkedHashSet<>();

    /**
     * @param written whether this writer writes to a bucket
     */
    TableCompactions(WriteContext context, BucketCompactor compactor, Predicate<BucketId> written) {
        this.context = requireNonNull(context, "context is null");
        this.compactor = requireNonNull(compactor, "compactor is null");
        this.written = requireNonNull(written, "written is null");
        this.enabled = !context.options().writeOnly();
        this.watch = new RunWatch(
                context.options().compactionTrigger(), context.options().stopTrigger());
        this.awaited = new AwaitedBuckets(context.options());
        this.finished = new FinishedCompactions(compactor::deleteOutput);
        this.client =
                context.compaction().executor().register(context.compaction().table(), this::compactInBackground);
    }

    private Optional<CompactionResult> compactInBackground(BucketId bucket, BooleanSupplier cancelled) {
        if (isUnderWay(bucket)) {
            return Optional.empty();
        }
        context.files().refresh();
        Optional<FinishedCompaction> result =
                compactor.compact(bucket, context.files().content(bucket), compactor.normal(), cancelled);
        result.ifPresent(finished::add);
        return result.map(FinishedCompaction::result);
    }

    /** Whether a result of the bucket waits to be committed: until then its files are taken. */
    private boolean isUnderWay(BucketId bucket) {
        return finished.has(bucket) || handedOver.containsKey(bucket);
    }

    /** Has a bucket compacted fully by the next prepare, whoever owns it. */
    void request(BucketId bucket) {
        awaited.request(bucket);
    }

    /** From now on every prepare waits for the compactions that are due. */
    void awaitAll() {
        awaited.waitForAll();
    }

    /** Whether there are results for the next commit. */
    boolean hasFinished() {
        return !finished.isEmpty() || awaited.isPending();
    }

    /** Looks at the buckets that have changed up to the newest snapshot, and has those compacted that need it. */
    void consider() {
        if (!enabled) {
            return;
        }
        context.files().refresh();
        toConsider.addAll(context.files().takeChanged());
        long now = context.env().nanoTime();
        for (BucketId bucket : List.copyOf(toConsider)) {
            toConsider.remove(bucket);
            consider(bucket, now);
        }
        client.wake();
        for (BucketId bucket : watch.takeOver(now)) {
            LOG.warn(
                    "a bucket at its stop trigger is not compacted by the writer that owns it, taking it over: table={} bucket={} patience={}",
                    context.compaction().table(),
                    bucket,
                    RunWatch.PATIENCE);
            consider(bucket, now);
        }
    }

    /** Like {@link #consider}, but a store that fails now may do better next time. */
    void tryToConsider() {
        try {
            consider();
        } catch (TableException e) {
            LOG.warn(
                    "table={} not looked at for compaction now",
                    context.compaction().table(),
                    e);
        }
    }

    private void consider(BucketId bucket, long now) {
        boolean mine = context.compaction().owns().test(bucket) || watch.isTakenOver(bucket);
        if (bucket.bucket() < 0 || !(mine || written.test(bucket))) {
            watch.forget(bucket);
            return;
        }
        BucketContent content = context.files().content(bucket);
        Levels levels = compactor.levels(content.files());
        watch.seen(bucket, levels.runs().size(), mine, now);
        if (!mine) {
            return;
        }
        boolean due = compactor.isDue(bucket, content);
        awaited.changed(bucket, due, compactor.isFull(bucket, content));
        if (awaited.waitsForAll() || isUnderWay(bucket) || !due) {
            return;
        }
        if (!client.offer(
                bucket, (double) levels.runs().size() / context.options().compactionTrigger())) {
            toConsider.add(bucket);
        }
    }

    /**
     * What goes along with the next commit.
     *
     * @param flushed new level-0 files by bucket, that go along as well
     * @throws StorageException if a requested compaction fails
     */
    List<FileChanges.Compaction> prepare(Map<BucketId, List<DataFileMeta>> flushed) {
        if (!enabled) {
            return List.of();
        }
        if (awaited.isUsed()) {
            consider();
            flushed.keySet().stream()
                    .filter(context.compaction().owns())
                    .forEach(bucket -> awaited.changed(bucket, true, false));
        } else if (!finished.isEmpty() || awaited.isPending()) {
            context.files().refresh();
        }
        AwaitedBuckets.Due due = awaited.due(handedOver.keySet());
        var results = Collections.synchronizedList(new ArrayList<FinishedCompaction>());
        boolean done = false;
        try {
            compactNow(due, flushed, results);
            fetchFinished(results);
            done = true;
        } finally {
            if (!done) {
                results.forEach(this::giveUp);
            }
        }
        awaited.prepared(due);
        var changes = new ArrayList<FileChanges.Compaction>();
        for (FinishedCompaction result : results) {
            handedOver.put(result.bucket(), result.changes());
            changes.add(result.changes());
        }
        return changes;
    }

    /** Adds the results whose input is still there; the others were in vain. */
    private void fetchFinished(List<FinishedCompaction> usable) {
        List<FinishedCompaction> fetched = finished.fetch();
        usable.addAll(fetched);
        for (FinishedCompaction result : fetched) {
            if (!result.fits(context.files().content(result.bucket()))) {
                usable.remove(result);
                LOG.info(
                        "compaction lost, its input was replaced: table={} bucket={}",
                        context.compaction().table(),
                        result.bucket());
                compactor.deleteOutput(result);
                lose(result.bucket());
            }
        }
    }

    private void giveUp(FinishedCompaction result) {
        compactor.deleteOutput(result);
        toConsider.add(result.bucket());
    }

    private void lose(BucketId bucket) {
        client.countConflict();
        watch.lost(bucket);
        toConsider.add(bucket);
    }

    private void compactNow(
            AwaitedBuckets.Due due, Map<BucketId, List<DataFileMeta>> flushed, List<FinishedCompaction> results) {
        var outcomes = new Outcomes(results);
        var work = new ArrayList<Runnable>();
        for (BucketId bucket : due.full()) {
            work.add(awaitedWork(bucket, compactor.full(), flushed, outcomes));
        }
        for (BucketId bucket : due.normal()) {
            work.add(awaitedWork(bucket, compactor.normal(), flushed, outcomes));
        }
        ParallelWork.run(work, context.executor(), context.parallelism());
        toConsider.addAll(outcomes.putOff());
        outcomes.idle().retainAll(due.full());
        awaited.done(outcomes.idle());
    }

    /**
     * What becomes of compactions that are waited for. Filled by several threads.
     *
     * @param results what they have done
     * @param idle buckets where there was nothing to do
     * @param putOff buckets that must be tried again, though nothing may change in them any more
     */
    private record Outcomes(List<FinishedCompaction> results, Set<BucketId> idle, Set<BucketId> putOff) {
        Outcomes(List<FinishedCompaction> results) {
            this(
                    results,
                    Collections.synchronizedSet(new LinkedHashSet<>()),
                    Collections.synchronizedSet(new LinkedHashSet<>()));
        }
    }

    /** What is done in the background for the bucket gives way, and it is compacted with the new files. */
    private Runnable awaitedWork(
            BucketId bucket, CompactionPolicy policy, Map<BucketId, List<DataFileMeta>> flushed, Outcomes outcomes) {
        client.withdraw(bucket);
        finished.drop(bucket);
        BucketContent live = context.files().content(bucket);
        var files = new ArrayList<>(live.files());
        files.addAll(flushed.getOrDefault(bucket, List.of()));
        BucketContent content = new BucketContent(files, live.vectors());
        return () -> {
            try {
                compactNow(bucket, content, policy)
                        .ifPresentOrElse(
                                outcomes.results()::add, () -> outcomes.idle().add(bucket));
            } catch (StorageException e) {
                requireNotRequested(bucket, e);
                outcomes.putOff().add(bucket);
            }
        };
    }

    private Optional<FinishedCompaction> compactNow(BucketId bucket, BucketContent content, CompactionPolicy policy) {
        long start = context.env().nanoTime();
        Optional<FinishedCompaction> result = compactor.compact(bucket, content, policy, NEVER);
        Duration took = Duration.ofNanos(context.env().nanoTime() - start);
        result.ifPresent(found -> client.count(found.result(), took));
        return result;
    }

    /** Rows must not wait for a compaction that the store does not let happen, unless somebody asked for it. */
    private void requireNotRequested(BucketId bucket, StorageException failure) {
        if (awaited.isRequested(bucket)) {
            throw failure;
        }
        LOG.warn(
                "compaction put off until a later commit: table={} bucket={} reason=\"{}\"",
                context.compaction().table(),
                bucket,
                failure.getMessage());
    }

    /** These are live. */
    void committed(List<FileChanges.Compaction> compactions) {
        for (FileChanges.Compaction compaction : compactions) {
            BucketId bucket = compaction.bucket();
            if (handedOver.remove(bucket, compaction)) {
                watch.compacted(bucket);
                awaited.done(Set.of(bucket));
            }
        }
    }

    /** These were not committed, and their files are somebody else's business. */
    void lost(List<FileChanges.Compaction> compactions) {
        for (FileChanges.Compaction compaction : compactions) {
            if (handedOver.remove(compaction.bucket(), compaction)) {
                lose(compaction.bucket());
            }
        }
    }

    /** Nothing that was handed over will be committed. */
    void discard() {
        toConsider.addAll(handedOver.keySet());
        handedOver.clear();
        awaited.discard();
    }

    /** Sorted runs of the bucket that has most, of those that this writer writes to or compacts. */
    int worstRuns() {
        return watch.worstRuns();
    }

    CompactionCounts counts() {
        return client.counts();
    }

    /** Cancels what runs, and deletes what is finished but not handed over. */
    @Override
    public void close() {
        client.close();
        finished.close();
    }
}
