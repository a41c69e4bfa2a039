package dev.varve.table.schema;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.util.Collections;
import java.util.LinkedHashMap;
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
 * @param options all values as text, in the order of the file; read through {@link #tableOptions}
 * @param timeMillis creation time in epoch milliseconds, 0 if unknown
 * @param unknownKeys what a newer writer has added to the file
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
        long timeMillis,
        UnknownKeys unknownKeys) {
    public static final int CURRENT_VERSION = 3;

    public TableSchema {
        fields = List.copyOf(fields);
        partitionKeys = List.copyOf(partitionKeys);
        primaryKeys = List.copyOf(primaryKeys);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        requireNonNull(comment, "comment is null");
        requireNonNull(unknownKeys, "unknownKeys is null");
    }

    /** A schema without unknown keys. */
    public TableSchema(
            int version,
            long id,
            List<DataField> fields,
            int highestFieldId,
            List<String> partitionKeys,
            List<String> primaryKeys,
            Map<String, String> options,
            Optional<String> comment,
            long timeMillis) {
        this(
                version,
                id,
                fields,
                highestFieldId,
                partitionKeys,
                primaryKeys,
                options,
                comment,
                timeMillis,
                UnknownKeys.NONE);
    }

    /** The same schema with other options. */
    public TableSchema withOptions(Map<String, String> newOptions) {
        return new TableSchema(
                version,
                id,
                fields,
                highestFieldId,
                partitionKeys,
                primaryKeys,
                newOptions,
                comment,
                timeMillis,
                unknownKeys);
    }

    /** The options with their types, and the defaults of this schema's version. */
    public TableOptions tableOptions() {
        return TableOptions.of(options, version);
    }

    /** Columns that decide the bucket, in their order: the option {@code bucket-key}, else the trimmed primary key. */
    public List<String> bucketKeys() {
        List<String> declared = tableOptions().bucketKeys();
        return declared.isEmpty() ? trimmedPrimaryKeys() : declared;
    }

    /**
     * Checks that this engine reads such a table rightly.
     *
     * @throws dev.varve.table.error.UnsupportedFormatException saying why not
     */
    public void requireReadable() {
        requirePrimaryKey();
        tableOptions().requireReadable();
    }

    /**
     * Checks that this engine may write such a table.
     *
     * @throws dev.varve.table.error.UnsupportedFormatException saying why not
     * @throws dev.varve.table.error.InvalidInputException if an option is misspelled or has no valid value
     */
    public void requireWritable() {
        requirePrimaryKey();
        if (!primaryKeys.containsAll(partitionKeys)) {
            throw new UnsupportedFormatException(
                    "the primary key " + primaryKeys + " does not contain all partition keys " + partitionKeys
                            + "; such cross-partition tables cannot be written yet");
        }
        tableOptions().requireWritable();
    }

    private void requirePrimaryKey() {
        if (primaryKeys.isEmpty()) {
            throw new UnsupportedFormatException(
                    "the table has no primary key; this engine reads and writes primary-key tables only");
        }
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

    /** Type of the bucket key row. */
    public RowType bucketKeyType() {
        return rowType().project(positions(bucketKeys()));
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
