package dev.varve.benchmark;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Columns and rows that both engines write. The first column is the key, which writers set; of the others a key gets row
 * {@code (key + batch) mod size}, so that its versions differ and follow one another in the pool.
 *
 * @param columns the first is the primary key
 * @param rows as many as a power of two
 */
record RowPool(List<DataField> columns, GenericRow[] rows) {
    RowPool {
        columns = List.copyOf(columns);
        requireNonNull(rows, "rows is null");
    }

    /** Names of all columns. */
    List<String> names() {
        return columns.stream().map(DataField::name).toList();
    }

    TableSpec spec(Map<String, String> options) {
        return new TableSpec(columns, List.of(columns.get(0).name()), List.of(), options, Optional.empty());
    }

    /** Number of the row of a key in a batch. */
    int numberOf(long key, long batch) {
        return (int) (key + batch) & (rows.length - 1);
    }
}
