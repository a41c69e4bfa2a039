package dev.varve.connect.ledger;

import dev.varve.table.error.Check;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * The part of a topic partition that one commit covers: {@code [seen, to)}.
 *
 * @param seen the ledger value last read or written, empty if the ledger did not know the partition
 * @param to the next offset to consume once the commit is visible
 */
public record OffsetRange(TopicPartition partition, OptionalLong seen, long to) {
    public OffsetRange {
        Check.argument(to >= 0, "%s ends at %s", partition, to);
    }
}
