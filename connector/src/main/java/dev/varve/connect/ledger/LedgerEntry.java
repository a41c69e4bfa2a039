package dev.varve.connect.ledger;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import java.util.Optional;

/**
 * What a ledger says of one partition.
 *
 * @param next the next offset to consume
 * @param topicId Kafka's id of the topic that the offset counts in (KIP-516), empty if it was not known. A topic that is deleted and
 *     created anew has another one, whatever its offsets
 */
public record LedgerEntry(long next, Optional<String> topicId) {
    public LedgerEntry {
        Check.argument(next >= 0, "%s is not an offset", next);
        requireNonNull(topicId, "topicId is null");
    }

    /** An offset of which nobody has said which topic it counts in. */
    public static LedgerEntry at(long next) {
        return new LedgerEntry(next, Optional.empty());
    }

    /** Whether the offset is known to count in this topic. */
    boolean isOf(Optional<String> present) {
        return topicId.isPresent() && topicId.equals(present);
    }

    /** Whether the offset is known to count in another topic, one that had this one's name before. */
    public boolean isOfAnother(Optional<String> present) {
        return topicId.isPresent() && present.isPresent() && !topicId.equals(present);
    }
}
