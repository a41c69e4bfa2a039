package dev.varve.table.schema;

import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One version of a table's schema (format page schema, keys). Immutable.
 *
 * @param version format version of the schema file, 3 when written
 * @param id from 0
 * @param fields columns in order
 * @param highestFieldId largest field id ever used, nested ids included
 * @param partitionKeys column names in order, may be empty
 * @param primaryKeys column names in declared order, partition columns included
 * @param options all values as text; read through the option room
 * @param timeMillis creation time in epoch milliseconds, 0 if unknown
 */
public record TableSchema(
        int version,
        long id,
        List<DataField> fields,
        int highestFieldId,
        List<String> partitionKeys,
        List<String> primaryKeys,
        Map<String, String> options,
        Optional<String> comment,
        long timeMillis) {
    public static final int CURRENT_VERSION = 3;

    public TableSchema {
        fields = List.copyOf(fields);
        partitionKeys = List.copyOf(partitionKeys);
        primaryKeys = List.copyOf(primaryKeys);
        options = Map.copyOf(options);
    }

    /** The type of a whole row. */
    public RowType rowType() {
        return new RowType(fields, false);
    }

    /** The primary key without its partition columns, in primary-key order: it sorts, hashes and bounds files. */
    public List<String> trimmedPrimaryKeys() {
        return primaryKeys.stream().filter(key -> !partitionKeys.contains(key)).toList();
    }

    /** Positions of the given columns in {@link #fields}. */
    public int[] positions(List<String> names) {
        RowType type = rowType();
        return names.stream().mapToInt(type::indexOf).toArray();
    }

    /** Type of the partition row. */
    public RowType partitionType() {
        return rowType().project(positions(partitionKeys));
    }

    /** Type of the trimmed primary key row. */
    public RowType keyType() {
        return rowType().project(positions(trimmedPrimaryKeys()));
    }
}
