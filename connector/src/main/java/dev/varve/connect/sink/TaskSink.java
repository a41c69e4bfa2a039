package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.ledger.TaskPositions;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.TableId;
import dev.varve.table.Warehouse;
import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.TableException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task: records from Connect go to their tables, offsets come back. Confined to the task's thread.
 *
 * <p>Connect's calls arrive in this order: {@code open} with the partitions that come; {@code put} again and again, also without
 * records; {@code preCommit} now and then, and, for partitions that are revoked, before their {@code close}; {@code close} without
 * {@code preCommit} for partitions that were lost.
 */
public final class TaskSink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskSink.class);

    /** A record may change the schema a few times (a new column, a wider type of another); more is a translator that never ends. */
    private static final int MAX_STEPS = 10;

    private final TaskSettings settings;
    private final RecordTranslator translator;
    private final SinkTaskContext context;
    private final TaskMetrics metrics;
    private final TaskPositions positions = new TaskPositions();
    private final OpenTables tables;
    private final Failures failures;
    private final BadRecords badRecords;
    private final Backpressure backpressure;
    private final CommitCadence cadence;
    private final LedgerWatch ledgerWatch;
    private final Starts starts;
    private Optional<ConnectException> failure = Optional.empty();

    /** What became of a record. */
    private enum Fate {
        /** It waits for a commit of its table. */
        PENDING,
        /** Nothing needs to be committed for it. */
        DONE,
        /** Everything was dropped, and it will be delivered again. */
        DROPPED
    }

    /**
     */
    public TaskSink(
            TaskSettings settings,
            Warehouse warehouse,
            RecordTranslator translator,
            SinkTaskContext context,
            KafkaLog kafkaLog,
            Env env,
            TaskMetrics metrics,
            MetricBeans beans) {
        this.settings = requireNonNull(settings, "settings is null");
        this.translator = requireNonNull(translator, "translator is null");
        this.context = requireNonNull(context, "context is null");
        this.metrics = requireNonNull(metrics, "metrics is null");
        this.tables = new OpenTables(settings, warehouse, env, metrics, beans);
        this.failures = new Failures(settings.retries(), env);
        this.badRecords = new BadRecords(Optional.ofNullable(context.errantRecordReporter()), metrics);
        this.backpressure = new Backpressure(context, env);
        this.cadence = new CommitCadence(context, env, settings.commitInterval());
        this.ledgerWatch = new LedgerWatch(env);
        this.starts = new Starts(settings, kafkaLog, metrics);
    }

    /** Partitions have come: those whose topic feeds one table start where that table's ledger says. */
    public void open(Collection<TopicPartition> partitions) {
        orFail(() -> {
            partitions.forEach(positions::opened);
            metrics.partitions(positions.assigned().size());
            start(partitions);
        });
    }

    private void start(Collection<TopicPartition> partitions) {
        var ledgers = new HashMap<TableId, Ledger>();
        Starts.Found found = starts.of(
                partitions,
                partition -> soleTable(partition)
                        .map(table -> ledgers.computeIfAbsent(table, this::tryReadLedger))
                        .orElse(Ledger.EMPTY)
                        .find(partition));
        found.newLives().forEach(tables::disown);
        found.offsets().forEach(positions::startsFrom);
        if (!found.offsets().isEmpty()) {
            LOG.info("task={} starts at {}", settings.taskName(), found.offsets());
            context.offset(found.offsets());
        }
    }

    /** The table that all records of the partition belong to. A transform that renames topics leaves that to the records. */
    private Optional<TableId> soleTable(TopicPartition partition) {
        return settings.topicsKeepTheirNames() ? translator.soleTable(partition.topic()) : Optional.empty();
    }

    /** Where the store is away for a moment, the group's offset is as good a start: what has landed is skipped by the ledger. */
    private Ledger tryReadLedger(TableId table) {
        try {
            return readLedger(table);
        } catch (TableException e) {
            if (!e.retryable()) {
                throw new ConnectException("table " + table + ": " + e.getMessage(), e);
            }
            LOG.warn("task={} table={} starts from the group's offsets", settings.taskName(), table, e);
            return Ledger.EMPTY;
        }
    }

    private Ledger readLedger(TableId table) {
        return tables.find(table).map(TableSink::readLedger).orElse(Ledger.EMPTY);
    }

    /**
     * Takes records, as many as are expected.
     *
     * @throws ConnectException if the task cannot go on, also for a reason found earlier
     */
    public void put(Collection<SinkRecord> records) {
        failure.ifPresent(earlier -> {
            throw new ConnectException(earlier.getMessage(), earlier);
        });
        orFail(() -> {
            metrics.delivered(records.size());
            positions.deliveryStarts();
            records.forEach(this::take);
            Map<TopicPartition, Long> moves = positions.deliveryEnds();
            if (!moves.isEmpty()) {
                context.offset(moves);
            }
            cadence.afterPut(tables.anyPending());
            backpressure.afterPut(positions.assigned());
            tables.all().forEach(TableSink::measure);
        });
    }

    private void take(SinkRecord record) {
        var partition = new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
        long offset = record.originalKafkaOffset();
        TaskPositions.Arrival arrival = positions.arrives(partition, offset);
        if (arrival == TaskPositions.Arrival.NOT_EXPECTED) {
            metrics.notExpected();
            return;
        }
        positions.gapAtStart(partition, offset).ifPresent(gap -> noteGap(partition, offset, gap));
        if (arrival == TaskPositions.Arrival.BELOW_FLOOR && !startAgain(partition, offset)) {
            return;
        }
        if (land(record, partition, offset) != Fate.DROPPED) {
            positions.taken(partition, offset);
        }
    }

    /** Mostly compaction or transaction markers; expired records look the same where the brokers cannot be asked. */
    private void noteGap(TopicPartition partition, long offset, long gap) {
        LOG.info(
                "task={} first record is {}@{}, {} offsets after the ledger's",
                settings.taskName(),
                partition,
                offset,
                gap);
        metrics.startGap(gap);
    }

    /**
     * The partition's topic has begun a new life. What is pending of the old one is committed first, since one range cannot
     * cover both.
     *
     * @return false if that failed and everything was dropped
     */
    private boolean startAgain(TopicPartition partition, long offset) {
        String found =
                "found " + partition + "@" + offset + " although all records below offset " + positions.floor(partition)
                        + " were there before: the topic was deleted and created anew, or truncated";
        if (!settings.acceptMismatch()) {
            throw new ConnectException(found
                    + ". To land what the topic has now, set offset.mismatch.policy=accept for one start, or stop the connector and"
                    + " reset its offsets (DELETE /connectors/" + settings.connector() + "/offsets)");
        }
        LOG.warn("task={} {}; accepted by policy", settings.taskName(), found);
        metrics.mismatchAccepted();
        for (TableSink table : tables.all()) {
            if (table.positions().pending().contains(partition) && !commitWhileDelivering(table)) {
                return false;
            }
        }
        positions.restarted(partition, offset);
        tables.disown(partition);
        return true;
    }

    private Fate land(SinkRecord record, TopicPartition partition, long offset) {
        Translation translation;
        try {
            translation = translator.translate(record);
        } catch (DataException e) {
            return reportUntranslated(record, partition, offset, e);
        }
        if (translation instanceof Translation.Skipped skipped) {
            if (metrics.skippedByRule(skipped.why())) {
                LOG.info("task={} skips {}, first {}@{}", settings.taskName(), skipped.why(), partition, offset);
            }
            return Fate.DONE;
        }
        Translation.Change change = (Translation.Change) translation;
        try {
            return land(record, partition, offset, change);
        } catch (TableException e) {
            dropAll();
            tryAgain(change.table(), e);
            return Fate.DROPPED;
        }
    }

    private Fate land(SinkRecord record, TopicPartition partition, long offset, Translation.Change change) {
        Optional<TableSink> found;
        try {
            found = tables.load(change);
        } catch (DataException | InvalidInputException e) {
            badRecords.report(record, partition + "@" + offset, e);
            return Fate.DONE;
        }
        if (found.isEmpty()) {
            return Fate.DONE;
        }
        TableSink table = found.get();
        if (!knowsLedger(table, partition)) {
            return Fate.DROPPED;
        }
        if (table.positions().hasLanded(partition, offset)) {
            metrics.skippedLanded();
            return Fate.DONE;
        }
        Fate fate;
        try {
            fate = apply(table, change.change());
        } catch (DataException | InvalidInputException e) {
            badRecords.report(record, partition + "@" + offset, e);
            fate = Fate.PENDING;
        }
        if (fate == Fate.PENDING) {
            table.positions().touch(partition);
        }
        return fate;
    }

    /** A bad record whose table is known all the same is covered by that table's ledger, so that it is not reported again. */
    private Fate reportUntranslated(SinkRecord record, TopicPartition partition, long offset, DataException why) {
        Optional<TableId> id = translator.soleTable(record.topic());
        try {
            Optional<TableSink> table = id.flatMap(tables::find);
            if (table.isEmpty()) {
                badRecords.report(record, partition + "@" + offset, why);
                return Fate.DONE;
            }
            if (!knowsLedger(table.get(), partition)) {
                return Fate.DROPPED;
            }
            if (table.get().positions().hasLanded(partition, offset)) {
                metrics.skippedLanded();
                return Fate.DONE;
            }
            badRecords.report(record, partition + "@" + offset, why);
            table.get().positions().touch(partition);
            return Fate.PENDING;
        } catch (TableException e) {
            dropAll();
            tryAgain(id.orElseThrow(), e);
            return Fate.DROPPED;
        }
    }

    /**
     * Makes sure that the table's ledger is known for a partition. New partitions come all at once, so it is read for all that
     * the task has.
     *
     * @return false if everything was dropped
     */
    private boolean knowsLedger(TableSink table, TopicPartition partition) {
        if (table.positions().knows(partition)) {
            return true;
        }
        if (!commitWhileDelivering(table)) {
            return false;
        }
        Optional<String> mismatch = table.learn(positions.assigned());
        mismatch.ifPresent(reason -> {
            dropAll();
            mismatched(table, reason);
        });
        return mismatch.isEmpty();
    }

    private Fate apply(TableSink table, TableChange change) {
        for (int i = 0; i < MAX_STEPS; i++) {
            TableChange.Step step = change.against(table.schema());
            if (step instanceof TableChange.Step.Write write) {
                if (!table.canWrite(write) && !commitWhileDelivering(table)) {
                    return Fate.DROPPED;
                }
                table.write(write);
                return write.rows().isEmpty() ? Fate.DONE : Fate.PENDING;
            }
            if (!commitWhileDelivering(table)) {
                return Fate.DROPPED;
            }
            if (step instanceof TableChange.Step.Evolve evolve) {
                table.evolve(evolve.changes());
            } else if (step instanceof TableChange.Step.DeleteAll) {
                table.deleteAll();
                return Fate.PENDING;
            } else {
                throw Check.unreachable(step);
            }
        }
        throw new DataException("table " + table.id() + " still does not fit the record after " + MAX_STEPS
                + " schema changes; its schema is now " + table.schema().id());
    }

    /** Commits a table in the middle of a batch; false if that failed and everything was dropped. */
    private boolean commitWhileDelivering(TableSink table) {
        CommitOutcome outcome = table.commit(positions::next);
        if (landed(table, outcome)) {
            return true;
        }
        dropAll();
        settle(table, outcome);
        return false;
    }

    /**
     * Commits what is pending in all tables. Never throws: what the worker would answer with trying for ever is thrown from the
     * next {@link #put}.
     *
     * @param consumed how far the worker has consumed some or all of the task's partitions
     * @return for those of them of which nothing is left to do, where to go on
     */
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> consumed) {
        if (failure.isPresent()) {
            return Map.of();
        }
        try {
            orFail(() -> commitAll(consumed));
        } catch (ConnectException e) {
            LOG.info("task={} fails with the next delivery: {}", settings.taskName(), e.getMessage());
            context.timeout(1);
            return Map.of();
        }
        return returned(consumed);
    }

    private void commitAll(Map<TopicPartition, OffsetAndMetadata> consumed) {
        consumed.forEach((partition, offset) -> positions.consumed(partition, offset.offset()));
        badRecords.await();
        var failed = new HashMap<TableSink, CommitOutcome>();
        for (TableSink table : tables.all()) {
            CommitOutcome outcome = table.commit(positions::next);
            if (!landed(table, outcome)) {
                failed.put(table, outcome);
            }
        }
        cadence.committed();
        var dropped = new HashSet<TopicPartition>();
        failed.keySet().forEach(table -> {
            dropped.addAll(table.positions().pending());
            table.drop();
        });
        rewind(dropped);
        failed.forEach(this::settle);
        keepLedgers();
        tables.all().forEach(TableSink::measure);
    }

    /** Now and then: where others commit so much that the snapshot with our offsets could expire, they go into a new one. */
    private void keepLedgers() {
        if (!ledgerWatch.isDue()) {
            return;
        }
        for (TableSink table : tables.all()) {
            CommitOutcome outcome = table.keepLedger();
            if (!landed(table, outcome)) {
                LOG.info(
                        "task={} table={} offsets not carried forward now: {}",
                        settings.taskName(),
                        table.id(),
                        outcome);
            }
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> returned(Map<TopicPartition, OffsetAndMetadata> consumed) {
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        consumed.forEach((partition, offset) -> {
            long next = positions.next(partition);
            if (positions.isStill(partition) && next >= 0) {
                long done = Math.min(next, offset.offset());
                positions.done(partition, done);
                offsets.put(partition, new OffsetAndMetadata(done));
            }
        });
        return offsets;
    }

    /** Partitions go. If something of them is still pending they were lost, and buffers mix their rows with others'. */
    public void close(Collection<TopicPartition> partitions) {
        if (failure.isPresent()) {
            return;
        }
        orFail(() -> {
            boolean lost = tables.anyPending(partitions);
            positions.closed(partitions);
            if (lost) {
                LOG.warn("task={} lost {} with records pending", settings.taskName(), partitions);
                dropAll();
            }
            tables.forget(partitions);
            backpressure.forget(partitions);
            metrics.partitions(positions.assigned().size());
        });
    }

    /** Whether the commit needs no more attention. */
    private boolean landed(TableSink table, CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Landed) {
            failures.healed(table.id());
            return true;
        }
        return outcome instanceof CommitOutcome.Nothing;
    }

    /** Decides how to go on after a commit that did not land; what was pending has been dropped. */
    private void settle(TableSink table, CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Fenced fenced) {
            metrics.fenced();
            LOG.warn(
                    "task={} table={} fenced: {}; going on after it", settings.taskName(), table.id(), fenced.reason());
        } else if (outcome instanceof CommitOutcome.Mismatch mismatch) {
            mismatched(table, mismatch.reason());
        } else if (outcome instanceof CommitOutcome.Failed failed) {
            tryAgain(table.id(), failed.error());
        } else {
            throw Check.unreachable(outcome);
        }
    }

    /** The table is not as this task left it; what was pending has been dropped. */
    private void mismatched(TableSink table, String reason) {
        if (!settings.acceptMismatch()) {
            throw new ConnectException(
                    "table " + table.id() + ": " + reason
                            + ". To go on from what the table has now, set offset.mismatch.policy=accept for one start, or restart the task");
        }
        LOG.warn("task={} table={} {}; accepted by policy", settings.taskName(), table.id(), reason);
        metrics.mismatchAccepted();
        tables.close(table);
        try {
            Ledger ledger = readLedger(table.id());
            for (TopicPartition partition : positions.assigned()) {
                ledger.find(partition).ifPresent(offset -> {
                    if (offset < positions.safe(partition).orElse(offset)) {
                        positions.rewindBelow(partition, offset);
                    }
                });
            }
        } catch (TableException e) {
            tryAgain(table.id(), e);
        }
    }

    private void tryAgain(TableId table, TableException error) {
        var wait = failures.failed(table, error);
        tables.all().stream()
                .filter(open -> open.id().equals(table))
                .forEach(open -> open.metrics().failed(failures.count(table)));
        LOG.warn(
                "task={} table={} failures={} waits ms={}",
                settings.taskName(),
                table,
                failures.count(table),
                wait.toMillis(),
                error);
        backpressure.hold(wait);
    }

    private void dropAll() {
        tables.dropAll();
        rewind(positions.assigned());
    }

    private void rewind(Set<TopicPartition> partitions) {
        if (!partitions.isEmpty()) {
            metrics.rewound();
            positions.rewind(partitions);
        }
    }

    /** Runs a handler; whatever it throws ends the task, now or with the next {@link #put}. */
    private void orFail(Runnable handler) {
        try {
            handler.run();
        } catch (RetriableException e) {
            // The worker would deliver the same batch again, behind the back of the positions.
            throw failed(new ConnectException(e.getMessage(), e));
        } catch (ConnectException e) {
            throw failed(e);
        } catch (RuntimeException e) {
            throw failed(new ConnectException("task " + settings.taskName() + ": " + e.getMessage(), e));
        }
    }

    private ConnectException failed(ConnectException why) {
        failure = Optional.of(why);
        return why;
    }

    /** Drops what is not committed and releases everything. */
    @Override
    public void close() {
        tables.close();
    }
}
