package dev.varve.connect.sink;

import dev.varve.connect.ledger.LogBounds;
import dev.varve.connect.ledger.Start;
import dev.varve.connect.metric.TaskMetrics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out where partitions start that come to a task, and applies the policy to offsets that contradict each other. Confined to
 * the task's thread.
 */
final class Starts {
    private static final Logger LOG = LoggerFactory.getLogger(Starts.class);

    private final TaskSettings settings;
    private final KafkaLog log;
    private final TaskMetrics metrics;

    /**
     * @param offsets where the consumer must be sent
     * @param newLives partitions whose ledgers count no more
     */
    record Found(Map<TopicPartition, Long> offsets, Collection<TopicPartition> newLives) {}

    Starts(TaskSettings settings, KafkaLog log, TaskMetrics metrics) {
        this.settings = settings;
        this.log = log;
        this.metrics = metrics;
    }

    /**
     * Decides for each partition.
     *
     * @param ledger what the ledger of the one table that the partition's topic feeds says
     * @throws ConnectException if policy does not accept what was found
     */
    Found of(Collection<TopicPartition> partitions, Function<TopicPartition, OptionalLong> ledger) {
        Map<TopicPartition, LogBounds> bounds = log.bounds(partitions);
        Map<TopicPartition, Long> group = log.groupOffsets(partitions);
        var offsets = new HashMap<TopicPartition, Long>();
        var newLives = new ArrayList<TopicPartition>();
        for (TopicPartition partition : partitions) {
            Long committed = group.get(partition);
            Start start = Start.of(
                    ledger.apply(partition),
                    committed == null ? OptionalLong.empty() : OptionalLong.of(committed),
                    Optional.ofNullable(bounds.get(partition)));
            if (start instanceof Start.AtLedger at) {
                offsets.put(partition, at.offset());
            } else if (start instanceof Start.AfterGap gap) {
                afterGap(partition, gap);
                offsets.put(partition, gap.logStart());
            } else if (start instanceof Start.NewLife life) {
                accept(partition + " ends at offset " + life.logEnd() + " although it was landed up to offset "
                        + life.position() + ": the topic was deleted and created anew, or truncated");
                newLives.add(partition);
                offsets.put(partition, bounds.get(partition).start());
            }
        }
        return new Found(offsets, newLives);
    }

    private void afterGap(TopicPartition partition, Start.AfterGap gap) {
        accept("offsets " + gap.position() + " to " + (gap.logStart() - 1) + " of " + partition
                + " expired before they were landed: Kafka has it from offset " + gap.logStart()
                + " on. Longer retention of the topic keeps this from happening");
        metrics.ledgerGap(gap.logStart() - gap.position());
    }

    private void accept(String found) {
        if (!settings.acceptMismatch()) {
            throw new ConnectException(found
                    + ". To go on from what the topic has now, set offset.mismatch.policy=accept for one start, or stop the connector"
                    + " and reset its offsets (DELETE /connectors/" + settings.connector() + "/offsets)");
        }
        LOG.warn("task={} {}; accepted by policy", settings.taskName(), found);
        metrics.mismatchAccepted();
    }
}
