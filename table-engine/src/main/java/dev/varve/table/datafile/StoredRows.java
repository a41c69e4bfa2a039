package dev.varve.table.datafile;

import static java.util.Objects.requireNonNull;

import dev.varve.table.format.FileFormats;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rows of one data or changelog file just as they are stored: in the columns of the schema that it was written with, nothing
 * cast, merged or held against metadata. For those who check files; everybody else reads through {@link DataFileReaders}. Confined
 * to one thread.
 */
public final class StoredRows implements AutoCloseable {
    private final RowFileReader rows;
    private final int sequencePosition;
    private final ProjectedRow storedKey;
    private final ProjectedRow key;
    private final ProjectedRow value;

    private StoredRows(RowFileReader rows, PhysicalLayout layout) {
        this.rows = rows;
        int first = layout.firstValue();
        KeyValueLayout logical = layout.logical();
        this.sequencePosition = layout.leadingKeys();
        this.storedKey =
                new ProjectedRow(IntStream.range(0, layout.leadingKeys()).toArray());
        this.key = new ProjectedRow(logical.keyType().names().stream()
                .mapToInt(name -> first + logical.valueType().indexOf(name))
                .toArray());
        this.value = new ProjectedRow(IntStream.range(0, logical.valueType().arity())
                .map(i -> first + i)
                .toArray());
    }

    /**
     * Opens a file.
     *
     * @param sizeBytes exact size
     * @param schema the schema with which the file was written
     * @throws dev.varve.table.error.CorruptTableException if it is not a file of its format, here and on reading
     * @throws dev.varve.table.error.UnsupportedFormatException if its format is not known
     */
    public static StoredRows open(FileIO io, Location file, long sizeBytes, TableSchema schema) {
        requireNonNull(schema, "schema is null");
        var layout = new PhysicalLayout(KeyValueLayout.of(schema.rowType(), schema.trimmedPrimaryKeys()), false);
        RowFileReader rows = FileFormats.load(TableLayout.extension(file.name()))
                .openReader(io, file, sizeBytes, withoutDemands(layout.type()));
        return new StoredRows(rows, layout);
    }

    /** Key columns may be missing (thin mode) and read as null then. */
    private static RowType withoutDemands(RowType type) {
        List<DataField> fields = new ArrayList<>();
        type.fields().forEach(field -> fields.add(field.withType(field.type().withNullable(true))));
        return new RowType(fields, false);
    }

    /** Moves to the next row; false at the end. */
    public boolean advance() {
        if (!rows.advance()) {
            return false;
        }
        Row row = rows.row();
        storedKey.over(row);
        key.over(row);
        value.over(row);
        return true;
    }

    /** Position of the row in the file, from 0. */
    public long position() {
        return rows.position();
    }

    /** Whether the file repeats the key in columns of its own. */
    public boolean hasStoredKey() {
        for (int i = 0; i < storedKey.arity(); i++) {
            if (!storedKey.isNull(i)) {
                return true;
            }
        }
        return false;
    }

    /** The key columns that stand before the row; without them, all null. Lent until the next {@link #advance}. */
    public Row storedKey() {
        return storedKey;
    }

    /** The key taken from the table columns. Lent until the next {@link #advance}. */
    public Row key() {
        return key;
    }

    public long sequence() {
        return rows.row().longAt(sequencePosition);
    }

    /** The code of the row's kind, whether there is such a kind or not. */
    public byte kindCode() {
        return rows.row().byteAt(sequencePosition + 1);
    }

    /** All table columns. Lent until the next {@link #advance}. */
    public Row value() {
        return value;
    }

    @Override
    public void close() {
        rows.close();
    }
}
