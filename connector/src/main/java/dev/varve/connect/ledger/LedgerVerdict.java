package dev.varve.connect.ledger;

import java.util.Optional;
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
    record Fenced(TopicPartition partition, Optional<LedgerEntry> seen, LedgerEntry found) implements LedgerVerdict {
        @Override
        public String reason() {
            return "another task has landed " + partition + " up to " + describe(Optional.of(found))
                    + ", this one last saw " + describe(seen);
        }
    }

    /** The ledger is behind what this task has landed: the table was rolled back. */
    record RolledBack(TopicPartition partition, LedgerEntry seen, Optional<LedgerEntry> found)
            implements LedgerVerdict {
        @Override
        public String reason() {
            return "the table's ledger has " + partition + " at " + describe(found)
                    + " although this task has landed it up to " + describe(Optional.of(seen))
                    + ": the table was rolled back";
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

    private static String describe(Optional<LedgerEntry> entry) {
        return entry.map(known -> "offset " + known.next()
                        + known.topicId().map(id -> " of topic id " + id).orElse(""))
                .orElse("no offset");
    }
}
