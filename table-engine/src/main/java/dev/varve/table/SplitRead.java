package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowReader;
import dev.varve.table.scan.Split;
import dev.varve.table.scan.SplitReaders;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * How the splits of one plan are read: the columns that are wanted, behind them those that the condition looks at, behind them
 * those that only merging needs; and which rows pass. Immutable, safe for use by several threads.
 */
final class SplitRead {
    private final SplitReaders readers;
    private final Predicate predicate;
    private final RowType output;
    private final RowType looked;
    private final int[] projection;

    /**
     * @param schema of the version that is read
     * @param output columns of the rows, all from the schema
     * @param predicate over the schema's columns
     */
    SplitRead(TableParts parts, TableSchema schema, RowType output, Predicate predicate) {
        this.output = requireNonNull(output, "output is null");
        RowType all = schema.rowType();
        this.looked = with(
                output,
                all,
                predicate.columns().stream()
                        .mapToObj(column -> all.field(column).name())
                        .toList());
        RowType read = with(looked, all, MergeRules.neededColumns(schema, parts.options(), looked.names()));
        this.predicate = predicate.remap(positions(all, read));
        this.projection = positions(output, read);
        var files = new DataFileReaders(
                        parts.io(),
                        parts.dataFilePaths(),
                        parts::schema,
                        KeyValueLayout.of(read, schema.trimmedPrimaryKeys()),
                        parts.services().env().zone())
                .with(parts.readContext(new ReadStatistics()));
        this.readers =
                new SplitReaders(files, MergeRules.of(schema, parts.options(), read), this.predicate, parts.openRuns());
    }

    /** A type with the named columns behind its own, unless it has them. */
    private static RowType with(RowType type, RowType all, List<String> names) {
        List<DataField> fields = new ArrayList<>(type.fields());
        for (String name : names) {
            DataField field = all.field(all.indexOf(name));
            if (!fields.contains(field)) {
                fields.add(field);
            }
        }
        return new RowType(fields, false);
    }

    /** Where the columns of one type are in another, -1 for those that it does not have. */
    private static int[] positions(RowType from, RowType to) {
        return from.names().stream().mapToInt(to::indexOf).toArray();
    }

    /** Type of the rows. */
    RowType output() {
        return output;
    }

    /** Opens a split. */
    Rows open(Split split) {
        return open(split, () -> false);
    }

    /** @param stopped whether the rest of the rows does not matter any more; asked often, from the reading thread */
    Rows open(Split split, BooleanSupplier stopped) {
        return new Rows(readers.openRows(split, looked), stopped);
    }

    /** The rows of a split that pass, with the columns that are wanted. Confined to one thread. */
    final class Rows implements AutoCloseable {
        private final RowReader rows;
        private final BooleanSupplier stopped;
        private final ProjectedRow row = new ProjectedRow(projection);

        private Rows(RowReader rows, BooleanSupplier stopped) {
            this.rows = rows;
            this.stopped = stopped;
        }

        /** Moves to the next row; false at the end, or when stopped. */
        boolean advance() {
            while (!stopped.getAsBoolean() && rows.advance()) {
                Row value = rows.row();
                // Readers leave out what they can cheaply tell not to match, no more.
                if (predicate.test(value)) {
                    row.over(value);
                    return true;
                }
            }
            return false;
        }

        /** The current row, lent until the next {@link #advance}. */
        Row row() {
            return row;
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    @Override
    public String toString() {
        return output.names() + " where " + predicate + " from columns " + Arrays.toString(projection);
    }
}
