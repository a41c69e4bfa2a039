package dev.varve.table.maintain;

import dev.varve.table.error.Check;
import dev.varve.table.manifest.SimpleStats;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowComparator;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the statistics of some columns against the rows of a file. Bounds may be wider than the values, since text is shortened;
 * null counts are exact. Confined to one thread.
 */
final class StatisticsCheck {
    private final String what;
    private final List<Column> columns;

    private StatisticsCheck(String what, List<Column> columns) {
        this.what = what;
        this.columns = columns;
    }

    /** Of statistics that say nothing. */
    static StatisticsCheck none() {
        return new StatisticsCheck("no statistics", List.of());
    }

    /**
     * @param what the field of the metadata, for findings
     * @param type the columns that the statistics are about, in their order
     * @param positions where these columns are in the rows to come
     */
    static StatisticsCheck of(String what, RowType type, int[] positions, SimpleStats stats, RowFindings findings) {
        Check.argument(type.arity() == positions.length, "%s columns at %s positions", type.arity(), positions.length);
        if (stats.min().arity() != type.arity()
                || stats.max().arity() != type.arity()
                || stats.nullCounts().size() != type.arity()) {
            findings.addOfFile(
                    Rule.STATISTICS,
                    what + " of the columns " + type.names(),
                    "minima, maxima and null counts of " + stats.min().arity() + ", "
                            + stats.max().arity() + " and " + stats.nullCounts().size() + " columns");
            return none();
        }
        var columns = new ArrayList<Column>();
        for (int i = 0; i < positions.length; i++) {
            columns.add(new Column(type.field(i).name(), type.type(i), i, positions[i], stats));
        }
        return new StatisticsCheck(what, columns);
    }

    /** Takes the next row. */
    void include(Row row, long position, RowFindings findings) {
        for (Column column : columns) {
            column.include(row, position, findings, what);
        }
    }

    /** All rows were seen. */
    void finish(RowFindings findings) {
        for (Column column : columns) {
            column.finish(findings, what);
        }
    }

    private static final class Column {
        private final String name;
        private final DataType type;
        private final int position;
        private final ProjectedRow value;
        private final RowComparator order;
        private final Row min;
        private final Row max;
        private final Long recordedNulls;
        private long nulls;

        Column(String name, DataType type, int index, int position, SimpleStats stats) {
            this.name = name;
            this.type = type;
            this.position = position;
            this.value = new ProjectedRow(position);
            this.order = type.root().isNested() ? null : RowComparator.of(List.of(type));
            this.min = order == null ? null : bound(stats.min(), index);
            this.max = order == null ? null : bound(stats.max(), index);
            this.recordedNulls = stats.nullCounts().get(index);
        }

        private static Row bound(BinaryRow bounds, int index) {
            return bounds.isNull(index) ? null : new ProjectedRow(index).over(bounds);
        }

        void include(Row row, long rowPosition, RowFindings findings, String what) {
            if (row.isNull(position)) {
                nulls++;
                return;
            }
            value.over(row);
            if (min != null && order.compare(value, min) < 0) {
                findings.add(
                        Rule.STATISTICS,
                        what + name + "min",
                        rowPosition,
                        what + ": minimum of " + name + " " + describe(min),
                        describe(value));
            }
            if (max != null && order.compare(value, max) > 0) {
                findings.add(
                        Rule.STATISTICS,
                        what + name + "max",
                        rowPosition,
                        what + ": maximum of " + name + " " + describe(max),
                        describe(value));
            }
        }

        private String describe(Row single) {
            return String.valueOf(ValueReader.valueAt(single, 0, type));
        }

        void finish(RowFindings findings, String what) {
            if (recordedNulls != null && recordedNulls != nulls) {
                findings.addOfFile(
                        Rule.STATISTICS, what + ": " + recordedNulls + " nulls in " + name, Long.toString(nulls));
            }
        }
    }
}
