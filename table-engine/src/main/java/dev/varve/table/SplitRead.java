package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
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
 * How the splits of one plan are read: columns that are wanted, and those that merging and the condition need, and which rows pass. Immutable,
 * safe for use by several threads.
 */
final class SplitRead {
    private final SplitReaders readers;
    private final Predicate predicate;
    private final RowType output;
    private final int[] projection;

    /**
     * @param schema of the version that is read
     * @param output columns of the rows, all from the schema
     * @param predicate over the schema's columns
     */
    SplitRead(TableParts parts, TableSchema schema, RowType output, Predicate predicate) {
        this.output = requireNonNull(output, "output is null");
        RowType read = withNeeded(output, schema, parts, predicate);
        this.predicate = predicate.remap(positions(schema.rowType(), read));
        this.projection = positions(output, read);
        KeyValueLayout layout = KeyValueLayout.of(read, schema.trimmedPrimaryKeys());
        var files = new DataFileReaders(
                        parts.io(),
                        parts.dataFilePaths(),
                        parts::schema,
                        layout,
                        parts.services().env().zone())
                .with(parts.readContext(new ReadStatistics()));
        this.readers = new SplitReaders(files, MergeRules.of(parts.options()), this.predicate, parts.openRuns());
    }

    private static RowType withNeeded(RowType output, TableSchema schema, TableParts parts, Predicate predicate) {
        RowType all = schema.rowType();
        var needed = new ArrayList<>(schema.trimmedPrimaryKeys());
        needed.addAll(parts.options().sequenceFields());
        predicate.columns().stream()
                .forEach(column -> needed.add(all.field(column).name()));
        List<DataField> fields = new ArrayList<>(output.fields());
        for (String name : needed) {
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
        return new Rows(readers.open(split), stopped);
    }

    /** The rows of a split that pass, with the columns that are wanted. Confined to one thread. */
    final class Rows implements AutoCloseable {
        private final KeyValueReader versions;
        private final BooleanSupplier stopped;
        private final ProjectedRow row = new ProjectedRow(projection);

        private Rows(KeyValueReader versions, BooleanSupplier stopped) {
            this.versions = versions;
            this.stopped = stopped;
        }

        /** Moves to the next row; false at the end, or when stopped. */
        boolean advance() {
            while (!stopped.getAsBoolean() && versions.advance()) {
                Row value = versions.current().value();
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
            versions.close();
        }
    }

    @Override
    public String toString() {
        return output.names() + " where " + predicate + " from columns " + Arrays.toString(projection);
    }
}
