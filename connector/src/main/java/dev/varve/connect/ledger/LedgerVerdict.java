package dev.varve.connect.ledger;

import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/** What a {@link LedgerGuard} found when it was last asked. */
public sealed interface LedgerVerdict {
    /** One sentence for logs and errors. */
    String reason();

    /** The ledger is as this task left it. */
    record Clear() implements LedgerVerdict {
        @Override
        public String reason() {
            return "the ledger is as this task left it";
        }
    }

    /** Another task has landed records of this partition: this one is a zombie, or was paused while its partitions moved. */
    record Fenced(TopicPartition partition, OptionalLong seen, long found) implements LedgerVerdict {
        @Override
        public String reason() {
            return "another task has landed " + partition + " up to offset " + found + ", this one last saw "
                    + describe(seen);
        }
    }

    /** The ledger is behind what this task has landed: the table was rolled back. */
    record RolledBack(TopicPartition partition, long seen, OptionalLong found) implements LedgerVerdict {
        @Override
        public String reason() {
            return "the table's ledger has " + partition + " at " + describe(found)
                    + " although this task has landed it up to " + seen + ": the table was rolled back";
        }
    }

    /** The chain of snapshots no longer contains the one that this task last saw: rolled back, or dropped and created anew. */
    record Replaced(long expectedSnapshot, String found) implements LedgerVerdict {
        @Override
        public String reason() {
            return "snapshot " + expectedSnapshot + ", which this task has seen, is " + found
                    + ": the table was rolled back, or dropped and created anew";
        }
    }

    private static String describe(OptionalLong offset) {
        return offset.isPresent() ? "offset " + offset.getAsLong() : "no offset";
    }
}
