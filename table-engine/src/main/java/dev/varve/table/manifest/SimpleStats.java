package dev.varve.table.manifest;

import dev.varve.table.row.BinaryRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Bounds and null counts of several columns as stored in manifests (format page manifests, SimpleStats). A null field of
 * {@code min}, {@code max} or element of {@code nullCounts} means "unknown".
 */
public record SimpleStats(BinaryRow min, BinaryRow max, List<Long> nullCounts) {
    /** For no columns. */
    public static final SimpleStats EMPTY = new SimpleStats(BinaryRow.EMPTY, BinaryRow.EMPTY, List.of());

    public SimpleStats {
        nullCounts = Collections.unmodifiableList(new ArrayList<>(nullCounts));
    }
}
