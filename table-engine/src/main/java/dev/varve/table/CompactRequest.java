package dev.varve.table;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A compaction outside of any writer.
 *
 * @param strategy how much is compacted
 * @param partitions each by some or all of its values as text; none for all
 * @param idle only partitions that got no file for so long
 */
public record CompactRequest(Strategy strategy, List<Map<String, String>> partitions, Optional<Duration> idle) {
    /** How much is compacted. */
    public enum Strategy {
        /** Every bucket becomes one sorted run on the highest level. */
        FULL,
        /** What a writer would compact by the table's options. */
        MINOR
    }

    public CompactRequest {
        requireNonNull(strategy, "strategy is null");
        partitions = List.copyOf(partitions);
        requireNonNull(idle, "idle is null");
    }

    /** Everything, fully. */
    public static CompactRequest full() {
        return new CompactRequest(Strategy.FULL, List.of(), Optional.empty());
    }

    /** Everything that is due. */
    public static CompactRequest minor() {
        return new CompactRequest(Strategy.MINOR, List.of(), Optional.empty());
    }
}
