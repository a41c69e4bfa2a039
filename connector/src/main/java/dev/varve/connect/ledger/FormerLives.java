package dev.varve.connect.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * What one table's ledger said of partitions when it was noticed that their topics had been created anew: as long as it says the
 * same, that counts no more. Confined to the task's thread.
 */
public final class FormerLives {
    /** By partition, the value that counts no more; empty if the ledger is still to be read. */
    private final Map<TopicPartition, Optional<Optional<LedgerEntry>>> values = new HashMap<>();

    /** A new life was noticed. */
    void noticed(TopicPartition partition, Optional<Optional<LedgerEntry>> value) {
        values.put(partition, value);
    }

    /**
     * The ledger was read. A value other than the former one was written in the new life, unless the topic's id says otherwise.
     *
     * @param present id of the topic in its new life, if it is known
     */
    void found(TopicPartition partition, Optional<LedgerEntry> value, Optional<String> present) {
        Optional<Optional<LedgerEntry>> former = values.get(partition);
        if (former == null) {
            return;
        }
        if (value.isPresent() && value.get().isOf(present)) {
            values.remove(partition);
        } else if (former.isEmpty() || (value.isPresent() && value.get().isOfAnother(present))) {
            values.put(partition, Optional.of(value));
        } else if (!former.get().equals(value)) {
            values.remove(partition);
        }
    }

    /** The ledger's value is of the partition's present life, or the partition is no longer the task's. */
    public void over(TopicPartition partition) {
        values.remove(partition);
    }

    boolean contains(TopicPartition partition) {
        return values.containsKey(partition);
    }

    /** A new life was noticed while the table was not open. */
    public void noticed(TopicPartition partition) {
        values.put(partition, Optional.empty());
    }

    FormerLives copy() {
        var copy = new FormerLives();
        copy.take(this);
        return copy;
    }

    void take(FormerLives other) {
        values.putAll(other.values);
    }
}
