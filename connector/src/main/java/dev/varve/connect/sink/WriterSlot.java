package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.metric.TableMetrics;
import dev.varve.table.CompactionBacklog;
import dev.varve.table.CompactionOwnership;
import dev.varve.table.CompactionStatistics;
import dev.varve.table.MaintenanceTotals;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.TableWriter;
import dev.varve.table.error.TableException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of one table of one task: opened when it is needed, closed when the table has changed, and opened anew. Metrics go on
 * counting from one writer to the next. Confined to the task's thread.
 */
final class WriterSlot implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WriterSlot.class);

    private final TableId id;
    private final String commitUser;
    private final CompactionOwnership ownership;
    private final TableMetrics metrics;

    private Optional<TableWriter> writer = Optional.empty();
    private CompactionStatistics compactionsOfClosedWriters = CompactionStatistics.NONE;
    /** What the writer's maintenance had done when it was last looked. */
    private MaintenanceTotals maintained = MaintenanceTotals.NONE;

    WriterSlot(TableId id, String commitUser, CompactionOwnership ownership, TableMetrics metrics) {
        this.id = requireNonNull(id, "id is null");
        this.commitUser = requireNonNull(commitUser, "commitUser is null");
        this.ownership = requireNonNull(ownership, "ownership is null");
        this.metrics = requireNonNull(metrics, "metrics is null");
    }

    /** The open writer; one of this table is opened if there is none. */
    TableWriter open(Table table) {
        if (writer.isEmpty()) {
            TableWriter opened = table.newWriter(commitUser, ownership);
            opened.maintainInBackground();
            maintained = MaintenanceTotals.NONE;
            writer = Optional.of(opened);
        }
        return writer.get();
    }

    /** The writer, if one is open. */
    Optional<TableWriter> current() {
        return writer;
    }

    /** How far compaction is behind. */
    CompactionBacklog backlog() {
        return writer.map(TableWriter::backlog).orElse(CompactionBacklog.NONE);
    }

    /** Drops what the writer holds; one that cannot is closed. */
    void discard() {
        if (writer.isPresent()) {
            try {
                writer.get().discard();
            } catch (TableException e) {
                LOG.warn("table={} could not discard its buffers, opening a new writer", id, e);
                close();
            }
        }
    }

    /** Shows buffers, compactions and maintenance to metrics. */
    void measure() {
        metrics.compactions(
                compactionsOfClosedWriters.plus(
                        writer.map(TableWriter::compactions).orElse(CompactionStatistics.NONE)),
                backlog());
        metrics.buffered(
                writer.map(TableWriter::bufferedRows).orElse(0L),
                writer.map(TableWriter::bufferedBytes).orElse(0L));
        MaintenanceTotals totals = writer.map(TableWriter::maintenance).orElse(maintained);
        metrics.maintained(
                totals.expiredSnapshots() - maintained.expiredSnapshots(),
                totals.deletedFiles() - maintained.deletedFiles(),
                totals.failures() - maintained.failures());
        maintained = totals;
    }

    /** Closes the writer if one is open. What it could not clean up is logged. */
    @Override
    public void close() {
        Optional<TableWriter> closing = writer;
        writer = Optional.empty();
        try {
            closing.ifPresent(TableWriter::close);
        } catch (TableException e) {
            LOG.warn("table={} could not clean up after its writer; orphan files may remain", id, e);
        }
        closing.ifPresent(closed -> compactionsOfClosedWriters = compactionsOfClosedWriters.plus(closed.compactions()));
    }
}
