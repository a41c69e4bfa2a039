package dev.varve.connect.sink;

import dev.varve.connect.ledger.LedgerEntry;
import dev.varve.connect.ledger.LogBounds;
import dev.varve.connect.ledger.Start;
import dev.varve.connect.metric.TaskMetrics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Finds out where partitions start that come to a task, and applies the policy to offsets that contradict each other. Confined to
 * the task's thread.
 */
final class Starts {
    /** By topic, then by number. */
    static final Comparator<TopicPartition> IN_ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    private final TaskSettings settings;
    private final KafkaLog log;
    private final TopicLives lives;
    private final TaskMetrics metrics;

    /**
     * @param offsets where the consumer must be sent
     * @param newLives partitions whose ledgers count no more, with what the ledger says
     */
    record Found(Map<TopicPartition, Long> offsets, Map<TopicPartition, Optional<LedgerEntry>> newLives) {}

    Starts(TaskSettings settings, KafkaLog log, TopicLives lives, TaskMetrics metrics) {
        this.settings = settings;
        this.log = log;
        this.lives = lives;
        this.metrics = metrics;
    }

    /**
     * Decides for each partition. The log's bounds are asked for last: records that others produce and land in between would
     * otherwise lie beyond an end that is out of date, as if the topic had been created anew. Its id is asked for before them: should
     * the topic be created anew in between, that is noticed with the first commit.
     *
     * @param ledger what the ledger of the one table that the partition's topic feeds says
     * @throws ConnectException if policy does not accept what was found
     */
    Found of(Collection<TopicPartition> partitions, Function<TopicPartition, Optional<LedgerEntry>> ledger) {
        Map<TopicPartition, Optional<LedgerEntry>> ledgers = new HashMap<>();
        partitions.forEach(partition -> ledgers.put(partition, ledger.apply(partition)));
        lives.opened(partitions);
        Map<TopicPartition, Long> group = log.groupOffsets(partitions);
        Map<TopicPartition, LogBounds> bounds = log.bounds(partitions);
        var offsets = new HashMap<TopicPartition, Long>();
        var newLives = new HashMap<TopicPartition, Optional<LedgerEntry>>();
        var gaps = new ArrayList<Start.AfterGap>();
        var found = new ArrayList<String>();
        for (TopicPartition partition : sorted(partitions)) {
            Long committed = group.get(partition);
            Start start = Start.of(
                    ledgers.get(partition),
                    committed == null ? OptionalLong.empty() : OptionalLong.of(committed),
                    Optional.ofNullable(bounds.get(partition)),
                    lives.of(partition));
            if (start instanceof Start.AtLedger at) {
                offsets.put(partition, at.offset());
            } else if (start instanceof Start.AfterGap gap) {
                found.add(Mismatches.gap(partition, gap));
                gaps.add(gap);
                offsets.put(partition, gap.logStart());
            } else if (start instanceof Start.NewLife life) {
                found.add(Mismatches.newLife(partition, life.logEnd(), life.position()));
                newLives.put(partition, ledgers.get(partition));
                offsets.put(partition, bounds.get(partition).start());
            } else if (start instanceof Start.AnotherTopic another) {
                found.add(Mismatches.anotherTopic(partition, another.landed(), another.presentId()));
                newLives.put(partition, ledgers.get(partition));
                offsets.put(partition, another.logStart());
            }
        }
        Mismatches.accept(settings, metrics, found);
        gaps.forEach(gap -> metrics.ledgerGap(gap.logStart() - gap.position()));
        return new Found(offsets, newLives);
    }

    private static List<TopicPartition> sorted(Collection<TopicPartition> partitions) {
        return partitions.stream().sorted(IN_ORDER).toList();
    }
}
