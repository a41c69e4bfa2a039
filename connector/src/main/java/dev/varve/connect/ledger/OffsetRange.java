package dev.varve.connect.ledger;

import dev.varve.table.error.Check;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * The part of a topic partition that one commit covers: {@code [seen, to)}.
 *
 * @param seen what the ledger said when it was last read or written, empty if it did not know the partition
 * @param to the next offset to consume once the commit is visible
 * @param topicId of the topic that the offsets count in, if it is known
 */
public record OffsetRange(TopicPartition partition, Optional<LedgerEntry> seen, long to, Optional<String> topicId) {
    public OffsetRange {
        Check.argument(to >= 0, "%s ends at %s", partition, to);
    }

    /** What the ledger says once the commit is visible. */
    LedgerEntry entry() {
        return new LedgerEntry(to, topicId);
    }
}
