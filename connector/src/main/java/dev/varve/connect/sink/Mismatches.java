package dev.varve.connect.sink;

import dev.varve.connect.ledger.LedgerEntry;
import dev.varve.connect.ledger.Start;
import dev.varve.connect.metric.TaskMetrics;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is said of Kafka's offsets that contradict those in tables, and the policy that decides about it. */
final class Mismatches {
    private static final Logger LOG = LoggerFactory.getLogger(Mismatches.class);
    /** A topic has up to hundreds of partitions, and an error is to be read. */
    private static final int NAMED = 5;

    private Mismatches() {}

    /** The log ends below what was landed. */
    static String newLife(TopicPartition partition, long logEnd, long landed) {
        return partition + " ends at offset " + logEnd + " although it was landed up to offset " + landed
                + ": the topic was deleted and created anew, or truncated";
    }

    /** What was landed was of another topic. */
    static String anotherTopic(TopicPartition partition, LedgerEntry landed, String presentId) {
        return partition + " was landed up to offset " + landed.next() + " of topic id "
                + landed.topicId().orElse("unknown") + " and has topic id " + presentId
                + " now: the topic was deleted and created anew";
    }

    /** The topic has become another while the task had it. */
    static String begunAnew(TopicPartition partition, String presentId) {
        return partition + " has topic id " + presentId
                + " now, and had another when it came to this task: the topic was deleted and" + " created anew";
    }

    /** The log begins above what was landed. */
    static String gap(TopicPartition partition, Start.AfterGap gap) {
        return "offsets " + gap.position() + " to " + (gap.logStart() - 1) + " of " + partition
                + " expired before they were landed: Kafka has it from offset " + gap.logStart()
                + " on. Longer retention of the topic keeps this from happening";
    }

    static void accept(TaskSettings settings, TaskMetrics metrics, String found) {
        accept(settings, metrics, List.of(found));
    }

    /**
     * Logs and counts what was found, if policy accepts it.
     *
     * @throws ConnectException if it does not
     */
    static void accept(TaskSettings settings, TaskMetrics metrics, List<String> found) {
        if (found.isEmpty()) {
            return;
        }
        if (!settings.acceptMismatch()) {
            String more = found.size() > NAMED ? "; and " + (found.size() - NAMED) + " partitions more" : "";
            throw new ConnectException(String.join("; ", found.subList(0, Math.min(NAMED, found.size()))) + more
                    + ". To go on from what the topic has now, set offset.mismatch.policy=accept for one start, or stop the connector"
                    + " and reset its offsets (DELETE /connectors/" + settings.connector() + "/offsets)");
        }
        for (String mismatch : found) {
            LOG.warn("task={} {}; accepted by policy", settings.taskName(), mismatch);
            metrics.mismatchAccepted();
        }
    }
}
