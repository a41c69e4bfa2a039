package dev.varve.table.parquet;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.format.ColumnStatistics;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Values;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.schema.MessageType;

/**
 * Writes the values of one field into its columns. Compiled once from the row type, so that a value costs a call or two and no
 * object that Parquet does not ask for. Confined to one thread.
 *
 * <p>Levels: the definition level of an entry counts the optional and repeated ancestors that are present; the repetition level
 * names the list that the entry continues, 0 for a new row. Each entry of a leaf column has both.
 */
abstract class FieldWriter {
    private final String name;
    private final boolean nullable;

    /** Definition level of an entry whose value here is null. */
    final int nullDefinition;

    FieldWriter(FieldPath path, boolean nullable) {
        this.name = path.toString();
        this.nullable = nullable;
        this.nullDefinition = path.definition();
    }

    final String name() {
        return name;
    }

    /** Definition level of a value that is present. */
    final int definition() {
        return nullable ? nullDefinition + 1 : nullDefinition;
    }

    /** Writes the value at {@code position}, which may be null, as an entry with the given repetition level. */
    final void write(Values values, int position, int repetition) {
        if (values.isNull(position)) {
            if (!nullable) {
                throw new InvalidInputException(
                        "field '" + name + "' is NOT NULL but the row to be stored has no value for it");
            }
            writeNull(repetition);
        } else {
            writeValue(values, position, repetition);
        }
    }

    /** Writes a value that is null itself. */
    void writeNull(int repetition) {
        writeAbsent(repetition, nullDefinition);
    }

    abstract void writeValue(Values values, int position, int repetition);

    /** Writes that there is no value here because an ancestor is null or empty: an entry in every leaf column below. */
    abstract void writeAbsent(int repetition, int definition);

    /** Takes the columns of the next row group. */
    abstract void attach(ColumnWriteStore store);

    /** What was collected; nested fields have no statistics of their own. */
    ColumnStatistics statistics() {
        return ColumnStatistics.UNKNOWN;
    }

    /** The writer of a whole column. */
    static FieldWriter ofColumn(MessageType schema, String name, DataType type, StatisticsMode mode) {
        return of(FieldPath.column(schema, name), type, type.nullable(), mode);
    }

    private static FieldWriter of(FieldPath path, DataType type) {
        return of(path, type, type.nullable(), StatisticsMode.NONE);
    }

    private static FieldWriter of(FieldPath path, DataType type, boolean nullable, StatisticsMode mode) {
        if (type instanceof ArrayType array) {
            return new ListWriter(path, array, nullable);
        } else if (type instanceof MapType map) {
            return new MapWriter(path, map, nullable);
        } else if (type instanceof MultisetType multiset) {
            return new MapWriter(path, multiset.asMap(), nullable);
        } else if (type instanceof RowType row) {
            return new RowWriter(path, row, nullable);
        }
        return LeafWriter.of(path, type, nullable, mode);
    }

    /** ARRAY: optional group, repeated group, element. */
    private static final class ListWriter extends FieldWriter {
        private final FieldWriter element;
        private final int elementRepetition;

        ListWriter(FieldPath path, ArrayType type, boolean nullable) {
            super(path, nullable);
            FieldPath elementPath = path.repeated(definition(), "list", "element");
            element = of(elementPath, type.element());
            elementRepetition = elementPath.repetition();
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            RowArray array = values.arrayAt(position);
            int size = array.size();
            if (size == 0) {
                element.writeAbsent(repetition, definition());
                return;
            }
            element.write(array, 0, repetition);
            for (int i = 1; i < size; i++) {
                element.write(array, i, elementRepetition);
            }
        }

        @Override
        void writeAbsent(int repetition, int definition) {
            element.writeAbsent(repetition, definition);
        }

        @Override
        void attach(ColumnWriteStore store) {
            element.attach(store);
        }
    }

    /** MAP and MULTISET: optional group, repeated group, key and value. */
    private static final class MapWriter extends FieldWriter {
        private final FieldWriter key;
        private final FieldWriter value;
        private final int entryRepetition;

        MapWriter(FieldPath path, MapType type, boolean nullable) {
            super(path, nullable);
            FieldPath keyPath = path.repeated(definition(), "key_value", "key");
            key = of(keyPath, type.key(), false, StatisticsMode.NONE);
            value = of(path.repeated(definition(), "key_value", "value"), type.value());
            entryRepetition = keyPath.repetition();
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            RowMap map = values.mapAt(position);
            int size = map.size();
            if (size == 0) {
                writeAbsent(repetition, definition());
                return;
            }
            RowArray keys = map.keys();
            RowArray mapValues = map.values();
            for (int i = 0; i < size; i++) {
                int level = i == 0 ? repetition : entryRepetition;
                key.write(keys, i, level);
                value.write(mapValues, i, level);
            }
        }

        @Override
        void writeAbsent(int repetition, int definition) {
            key.writeAbsent(repetition, definition);
            value.writeAbsent(repetition, definition);
        }

        @Override
        void attach(ColumnWriteStore store) {
            key.attach(store);
            value.attach(store);
        }
    }

    /** ROW: a group of its fields. */
    private static final class RowWriter extends FieldWriter {
        private final FieldWriter[] fields;

        RowWriter(FieldPath path, RowType type, boolean nullable) {
            super(path, nullable);
            fields = type.fields().stream()
                    .map(field -> of(path.child(definition(), field.name()), field.type()))
                    .toArray(FieldWriter[]::new);
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            Row row = values.rowAt(position, fields.length);
            for (int i = 0; i < fields.length; i++) {
                fields[i].write(row, i, repetition);
            }
        }

        @Override
        void writeAbsent(int repetition, int definition) {
            for (FieldWriter field : fields) {
                field.writeAbsent(repetition, definition);
            }
        }

        @Override
        void attach(ColumnWriteStore store) {
            for (FieldWriter field : fields) {
                field.attach(store);
            }
        }
    }
}
