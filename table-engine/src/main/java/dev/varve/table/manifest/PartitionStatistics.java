package dev.varve.table.manifest;

import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowComparator;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Bounds of partition rows, column by column, never shortened: makes them, and asks them. Immutable. */
final class PartitionStatistics {
    private final RowType type;
    private final List<RowComparator> comparators = new ArrayList<>();

    PartitionStatistics(RowType type) {
        this.type = type;
        type.types().forEach(column -> comparators.add(RowComparator.of(List.of(column))));
    }

    /**
     * Statistics over the partitions of some entries.
     *
     * @param partitions how many entries each partition has
     */
    SimpleStats of(Map<BinaryRow, Long> partitions) {
        if (type.arity() == 0) {
            return SimpleStats.EMPTY;
        }
        GenericRow min = new GenericRow(RowKind.INSERT, type.arity());
        GenericRow max = new GenericRow(RowKind.INSERT, type.arity());
        List<Long> nullCounts = new ArrayList<>();
        for (int i = 0; i < type.arity(); i++) {
            nullCounts.add(collect(partitions, i, min, max));
        }
        RowSerializer serializer = new RowSerializer(type);
        return new SimpleStats(serializer.toBinary(min), serializer.toBinary(max), nullCounts);
    }

    /** Sets one column's bounds and returns its null count. */
    private long collect(Map<BinaryRow, Long> partitions, int column, GenericRow min, GenericRow max) {
        BinaryRow smallest = null;
        BinaryRow largest = null;
        long nulls = 0;
        for (Map.Entry<BinaryRow, Long> entry : partitions.entrySet()) {
            BinaryRow partition = entry.getKey();
            if (partition.isNull(column)) {
                nulls += entry.getValue();
                continue;
            }
            smallest = smallest == null || compare(partition, smallest, column) < 0 ? partition : smallest;
            largest = largest == null || compare(partition, largest, column) > 0 ? partition : largest;
        }
        if (smallest != null) {
            min.set(column, ValueReader.copyAt(smallest, column, type.type(column)));
            max.set(column, ValueReader.copyAt(largest, column, type.type(column)));
        }
        return nulls;
    }

    /** False only if entries with these statistics cannot have this partition; unknown statistics tell nothing. */
    boolean mayContain(SimpleStats stats, BinaryRow partition) {
        if (stats.min().arity() != type.arity()) {
            return true;
        }
        for (int i = 0; i < type.arity(); i++) {
            if (!mayContain(stats, partition, i)) {
                return false;
            }
        }
        return true;
    }

    private boolean mayContain(SimpleStats stats, BinaryRow partition, int column) {
        if (partition.isNull(column)) {
            Long nulls = stats.nullCounts().get(column);
            return nulls == null || nulls > 0;
        }
        return (stats.min().isNull(column) || compare(stats.min(), partition, column) <= 0)
                && (stats.max().isNull(column) || compare(stats.max(), partition, column) >= 0);
    }

    private int compare(Row left, Row right, int column) {
        return comparators
                .get(column)
                .compare(new ProjectedRow(column).over(left), new ProjectedRow(column).over(right));
    }
}
