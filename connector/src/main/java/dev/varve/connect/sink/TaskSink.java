package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.ledger.LedgerEntry;
import dev.varve.connect.ledger.TaskPositions;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.TableId;
import dev.varve.table.Warehouse;
import dev.varve.table.env.Env;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
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
    /**
     * Metadata of the offsets that go to the group. A worker does not commit offsets that equal the last ones it knows, and takes an
     * offset that a consumer was sent to for one that was committed. With this note ours are never equal to those: a group that
     * was left behind a ledger, by a task that was killed between the two commits, catches up even if no record comes any more.
     */
    static final String OFFSET_NOTE = "varve";

    private final TaskSettings settings;
    private final RecordTranslator translator;
    private final SinkTaskContext context;
    private final Env env;
    private final TaskMetrics metrics;
    private final TaskPositions positions = new TaskPositions();
    private final TopicLives lives;
    private final OpenTables tables;
    private final BadRecords badRecords;
    private final Backpressure backpressure;
    private final Recovery recovery;
    private final Delivery delivery;
    private final CommitCadence cadence;
    private final CompactionWatch compactionWatch;
    private final LedgerWatch ledgerWatch;
    private final Starts starts;
    private final CommitThreads commitThreads;
    /** Partitions that have come while the ledger could not be read that says where they start. */
    private final Set<TopicPartition> unread = new HashSet<>();

    private Optional<ConnectException> failure = Optional.empty();

    public TaskSink(
            TaskSettings settings,
            Warehouse warehouse,
            RecordTranslator translator,
            SinkTaskContext context,
            KafkaLog kafkaLog,
            Env env,
            TaskMetrics metrics,
            MetricBeans beans) {
        this(settings, warehouse, translator, context, kafkaLog, env, metrics, beans, CommitThreads.NONE);
    }

    /** @param commitThreads work on several tables at a time; closed by the caller */
    public TaskSink(
            TaskSettings settings,
            Warehouse warehouse,
            RecordTranslator translator,
            SinkTaskContext context,
            KafkaLog kafkaLog,
            Env env,
            TaskMetrics metrics,
            MetricBeans beans,
            CommitThreads commitThreads) {
        this.settings = requireNonNull(settings, "settings is null");
        this.translator = requireNonNull(translator, "translator is null");
        this.context = requireNonNull(context, "context is null");
        this.env = requireNonNull(env, "env is null");
        this.metrics = requireNonNull(metrics, "metrics is null");
        this.lives = new TopicLives(kafkaLog, env);
        this.tables = new OpenTables(settings, warehouse, new SettingsOnTables(translator), lives, env, metrics, beans);
        this.badRecords = new BadRecords(Optional.ofNullable(context.errantRecordReporter()), metrics);
        this.backpressure = new Backpressure(context, env);
        this.recovery = new Recovery(settings, positions, tables, lives, backpressure, env, metrics);
        this.delivery = new Delivery(
                settings, translator, positions, tables, badRecords, recovery, new LogEnds(kafkaLog), lives, metrics);
        this.cadence = new CommitCadence(context, env, settings.commitInterval());
        this.compactionWatch = new CompactionWatch(settings, tables, context, env, metrics);
        this.ledgerWatch = new LedgerWatch(env);
        this.starts = new Starts(settings, kafkaLog, lives, metrics);
        this.commitThreads = requireNonNull(commitThreads, "commitThreads is null");
    }

    /** Partitions have come: those whose topic feeds one table start where that table's ledger says. */
    public void open(Collection<TopicPartition> partitions) {
        orFail(() -> {
            partitions.forEach(positions::opened);
            recovery.rebalanced();
            metrics.partitions(positions.assigned().size());
            start(partitions);
        });
    }

    private void start(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> offsets = findStarts(partitions);
        offsets.forEach(positions::startsFrom);
        if (!offsets.isEmpty()) {
            LOG.info("task={} starts at {}", settings.taskName(), offsets);
            context.offset(offsets);
        }
    }

    /**
     * Partitions whose ledger could not be read when they came go where it says, once it can be; until then their records are put
     * off. The group's offset would be no substitute: after a rollback it lies above the ledger.
     */
    private void startUnread(Collection<SinkRecord> records) {
        if (unread.isEmpty()) {
            return;
        }
        if (!backpressure.holds()) {
            Set<TopicPartition> again = Set.copyOf(unread);
            unread.clear();
            findStarts(again).forEach(positions::rewindBelow);
        }
        for (SinkRecord record : records) {
            var partition = new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
            if (unread.contains(partition)
                    && positions.arrives(partition, record.originalKafkaOffset())
                            != TaskPositions.Arrival.NOT_EXPECTED) {
                positions.rewind(Set.of(partition));
            }
        }
    }

    /** Where partitions start that do not start at the group's offset. Those whose ledger cannot be read are noted as unread. */
    private Map<TopicPartition, Long> findStarts(Collection<TopicPartition> partitions) {
        var ledgers = new HashMap<TableId, Optional<Ledger>>();
        var found = new HashMap<TopicPartition, Optional<LedgerEntry>>();
        for (TopicPartition partition : partitions) {
            Optional<TableId> table = soleTable(partition);
            Optional<Ledger> ledger = table.isPresent()
                    ? ledgers.computeIfAbsent(table.get(), this::tryReadLedger)
                    : Optional.of(Ledger.EMPTY);
            ledger.ifPresentOrElse(known -> found.put(partition, known.entry(partition)), () -> unread.add(partition));
        }
        if (found.isEmpty()) {
            return Map.of();
        }
        Starts.Found result = starts.of(found.keySet(), found::get);
        result.newLives().forEach(this::disown);
        return result.offsets();
    }

    private void disown(TopicPartition partition, Optional<LedgerEntry> ledger) {
        Optional<TableId> table = soleTable(partition);
        if (table.isPresent() && ledger.isPresent()) {
            tables.disown(partition, table.get(), ledger);
        } else {
            tables.disown(partition);
        }
    }

    /** The table that all records of the partition belong to. A transform that renames topics leaves that to the records. */
    private Optional<TableId> soleTable(TopicPartition partition) {
        return settings.topicsKeepTheirNames() ? translator.soleTable(partition.topic()) : Optional.empty();
    }

    /** Empty where the store is away for a moment. */
    private Optional<Ledger> tryReadLedger(TableId table) {
        try {
            return Optional.of(recovery.readLedger(table));
        } catch (TableException e) {
            recovery.failedToStart(table, e);
            return Optional.empty();
        }
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
            lives.fetched();
            positions.deliveryStarts();
            startUnread(records);
            records.forEach(delivery::take);
            Map<TopicPartition, Long> moves = positions.deliveryEnds();
            if (!moves.isEmpty()) {
                context.offset(moves);
            }
            cadence.afterPut(tables.anyPending());
            backpressure.afterPut(positions.assigned(), compactionWatch.isBehind());
            tables.all().forEach(TableSink::measure);
        });
    }

    /**
     * Commits what is pending in all tables, and compactions that are done. Never throws: what the worker would answer with trying for ever is thrown from the
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
        if (!recovery.topicsAreTheSame()) {
            return;
        }
        var failed = new LinkedHashMap<TableSink, CommitOutcome>();
        var round = new CommitRound(env);
        commitThreads.each(tables.all(), table -> commit(table, round)).forEach((table, outcome) -> {
            if (!recovery.landed(table, outcome)) {
                failed.put(table, outcome);
            }
        });
        cadence.committed();
        recovery.recover(failed);
        recovery.roundDone();
        keepLedgers();
        tables.all().forEach(TableSink::measure);
    }

    /**
     * Runs beside the commits of other tables: touches nothing but the table. Positions stand still meanwhile. A writer gives memory
     * back only to the thread that used it last, so what is done here must leave no rows in its buffers, or fail.
     */
    private CommitOutcome commit(TableSink table, CommitRound round) {
        boolean pending = table.positions().hasPending();
        Optional<StorageException> stopped = round.stopped();
        if (stopped.isPresent()) {
            return pending ? new CommitOutcome.Failed(stopped.get()) : new CommitOutcome.Nothing();
        }
        return round.note(pending ? table.commit(positions::next) : table.commitCompactions());
    }

    /** Now and then: where others commit so much that the snapshot with our offsets could expire, they go into a new one. */
    private void keepLedgers() {
        if (recovery.isInTrouble() || !ledgerWatch.isDue()) {
            return;
        }
        commitThreads.each(tables.all(), TableSink::keepLedger).forEach((table, outcome) -> {
            if (!recovery.landed(table, outcome)) {
                LOG.info(
                        "task={} table={} offsets not carried forward now: {}",
                        settings.taskName(),
                        table.id(),
                        outcome);
            }
        });
    }

    private Map<TopicPartition, OffsetAndMetadata> returned(Map<TopicPartition, OffsetAndMetadata> consumed) {
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        consumed.forEach((partition, offset) -> {
            long next = positions.next(partition);
            if (positions.isStill(partition) && next >= 0) {
                long done = Math.min(next, offset.offset());
                positions.done(partition, done);
                offsets.put(partition, new OffsetAndMetadata(done, OFFSET_NOTE));
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
            unread.removeAll(partitions);
            recovery.rebalanced();
            if (lost) {
                LOG.warn("task={} lost {} with records pending", settings.taskName(), partitions);
                recovery.dropAll();
            }
            tables.forget(partitions);
            lives.forget(partitions);
            backpressure.forget(partitions);
            metrics.partitions(positions.assigned().size());
        });
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
