package dev.varve.connect.sink;

import dev.varve.connect.ledger.TaskPositions;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.TableId;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.TableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes single records to their tables. Confined to the task's thread. */
final class Delivery {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    /** A record may change the schema a few times (a new column, a wider type of another); more is a translator that never ends. */
    private static final int MAX_CHANGES = 10;

    /** How often others may be faster; every time that one is, the stream has got further. */
    private static final int MAX_LOST_RACES = 1_000;

    private final TaskSettings settings;
    private final RecordTranslator translator;
    private final TaskPositions positions;
    private final OpenTables tables;
    private final BadRecords badRecords;
    private final Recovery recovery;
    private final LogEnds logEnds;
    private final TopicLives lives;
    private final TaskMetrics metrics;

    /** What became of a record. */
    private enum Fate {
        /** It waits for a commit of its table. */
        PENDING,
        /** Nothing needs to be committed for it. */
        DONE,
        /** Everything was dropped, and it will be delivered again. */
        DROPPED
    }

    Delivery(
            TaskSettings settings,
            RecordTranslator translator,
            TaskPositions positions,
            OpenTables tables,
            BadRecords badRecords,
            Recovery recovery,
            LogEnds logEnds,
            TopicLives lives,
            TaskMetrics metrics) {
        this.settings = settings;
        this.translator = translator;
        this.positions = positions;
        this.tables = tables;
        this.badRecords = badRecords;
        this.recovery = recovery;
        this.logEnds = logEnds;
        this.lives = lives;
        this.metrics = metrics;
    }

    /** Takes one record, if it is expected. */
    void take(SinkRecord record) {
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
        Mismatches.accept(settings, metrics, found);
        for (TableSink table : tables.all()) {
            if (table.positions().pending().contains(partition) && !recovery.commitAsItIs(table)) {
                return false;
            }
        }
        lives.opened(List.of(partition));
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
            recovery.failedWhileDelivering(change.table(), e);
            return Fate.DROPPED;
        }
    }

    private Fate land(SinkRecord record, TopicPartition partition, long offset, Translation.Change change) {
        Optional<TableSink> found;
        try {
            found = tables.load(change);
        } catch (DataException e) {
            badRecords.report(record, Optional.of(change.table()), partition + "@" + offset, e);
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
        } catch (DataException e) {
            badRecords.report(record, Optional.of(change.table()), partition + "@" + offset, e);
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
                badRecords.report(record, id, partition + "@" + offset, why);
                return Fate.DONE;
            }
            if (!knowsLedger(table.get(), partition)) {
                return Fate.DROPPED;
            }
            if (table.get().positions().hasLanded(partition, offset)) {
                metrics.skippedLanded();
                return Fate.DONE;
            }
            badRecords.report(record, id, partition + "@" + offset, why);
            table.get().positions().touch(partition);
            return Fate.PENDING;
        } catch (TableException e) {
            recovery.failedWhileDelivering(id.orElseThrow(), e);
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
        if (!recovery.commitWhileDelivering(table)) {
            return false;
        }
        Optional<String> mismatch = table.learn(positions.assigned());
        if (mismatch.isPresent()) {
            recovery.mismatchedWhileDelivering(table, mismatch.get());
            return false;
        }
        requireLogsReach(table);
        return true;
    }

    /** No ledger must be ahead of what the log has: that would be the ledger of an earlier life of the topic. */
    private void requireLogsReach(TableSink table) {
        var landed = new HashMap<TopicPartition, Long>();
        for (TopicPartition partition : positions.assigned()) {
            if (!table.positions().isDisowned(partition)) {
                table.positions().seen(partition).ifPresent(entry -> landed.put(partition, entry.next()));
            }
        }
        var found = new TreeMap<TopicPartition, String>(Starts.IN_ORDER);
        logEnds.below(landed)
                .forEach((partition, end) ->
                        found.put(partition, Mismatches.newLife(partition, end, landed.get(partition))));
        found.putAll(ofOtherTopics(table));
        Mismatches.accept(settings, metrics, List.copyOf(found.values()));
        found.keySet().forEach(tables::disown);
    }

    private Map<TopicPartition, String> ofOtherTopics(TableSink table) {
        var found = new HashMap<TopicPartition, String>();
        for (TopicPartition partition : positions.assigned()) {
            Optional<String> present = lives.of(partition);
            if (!table.positions().isDisowned(partition)) {
                table.positions()
                        .seen(partition)
                        .filter(entry -> entry.isOfAnother(present))
                        .ifPresent(entry ->
                                found.put(partition, Mismatches.anotherTopic(partition, entry, present.get())));
            }
        }
        return found;
    }

    /** What a record asks for that no table can have is the record's fault, wherever that turns out. */
    private static TableChange.Step nextStep(TableSink table, TableChange change) {
        try {
            return change.against(table.schema());
        } catch (InvalidInputException e) {
            throw change.impossible(table.id(), e);
        }
    }

    private Fate apply(TableSink table, TableChange change) {
        int changes = 0;
        int lostRaces = 0;
        while (changes < MAX_CHANGES && lostRaces < MAX_LOST_RACES) {
            TableChange.Step step = nextStep(table, change);
            if (step instanceof TableChange.Step.Write write) {
                return write(table, write);
            }
            if (!recovery.commitWhileDelivering(table)) {
                return Fate.DROPPED;
            }
            if (step instanceof TableChange.Step.DeleteAll) {
                deleteAll(table);
                return Fate.PENDING;
            }
            TableChange.Step.Evolve evolve = (TableChange.Step.Evolve) step;
            if (evolve(table, change, evolve)) {
                changes++;
            } else {
                lostRaces++;
            }
        }
        throw new DataException("table " + table.id() + " still does not fit the record after " + changes
                + " schema changes, and " + lostRaces + " by others; its schema is now "
                + table.schema().id());
    }

    /** Not a bad record: setting it aside would leave the rows in the table without anybody having decided so. */
    private static void deleteAll(TableSink table) {
        try {
            table.deleteAll();
        } catch (DataException e) {
            throw new ConnectException(
                    "the source truncated a table whose rows cannot be deleted: " + e.getMessage()
                            + ". Let the table allow deletes, or keep its rows with truncate.policy=ignore",
                    e);
        }
    }

    /**
     * Changes the table.
     *
     * @return false if others were faster
     */
    private static boolean evolve(TableSink table, TableChange change, TableChange.Step.Evolve evolve) {
        try {
            return table.evolve(evolve.changes());
        } catch (InvalidInputException e) {
            throw change.impossible(table.id(), e);
        }
    }

    private Fate write(TableSink table, TableChange.Step.Write write) {
        if (!table.canWrite(write) && !recovery.commitWhileDelivering(table)) {
            return Fate.DROPPED;
        }
        if (!table.write(write)) {
            // All buffers of the task are full: empty them, so that only a row that is too large by itself is refused.
            if (!recovery.commitAllWhileDelivering()) {
                return Fate.DROPPED;
            }
            if (!table.write(write)) {
                throw new RowTooLargeException();
            }
        }
        return write.rows().isEmpty() ? Fate.DONE : Fate.PENDING;
    }
}
