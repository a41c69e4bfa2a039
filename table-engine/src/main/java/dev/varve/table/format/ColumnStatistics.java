package dev.varve.table.format;

/**
 * Bounds and null count of one column in internal forms ({@link dev.varve.table.row.GenericRow}); each may be null for
 * "unknown". Bounds are those of the mode asked for: shortened text is already shortened.
 */
public record ColumnStatistics(Object min, Object max, Long nullCount) {
    public static final ColumnStatistics UNKNOWN = new ColumnStatistics(null, null, null);

    /** Whether nothing at all is known. */
    public boolean isUnknown() {
        return min == null && max == null && nullCount == null;
    }
}
