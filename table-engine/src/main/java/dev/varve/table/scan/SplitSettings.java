package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.option.MergeEngine;
import dev.varve.table.option.TableOptions;

/**
 * What of a table's options planning depends on.
 *
 * @param targetBytes size of a split
 * @param openFileCostBytes least weight of what is packed into splits
 * @param byPartition whether splits are ordered by partition
 */
public record SplitSettings(
        MergeEngine engine, boolean deletionVectors, long targetBytes, long openFileCostBytes, boolean byPartition) {
    public SplitSettings {
        requireNonNull(engine, "engine is null");
    }

    /** Whether reads leave out level 0, and with it all that is not merged yet. */
    boolean mergedOnly() {
        return deletionVectors || engine == MergeEngine.FIRST_ROW;
    }

    public static SplitSettings of(TableOptions options) {
        return new SplitSettings(
                options.mergeEngine(),
                options.deletionVectors(),
                options.splitTargetBytes(),
                options.splitOpenFileCostBytes(),
                options.scanPlanSortPartition());
    }
}
