package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.format.ColumnStatistics;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Turns what a file writer found out about its columns into the statistics of a manifest (format page manifests, statistics
 * rules). Immutable.
 */
public final class StatisticsBuilder {
    private final RowType type;

    /**
     * @param type the columns, in the order of the statistics to come: all key columns, or all table columns
     */
    public StatisticsBuilder(RowType type) {
        this.type = requireNonNull(type, "type is null");
    }

    /**
     * Statistics and the columns they are about.
     *
     * @param columns their names; empty for all columns of the file's schema
     */
    public record ValueStatistics(SimpleStats stats, Optional<List<String>> columns) {
        public ValueStatistics {
            requireNonNull(stats, "stats is null");
            columns = columns.map(List::copyOf);
        }
    }

    /**
     * Statistics of every column, unknown ones as nulls: what {@code _KEY_STATS} needs always, since readers with a filter on the
     * key expect every key column there.
     */
    public SimpleStats all(List<ColumnStatistics> columns) {
        requireOneAColumn(columns);
        return collect(type, columns);
    }

    /**
     * Statistics for {@code _VALUE_STATS}.
     *
     * @param dense whether columns of which nothing is known are left out (option {@code metadata.stats-dense-store})
     */
    public ValueStatistics values(List<ColumnStatistics> columns, boolean dense) {
        requireOneAColumn(columns);
        int[] known = IntStream.range(0, columns.size())
                .filter(i -> !columns.get(i).isUnknown())
                .toArray();
        if (!dense || known.length == columns.size()) {
            return new ValueStatistics(collect(type, columns), Optional.empty());
        }
        RowType kept = type.project(known);
        List<ColumnStatistics> keptColumns = new ArrayList<>(known.length);
        for (int i : known) {
            keptColumns.add(columns.get(i));
        }
        return new ValueStatistics(collect(kept, keptColumns), Optional.of(kept.names()));
    }

    private void requireOneAColumn(List<ColumnStatistics> columns) {
        Check.argument(
                columns.size() == type.arity(),
                "statistics of %s columns where there are %s",
                columns.size(),
                type.arity());
    }

    private static SimpleStats collect(RowType type, List<ColumnStatistics> columns) {
        if (columns.isEmpty()) {
            return SimpleStats.EMPTY;
        }
        GenericRow min = new GenericRow(RowKind.INSERT, columns.size());
        GenericRow max = new GenericRow(RowKind.INSERT, columns.size());
        List<Long> nullCounts = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            ColumnStatistics column = columns.get(i);
            min.set(i, column.min());
            max.set(i, column.max());
            nullCounts.add(column.nullCount());
        }
        RowSerializer serializer = new RowSerializer(type);
        return new SimpleStats(serializer.toBinary(min), serializer.toBinary(max), nullCounts);
    }
}
