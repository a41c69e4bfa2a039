package dev.varve.connect.sink;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.ledger.TaskPositions;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.TableId;
import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import dev.varve.table.error.TableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens after a commit, above all after one that did not land: what was pending is dropped, its partitions go back to where
 * all is done, and the task waits, follows the table, or ends. Confined to the task's thread.
 */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final TaskSettings settings;
    private final TaskPositions positions;
    private final OpenTables tables;
    private final Failures failures;
    private final Fences fences;
    private final TopicLives lives;
    private final Backpressure backpressure;
    private final TaskMetrics metrics;

    Recovery(
            TaskSettings settings,
            TaskPositions positions,
            OpenTables tables,
            TopicLives lives,
            Backpressure backpressure,
            Env env,
            TaskMetrics metrics) {
        this.settings = settings;
        this.positions = positions;
        this.tables = tables;
        this.lives = lives;
        this.failures = new Failures(settings, env, metrics);
        this.fences = new Fences(settings);
        this.backpressure = backpressure;
        this.metrics = metrics;
    }

    /**
     * Commits a table in the middle of a batch.
     *
     * @return false if it did not land and everything was dropped
     */
    boolean commitWhileDelivering(TableSink table) {
        return topicsAreTheSame() && commitAsItIs(table);
    }

    /**
     * Before anything is committed: whether all that is pending is of the topics that were there when their partitions came. If not,
     * and policy accepts that, everything is dropped, and what was created anew is read from its beginning.
     *
     * @throws ConnectException if policy does not accept it
     */
    boolean topicsAreTheSame() {
        if (!tables.anyPending()) {
            return true;
        }
        Map<TopicPartition, String> anew = lives.begunAnew();
        if (anew.isEmpty()) {
            return true;
        }
        dropAll();
        var found = new ArrayList<String>();
        anew.forEach((partition, id) -> found.add(Mismatches.begunAnew(partition, id)));
        Mismatches.accept(settings, metrics, found);
        anew.forEach((partition, id) -> {
            lives.took(partition, id);
            tables.disown(partition);
            positions.rewindBelow(partition, 0);
        });
        return false;
    }

    /** Like {@link #commitWhileDelivering(TableSink)}, where the topics are known to be the same, or not to be and that is fine. */
    boolean commitAsItIs(TableSink table) {
        CommitOutcome outcome = table.commit(positions::next);
        if (landed(table, outcome)) {
            return true;
        }
        dropAll();
        settle(table, outcome);
        return false;
    }

    /** Like {@link #commitWhileDelivering(TableSink)}, for all tables that have something pending. */
    boolean commitAllWhileDelivering() {
        for (TableSink table : tables.all()) {
            if (!commitWhileDelivering(table)) {
                return false;
            }
        }
        return true;
    }

    /** Drops what these tables have pending; other tables have nothing pending. */
    void recover(Map<TableSink, CommitOutcome> failed) {
        var dropped = new HashSet<TopicPartition>();
        failed.keySet().forEach(table -> {
            dropped.addAll(table.positions().pending());
            table.drop();
        });
        rewind(dropped);
        failed.forEach(this::settle);
    }

    /** A table's ledger could not be read when partitions came. Nothing of theirs is pending. */
    void failedToStart(TableId table, TableException error) {
        tryAgain(table, error);
    }

    /** A table failed while records were delivered: everything is dropped, since the batch is not known to be whole. */
    void failedWhileDelivering(TableId table, TableException error) {
        dropAll();
        tryAgain(table, error);
    }

    /**
     * The newest ledger of a table, an empty one if there is no table. Where the table is not as this task left it, and policy accepts
     * that, everything is dropped first and the task follows the table.
     */
    Ledger readLedger(TableId id) {
        Optional<TableSink> table = tables.find(id);
        if (table.isEmpty()) {
            return Ledger.EMPTY;
        }
        TableSink.Reading reading = table.get().readLedger();
        if (reading.replaced().isPresent()) {
            mismatchedWhileDelivering(table.get(), reading.replaced().get());
            return readLedger(id);
        }
        return reading.ledger();
    }

    /** A table turned out not to be as this task left it while records were delivered. */
    void mismatchedWhileDelivering(TableSink table, String reason) {
        dropAll();
        mismatched(table, reason);
    }

    /** Drops everything pending in all tables. */
    void dropAll() {
        tables.dropAll();
        rewind(positions.assigned());
    }

    /** Whether the commit needs no more attention. */
    boolean landed(TableSink table, CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Landed) {
            failures.landed(table.id());
            return true;
        }
        return outcome instanceof CommitOutcome.Nothing;
    }

    /** Decides how to go on after a commit that did not land; what was pending has been dropped. */
    private void settle(TableSink table, CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Fenced fenced) {
            metrics.fenced();
            fences.fenced(table.id(), fenced.reason());
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
                // Not held against what the group was told: more may have landed since.
                ledger.find(partition).ifPresent(offset -> {
                    if (offset < positions.floor(partition)) {
                        positions.rewindBelow(partition, offset);
                    }
                });
            }
        } catch (TableException e) {
            tryAgain(table.id(), e);
        }
    }

    private void tryAgain(TableId table, TableException error) {
        Duration wait = failures.failed(table, error);
        tables.all().stream()
                .filter(open -> open.id().equals(table))
                .forEach(open -> open.metrics().failed(failures.count(table)));
        backpressure.hold(wait);
    }

    /** Partitions have come or gone. */
    void rebalanced() {
        fences.rebalanced();
    }

    /** Whether something has failed and has not worked since. */
    boolean isInTrouble() {
        return failures.any();
    }

    /** A round of commits is over. */
    void roundDone() {
        if (failures.any() && positions.areStill()) {
            failures.settle(tables.all().stream()
                    .filter(table -> table.positions().hasPending())
                    .map(TableSink::id)
                    .collect(Collectors.toSet()));
        }
    }

    private void rewind(Set<TopicPartition> partitions) {
        if (!partitions.isEmpty()) {
            metrics.rewound();
            positions.rewind(partitions);
        }
    }
}
