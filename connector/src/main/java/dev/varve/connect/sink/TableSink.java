package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.ledger.LedgerGuard;
import dev.varve.connect.ledger.LedgerHistory;
import dev.varve.connect.ledger.LedgerVerdict;
import dev.varve.connect.ledger.OffsetRange;
import dev.varve.connect.ledger.SnapshotAnchor;
import dev.varve.connect.ledger.TablePositions;
import dev.varve.connect.ledger.TopicIds;
import dev.varve.connect.metric.TableMetrics;
import dev.varve.table.CompactionBacklog;
import dev.varve.table.CompactionOwnership;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableChanges;
import dev.varve.table.TableId;
import dev.varve.table.TableWriter;
import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.error.TableException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One table of one task: rows go in, snapshots with the ledger come out. Confined to the task's thread.
 *
 * <p>Each instance commits as a user of its own, so that a snapshot of this user and identifier is this instance's for certain.
 */
final class TableSink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TableSink.class);

    private final TableId id;
    private final String ledgerId;
    private final String commitUser;
    private final TableLookup lookup;
    private final Env env;
    private final TableMetrics metrics;

    private final WriterSlot writer;
    private final TablePositions positions;

    private Table table;
    private StoredValues storedValues;
    private long lastIdentifier;
    /** Another job has changed the table so that this writer cannot go on: with another number of buckets, for example. */
    private boolean outdated;
    /** Until it is found that no writer can be opened. */
    private boolean opensForCompactions = true;

    /** Finds the table that lies at this one's place now. */
    @FunctionalInterface
    interface TableLookup {
        Optional<Table> find();
    }

    TableSink(
            TableId id,
            Table table,
            TableLookup lookup,
            String ledgerId,
            TopicIds topicIds,
            String commitUser,
            CompactionOwnership ownership,
            Env env,
            TableMetrics metrics) {
        this.id = requireNonNull(id, "id is null");
        this.table = requireNonNull(table, "table is null");
        this.storedValues = new StoredValues(table.schema());
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.ledgerId = requireNonNull(ledgerId, "ledgerId is null");
        this.positions = new TablePositions(topicIds);
        this.commitUser = requireNonNull(commitUser, "commitUser is null");
        this.env = requireNonNull(env, "env is null");
        this.metrics = requireNonNull(metrics, "metrics is null");
        this.writer = new WriterSlot(id, commitUser, ownership, metrics);
    }

    TableId id() {
        return id;
    }

    TableSchema schema() {
        return table.schema();
    }

    TableMetrics metrics() {
        return metrics;
    }

    /** What this task knows of the table's ledger. */
    TablePositions positions() {
        return positions;
    }

    /**
     * What was read to start from.
     *
     * @param replaced why the table is not the one that this task has known, if so: then the ledger is empty, and what the task knows
     *     of the table stays as it is, so that this is found again
     */
    record Reading(Ledger ledger, Optional<String> replaced) {}

    /**
     * The newest ledger as it is in the table now, to start from: should the table be rolled back after that, it is noticed. Whether it
     * was rolled back before is looked at first: other partitions of this task may have started from what is not there any more.
     */
    Reading readLedger() {
        Optional<Snapshot> latest = table.latestSnapshot();
        Optional<String> replaced = replaced(latest);
        if (replaced.isPresent()) {
            return new Reading(Ledger.EMPTY, replaced);
        }
        Ledger ledger = readLedger(latest);
        latest.ifPresent(positions::startsOn);
        return new Reading(ledger, Optional.empty());
    }

    private Optional<String> replaced(Optional<Snapshot> latest) {
        return positions
                .anchor()
                .flatMap(known -> known.missingIn(latest, new TableHistory(table)))
                .map(LedgerVerdict::reason);
    }

    private Ledger readLedger(Optional<Snapshot> latest) {
        Optional<LedgerHistory.Found> found = LedgerHistory.newest(ledgerId, latest, table::findSnapshot);
        if (found.isEmpty() && latest.isPresent()) {
            LOG.info(
                    "table={} has no offsets of ledger={} in its snapshots up to {}: starting from the group's offsets; if this"
                            + " connector has landed records here before, those after the group's offsets land once more",
                    id,
                    ledgerId,
                    latest.get().id());
        }
        return found.map(LedgerHistory.Found::ledger).orElse(Ledger.EMPTY);
    }

    /**
     * Reads the ledger for the partitions that are not known yet. Their keys may have been written by another task, so the
     * sequence numbers are read again, not earlier than the ledger. Nothing may be pending.
     *
     * @return why the table is not as this task left it, if so; nothing is learnt then
     */
    Optional<String> learn(Set<TopicPartition> partitions) {
        Check.that(!positions.hasPending(), "%s has uncommitted records of %s", id, positions.pending());
        Optional<Snapshot> latest = table.latestSnapshot();
        Optional<String> replaced = replaced(latest);
        if (replaced.isPresent()) {
            return replaced;
        }
        Ledger ledger = readLedger(latest);
        writer.current().ifPresent(TableWriter::refreshSequences);
        positions.learn(partitions, ledger, latest);
        return Optional.empty();
    }

    /** Whether rows can be taken at once; if not, what is pending must be committed first. */
    boolean canWrite(TableChange.Step.Write write) {
        return !storedValues.isNeeded(write) || storedValues.canFind(write, positions.hasPending());
    }

    /**
     * Takes the rows of one record: all of them or none.
     *
     * @return false if there is no memory for the first; nothing is taken then
     * @throws DataException if the table cannot hold one of them; nothing is taken then
     * @throws InvalidInputException if rows that were taken before cannot be flushed, whatever this record holds
     */
    boolean write(TableChange.Step.Write write) {
        List<? extends Row> rows = storedValues.isNeeded(write) ? filled(write) : write.rows();
        TableWriter open = writer.open(table);
        if (rows.size() > 1) {
            rows.forEach(row -> requireAcceptable(open, row));
        }
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            try {
                open.write(row);
            } catch (InvalidInputException e) {
                requireAcceptable(open, row);
                throw e;
            } catch (LimitExceededException e) {
                if (i > 0) {
                    throw e;
                }
                return false;
            }
            storedValues.wrote(row);
        }
        return true;
    }

    /** The rows, with the stored values that the source did not send. */
    private List<Row> filled(TableChange.Step.Write write) {
        List<Row> rows = new ArrayList<>(write.rows());
        rows.set(rows.size() - 1, storedValues.fill(write, table));
        return rows;
    }

    private void requireAcceptable(TableWriter open, Row row) {
        try {
            open.requireAcceptable(row);
        } catch (InvalidInputException e) {
            throw new DataException("table " + id + ": " + e.getMessage(), e);
        }
    }

    /**
     * Lets the table follow the stream, unless somebody else has changed it meanwhile: what the changes would be then is another
     * question. Nothing may be pending: a new writer counts sequence numbers on from what is committed.
     *
     * @return whether the changes were made; if not, the schema is now the one that others made
     * @throws InvalidInputException if the table does not allow one of them; nothing is changed then
     */
    boolean evolve(List<SchemaChange> changes) {
        Check.that(!positions.hasPending(), "%s has uncommitted records of %s", id, positions.pending());
        long before = schema().id();
        Optional<Table> evolved = table.evolveFromHere(changes);
        table = evolved.orElseGet(table::reload);
        storedValues = new StoredValues(table.schema());
        writer.close();
        if (evolved.isEmpty()) {
            LOG.info("table={} schema={} was={} made by others", id, schema().id(), before);
        } else if (schema().id() != before) {
            metrics.schemaChanged();
            LOG.info("table={} schema={} was={} changes={}", id, schema().id(), before, changes);
        }
        return evolved.isPresent();
    }

    /**
     * Deletes every row the table has now; the deletes are pending. Nothing else may be. All are looked at before the first is
     * taken, since a part of them must not be committed.
     *
     * @throws DataException if the table cannot delete one of them; nothing is pending then
     */
    void deleteAll() {
        Check.that(!positions.hasPending(), "%s has uncommitted records of %s", id, positions.pending());
        TableWriter open = writer.open(table);
        eachDelete(delete -> requireAcceptable(open, delete));
        long rows = eachDelete(delete -> {
            open.write(delete);
            storedValues.wrote(delete);
        });
        LOG.info("table={} truncated by the source: {} rows to be deleted", id, rows);
    }

    /** Hands out a delete for every committed row, and counts them. */
    private long eachDelete(Consumer<Row> consumer) {
        long rows = 0;
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.advance()) {
                GenericRow delete = GenericRow.copyOf(cursor.row(), cursor.type());
                delete.setKind(RowKind.DELETE);
                consumer.accept(delete);
                rows++;
            }
        }
        return rows;
    }

    /**
     * Commits everything pending, together with the ranges it covers.
     *
     * @param next the next offset to consume of a partition, or -1 if nothing of it has been delivered
     */
    CommitOutcome commit(ToLongFunction<TopicPartition> next) {
        if (!positions.hasPending()) {
            return new CommitOutcome.Nothing();
        }
        List<OffsetRange> ranges = positions.ranges(next);
        long identifier = ++lastIdentifier;
        try {
            Optional<String> replaced = replacedBeforeFirstSnapshot();
            return replaced.isPresent()
                    ? new CommitOutcome.Mismatch(replaced.get())
                    : commit(identifier, ranges, new LedgerGuard(ledgerId, ranges, positions.anchor()), true);
        } catch (CommitOutcomeUnknownException e) {
            return resolve(identifier, ranges, e);
        } catch (TableException e) {
            outdated |= e.conflict();
            return new CommitOutcome.Failed(e);
        }
    }

    /**
     * Has compactions done where they are due, and commits those that are finished, with the ledger carried forward. Nothing may
     * be pending. Should that fail, nothing is lost: the buckets are compacted anew.
     */
    CommitOutcome commitCompactions() {
        if (positions.hasPending() || !hasWriterForCompactions()) {
            return new CommitOutcome.Nothing();
        }
        TableWriter open = writer.open(table);
        if (!open.hasFinishedCompactions()) {
            open.considerCompactions();
        }
        if (!open.hasFinishedCompactions()) {
            return new CommitOutcome.Nothing();
        }
        try {
            LedgerGuard guard = new LedgerGuard(ledgerId, List.of(), positions.anchor());
            return commit(++lastIdentifier, List.of(), guard, false);
        } catch (TableException e) {
            LOG.warn("table={} its compactions are not committed now", id, e);
            drop();
            return new CommitOutcome.Nothing();
        }
    }

    /** A task that began where nothing comes any more opens its writer: nobody else compacts the buckets that it owns. */
    private boolean hasWriterForCompactions() {
        if (writer.current().isEmpty() && opensForCompactions) {
            try {
                writer.open(table);
            } catch (TableException e) {
                opensForCompactions = e.retryable();
                LOG.warn("table={} cannot be looked at for compaction, trying again={}", id, opensForCompactions, e);
            }
        }
        return writer.current().isPresent();
    }

    /** Looks whether others have compacted, or have made a compaction necessary. */
    void considerCompactions() {
        writer.current().ifPresent(TableWriter::considerCompactions);
    }

    /** Whether compactions wait to be committed. */
    boolean hasCompactions() {
        return writer.current().map(TableWriter::hasFinishedCompactions).orElse(false);
    }

    /** How far compaction is behind. */
    CompactionBacklog backlog() {
        return writer.backlog();
    }

    /**
     * Carries the ledger forward by an empty commit if so many snapshots of others lie on top of it that it could expire. Nothing
     * may be pending.
     */
    CommitOutcome keepLedger() {
        if (positions.hasPending()) {
            return new CommitOutcome.Nothing();
        }
        try {
            Optional<Snapshot> latest = table.latestSnapshot();
            Optional<LedgerHistory.Found> found = LedgerHistory.newest(ledgerId, latest, table::findSnapshot);
            if (found.isEmpty()
                    || latest.orElseThrow().id() - found.get().snapshotId() < LedgerWatch.FOREIGN_SNAPSHOTS) {
                return new CommitOutcome.Nothing();
            }
            return commit(++lastIdentifier, List.of(), new LedgerGuard(ledgerId, List.of(), positions.anchor()), true);
        } catch (TableException e) {
            return new CommitOutcome.Failed(e);
        }
    }

    private CommitOutcome commit(long identifier, List<OffsetRange> ranges, LedgerGuard guard, boolean allowEmpty) {
        long startNanos = env.nanoTime();
        TableWriter open = writer.open(table);
        long rows = open.bufferedRows();
        TableChanges changes = open.prepare();
        CommitResult result = open.commit(changes, identifier, Map.of(), guard, allowEmpty);
        if (result instanceof CommitResult.Empty) {
            return new CommitOutcome.Nothing();
        }
        if (result instanceof CommitResult.Committed committed) {
            Snapshot newest = committed.snapshots().get(committed.snapshots().size() - 1);
            positions.landed(ranges, newest);
            storedValues.settled();
            Duration duration = Duration.ofNanos(env.nanoTime() - startNanos);
            metrics.committed(newest.id(), rows, changes.fileCount(), changes.fileBytes(), duration);
            LOG.info(
                    "table={} snapshot={} rows={} files={} bytes={} ms={}",
                    id,
                    newest.id(),
                    rows,
                    changes.fileCount(),
                    changes.fileBytes(),
                    duration.toMillis());
            return new CommitOutcome.Landed();
        }
        if (result instanceof CommitResult.Refused) {
            LedgerVerdict verdict = guard.lastVerdict();
            return verdict instanceof LedgerVerdict.Fenced
                    ? new CommitOutcome.Fenced(verdict.reason())
                    : new CommitOutcome.Mismatch(verdict.reason());
        }
        throw Check.unreachable(result);
    }

    /** Until the first snapshot there is nothing to recognise the table by but its schema. */
    private Optional<String> replacedBeforeFirstSnapshot() {
        if (positions.anchor().isPresent()) {
            return Optional.empty();
        }
        Optional<Table> now = lookup.find();
        if (now.isEmpty()) {
            return Optional.of("it was dropped while rows for it were buffered");
        }
        TableSchema found = now.get().schema();
        boolean another = found.id() < schema().id() || (found.id() == schema().id() && !found.equals(schema()));
        return another
                ? Optional.of("it was dropped and created anew while rows for it were buffered")
                : Optional.empty();
    }

    /**
     * The store could not say whether the snapshot was made: look for it among those that are newer than what was known. Below the
     * oldest one may lie ours all the same: created where another had expired, it is no part of the table.
     */
    private CommitOutcome resolve(long identifier, List<OffsetRange> ranges, CommitOutcomeUnknownException unknown) {
        long known = positions.anchor().map(SnapshotAnchor::id).orElse(0L);
        try {
            Optional<Snapshot> snapshot = table.latestSnapshot();
            long oldest = table.earliestSnapshotId().orElse(0);
            while (snapshot.isPresent()
                    && snapshot.get().id() > known
                    && snapshot.get().id() >= oldest) {
                Snapshot candidate = snapshot.get();
                if (candidate.commitUser().equals(commitUser) && candidate.commitIdentifier() == identifier) {
                    LOG.warn(
                            "table={} snapshot={} exists although its creation was answered with an error",
                            id,
                            candidate.id());
                    positions.landed(ranges, candidate);
                    storedValues.settled();
                    metrics.committed(candidate.id(), 0, 0, 0, Duration.ZERO);
                    return new CommitOutcome.Landed();
                }
                snapshot = table.findSnapshot(candidate.id() - 1);
            }
        } catch (TableException e) {
            unknown.addSuppressed(e);
        }
        return new CommitOutcome.Failed(unknown);
    }

    /** Drops everything pending and forgets the ledger, which is read again with the next record. */
    void drop() {
        positions.reset();
        storedValues.settled();
        writer.discard();
        if (outdated) {
            reload();
        }
    }

    /** Goes on with the table as it is now. */
    private void reload() {
        writer.close();
        try {
            table = table.reload();
            storedValues = new StoredValues(table.schema());
            outdated = false;
            LOG.info("table={} reloaded after a conflict: schema={} options={}", id, schema().id(), schema().options());
        } catch (TableException e) {
            LOG.warn("table={} could not be read again after a conflict, trying again with the next failure", id, e);
        }
    }

    /** The partitions are no longer this task's; nothing of them is pending. */
    void forget(Collection<TopicPartition> partitions) {
        positions.forget(partitions);
    }

    /** Shows buffers, compactions and maintenance to metrics. */
    void measure() {
        writer.measure();
    }

    @Override
    public void close() {
        writer.close();
    }
}
