package dev.varve.connect.sink;

import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Records that cannot be landed: handed to Connect's errant-record reporter, or, without one, the end of the task. A report is
 * awaited before the record's offset is given back. Confined to the task's thread.
 */
final class BadRecords {
    /** Reports under way beyond which each new one waits for all. */
    private static final int MAX_UNDER_WAY = 1_000;

    private final Optional<ErrantRecordReporter> reporter;
    private final TaskMetrics metrics;
    private final List<Report> underWay = new ArrayList<>();

    private record Report(String origin, Future<Void> done) {}

    BadRecords(Optional<ErrantRecordReporter> reporter, TaskMetrics metrics) {
        this.reporter = reporter;
        this.metrics = metrics;
    }

    /**
     * Reports a record.
     *
     * @param table the table it should have changed, if that is known
     * @throws ConnectException if nobody takes bad records
     */
    void report(SinkRecord record, Optional<TableId> table, String origin, RuntimeException why) {
        metrics.badRecord(BadRecordReport.reasonOf(why));
        if (reporter.isEmpty()) {
            throw nobodyTakes(origin, why, why);
        }
        if (underWay.size() >= MAX_UNDER_WAY) {
            await();
        }
        underWay.add(new Report(origin, handOver(record, new BadRecordReport(table, origin, why))));
    }

    /** The worker's reporter throws where settings tolerate no errors. */
    private Future<Void> handOver(SinkRecord record, BadRecordReport report) {
        try {
            return reporter.orElseThrow().report(record, report);
        } catch (ConnectException e) {
            throw nobodyTakes(report.origin(), report, e);
        }
    }

    private static ConnectException nobodyTakes(String origin, RuntimeException why, RuntimeException cause) {
        return new ConnectException(
                "record " + origin + " cannot be landed: " + why.getMessage()
                        + ". Correct the source or the settings, or let Connect set such records aside"
                        + " (errors.tolerance=all with errors.deadletterqueue.topic.name)",
                cause);
    }

    /**
     * Waits until all reports are written.
     *
     * @throws ConnectException if one could not be
     */
    void await() {
        for (Report report : underWay) {
            try {
                report.done().get();
            } catch (ExecutionException e) {
                throw new ConnectException("bad record " + report.origin() + " could not be reported", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ConnectException("interrupted while bad record " + report.origin() + " was reported", e);
            }
        }
        underWay.clear();
    }
}
