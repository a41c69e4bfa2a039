package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.commit.SnapshotCommit.Outcome;
import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import dev.varve.table.error.CommitConflictException;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.TableException;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.fs.FileIO;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.ManifestMerger;
import dev.varve.table.manifest.ManifestSettings;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.RowComparator;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.CarriedProperties;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes file changes visible (format page snapshots, commit). Readers see all of a snapshot or nothing of it: data files are durable
 * before they come here; manifests, then their lists are written under names that nobody else uses; creating the snapshot's file,
 * which succeeds for one writer only, is the commit; hints follow. So a process that ends at any moment leaves the newest snapshot
 * readable and at most files that nobody names.
 *
 * <p>A request makes up to two snapshots: its new files as APPEND, then its compactions as COMPACT. The guard is asked on every
 * attempt of the first of them. A compaction that follows new files of the same request is not fenced again, since the offsets
 * have become visible with the new files; it inherits the guard's properties if its base is that very snapshot, for they speak
 * of it, and else what its base has ({@link CarriedProperties}). Should the compaction fail, the new files stay, see {@link CommitResult.Committed#compactionFailure}.
 *
 * <p>Safe for use by several threads.
 */
public final class TableCommit {
    private static final Logger LOG = LoggerFactory.getLogger(TableCommit.class);

    private final CommitServices services;
    private final UncommittedFiles files;

    /** Without a cache, for a single commit. */
    public TableCommit(FileIO io, TableLayout layout, Env env, TableSchema schema) {
        this(io, layout, env, schema, MetadataCache.NONE);
    }

    /**
     * @param schema with which the changes are written
     * @param cache remembers manifests from commit to commit
     */
    public TableCommit(FileIO io, TableLayout layout, Env env, TableSchema schema, MetadataCache cache) {
        requireNonNull(io, "io is null");
        requireNonNull(layout, "layout is null");
        requireNonNull(env, "env is null");
        TableOptions options = TableOptions.of(schema.options(), schema.version());
        String table = layout.root().value();
        SnapshotStore snapshots = new SnapshotStore(io, layout);
        RetryLimits limits = RetryLimits.of(options);
        ManifestStore manifests = new ManifestStore(io, layout, env, schema, options.manifestTargetBytes(), cache);
        UnresolvedCommits unresolved = new UnresolvedCommits();
        services = new CommitServices(
                table,
                env,
                limits,
                snapshots,
                new LatestSchema(new SchemaStore(io, layout, env), schema, table),
                manifests,
                new ManifestMerger(manifests, ManifestSettings.of(options)),
                new ConflictCheck(RowComparator.of(schema.keyType().types())),
                new SnapshotPublisher(snapshots, manifests, limits, env),
                new VerifiedPartitions(),
                unresolved);
        PartitionPath partitionPath = new PartitionPath(
                schema.partitionType(), options.legacyPartitionNames(), options.defaultPartitionName(), env.zone());
        files = new UncommittedFiles(io, layout, partitionPath, unresolved);
    }

    /**
     * Commits. If it ends with an exception, nothing is visible, except where the exception says that it is unknown.
     *
     * @return {@link CommitResult.Refused} if the guard refused; the new files are deleted then
     * @throws CommitConflictException if what was to be replaced is not live any more, or new files do not fit to those that are
     *     there; the new files are deleted then
     * @throws CommitOutcomeUnknownException if nobody can tell whether the first snapshot of the request was created. Nothing was
     *     deleted. The same request may be committed again: if it has happened, that is found and nothing is done twice
     * @throws dev.varve.table.error.LimitExceededException if other writers were faster as often as the limits allow; the files
     *     are kept, for another try or {@link #deleteFiles}
     * @throws dev.varve.table.error.StorageException if the store failed before anything was visible; the files are kept as well
     */
    public CommitResult commit(CommitRequest request) {
        PendingSnapshot append = PendingSnapshot.append(request);
        PendingSnapshot compact = PendingSnapshot.compact(request);
        if (append.isEmpty() && compact.isEmpty() && !request.allowEmpty()) {
            return new CommitResult.Empty();
        }
        if (append.isEmpty() && !compact.isEmpty()) {
            return commitFirst(request, compact);
        }
        CommitResult result = commitFirst(request, append);
        if (compact.isEmpty() || !(result instanceof CommitResult.Committed committed)) {
            return result;
        }
        return commitCompaction(request, compact, committed.snapshots().get(0));
    }

    /**
     * Takes rows away and puts others in their place, as one OVERWRITE snapshot. If it ends with an exception, nothing is visible,
     * except where the exception says that it is unknown.
     *
     * @return {@link CommitResult.Empty} if there was nothing to replace and nothing to put there; {@link CommitResult.Refused} if
     *     the guard refused; the new files are deleted then
     * @throws CommitConflictException if {@link Replaced.Files} are not all files of their partitions any more, or new files do not
     *     fit to those that stay; the new files are deleted then
     * @throws CommitOutcomeUnknownException as {@link #commit}; the snapshot of this user tells, the request must not be repeated
     * @throws dev.varve.table.error.LimitExceededException as {@link #commit}
     * @throws dev.varve.table.error.StorageException as {@link #commit}
     */
    public CommitResult overwrite(OverwriteRequest request) {
        SnapshotCommit commit = SnapshotCommit.overwriting(services, request);
        Outcome outcome = run(commit);
        if (outcome instanceof Outcome.Nothing) {
            return new CommitResult.Empty();
        }
        return first(commit.pending(), request.additions(), outcome);
    }

    private CommitResult commitFirst(CommitRequest request, PendingSnapshot pending) {
        Outcome outcome = run(pending, request.properties(), request.guard());
        return first(pending, request.changes(), outcome);
    }

    private CommitResult first(PendingSnapshot pending, FileChanges changes, Outcome outcome) {
        if (outcome instanceof Outcome.Published published) {
            return new CommitResult.Committed(List.of(published.snapshot()));
        }
        if (outcome instanceof Outcome.Refused refused) {
            LOG.info(
                    "commit refused: table={} user={} identifier={} reason={}",
                    services.table(),
                    pending.user(),
                    pending.identifier(),
                    refused.reason());
            files.delete(changes);
            return new CommitResult.Refused(refused.reason());
        }
        if (outcome instanceof Outcome.Conflicted conflicted) {
            if (!conflicted.conflict().outputIsLive()) {
                files.delete(changes);
            }
            throw conflict(pending, conflicted.conflict());
        }
        throw Check.unreachable(outcome);
    }

    private CommitResult commitCompaction(CommitRequest request, PendingSnapshot compact, Snapshot append) {
        Guard afterAppend =
                (latest, history) -> latest.isPresent() && latest.get().id() == append.id()
                        ? Guard.Verdict.proceedWith(append.properties())
                        : CarriedProperties.FORWARD.judge(latest, history);
        TableException failure;
        try {
            Outcome outcome = run(compact, request.properties(), afterAppend);
            if (outcome instanceof Outcome.Published published) {
                return new CommitResult.Committed(List.of(append, published.snapshot()));
            }
            if (!(outcome instanceof Outcome.Conflicted conflicted)) {
                throw Check.unreachable(outcome);
            }
            failure = conflict(compact, conflicted.conflict());
            if (!conflicted.conflict().outputIsLive()) {
                files.deleteOutputs(request.changes().compactions());
            }
        } catch (CommitOutcomeUnknownException e) {
            failure = e;
        } catch (TableException e) {
            failure = e;
            files.deleteOutputs(request.changes().compactions());
        }
        LOG.info(
                "new files are committed, their compaction is not: table={} snapshot={} reason={}",
                services.table(),
                append.id(),
                failure.getMessage());
        return new CommitResult.Committed(List.of(append), Optional.of(failure));
    }

    private Outcome run(PendingSnapshot pending, Map<String, String> properties, Guard guard) {
        return run(new SnapshotCommit(services, pending, properties, guard));
    }

    private Outcome run(SnapshotCommit commit) {
        long start = services.env().nanoTime();
        Outcome outcome = commit.run();
        PendingSnapshot pending = commit.pending();
        if (outcome instanceof Outcome.Published published) {
            LOG.info(
                    "committed: table={} snapshot={} kind={} user={} identifier={} added={} deleted={} rows={} retries={} ms={}",
                    services.table(),
                    published.snapshot().id(),
                    pending.kind(),
                    pending.user(),
                    pending.identifier(),
                    pending.count(Kind.ADD),
                    pending.count(Kind.DELETE),
                    pending.deltaRecordCount(),
                    published.retries(),
                    (services.env().nanoTime() - start) / 1_000_000);
        }
        return outcome;
    }

    private CommitConflictException conflict(PendingSnapshot pending, Conflict conflict) {
        return new CommitConflictException("commit of user " + pending.user() + " with identifier "
                + pending.identifier() + " to table " + services.table() + ": " + conflict.reason());
    }

    /**
     * Deletes the new files of changes that were never committed, as well as the store allows. Files of a commit whose outcome is
     * unknown to this object are left alone.
     */
    public void deleteFiles(FileChanges uncommitted) {
        files.delete(uncommitted);
    }
}
