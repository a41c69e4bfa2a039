package dev.varve.connect.ledger;

import dev.varve.table.error.Check;

/**
 * What Kafka still has of a partition.
 *
 * @param start offset of the oldest record that is there, or {@code end}
 * @param end one past the newest record
 */
public record LogBounds(long start, long end) {
    public LogBounds {
        Check.argument(start >= 0 && end >= start, "log from %s to %s", start, end);
    }
}
