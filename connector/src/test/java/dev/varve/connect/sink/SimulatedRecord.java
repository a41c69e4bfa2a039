package dev.varve.connect.sink;

import dev.varve.table.TableId;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * One record of a simulated topic.
 *
 * @param table where it belongs
 * @param key records of one key must be applied in the order of offsets; a key lives in one partition
 * @param column a column that the table needs for it
 */
public record SimulatedRecord(
        TopicPartition partition, long offset, Kind kind, TableId table, String key, Optional<String> column) {
    /** What it means. */
    public enum Kind {
        ROW,
        /** It cannot be landed; its table is known. */
        BAD,
        /** It cannot even be understood. */
        UNREADABLE,
        /** It is of no table. */
        SKIPPED,
        /** It is of a table but changes nothing. */
        NO_CHANGE,
        /** A transform drops it: the task never sees it. */
        FILTERED,
        /** All rows of the table are deleted. */
        TRUNCATE
    }

    /** Unique among all records. */
    public String id() {
        return partition + "@" + offset;
    }
}
