package dev.varve.table.schema;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.index.FileIndexWriter;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.option.ColumnOptions;
import dev.varve.table.option.NearestName;
import dev.varve.table.option.TableOptions;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a schema must satisfy beyond its options: keys (behaviour page: buckets, primary key and bucket key rules), and options
 * that name columns.
 */
final class SchemaRules {
    private final TableSchema schema;
    private final TableOptions options;
    private final List<String> names;

    private SchemaRules(TableSchema schema) {
        this.schema = schema;
        this.options = schema.tableOptions();
        this.names = schema.fields().stream().map(DataField::name).toList();
    }

    /**
     * Checks everything but the options by themselves.
     *
     * @throws InvalidInputException naming what does not fit and what would
     */
    static void require(TableSchema schema) {
        SchemaRules rules = new SchemaRules(schema);
        rules.columns();
        rules.keys();
        rules.partitions();
        rules.bucketKey();
        rules.columnOptions();
    }

    /** Checks that these are distinct columns. */
    static void requireColumns(String what, List<String> keys, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String key : keys) {
            if (!names.contains(key)) {
                throw new InvalidInputException(what + " '" + key + "' is not a column"
                        + NearestName.of(key, names)
                                .map(name -> "; did you mean '" + name + "'?")
                                .orElse("; the columns are " + names));
            }
            if (!seen.add(key)) {
                throw new InvalidInputException(what + " '" + key + "' is named twice");
            }
        }
    }

    private void columns() {
        names.forEach(ColumnNames::requireUsable);
        schema.fields().forEach(field -> ColumnDefaults.valueOf(field, ZoneOffset.UTC));
    }

    private void keys() {
        List<String> primary = schema.primaryKeys();
        requireColumns("primary key", primary, names);
        for (String key : primary) {
            DataType type = type(key);
            if (type.root().isNested()) {
                throw new InvalidInputException(
                        "The type " + type + " in primary key field '" + key
                                + "' is unsupported: keys need an order, so choose columns that are not ARRAY, MAP, MULTISET or ROW");
            }
            if (type.nullable()) {
                throw new InvalidInputException("primary key column '" + key + "' is nullable");
            }
        }
        if (!primary.isEmpty() && schema.trimmedPrimaryKeys().isEmpty()) {
            throw new InvalidInputException("Primary key constraint " + primary
                    + " should not be same with partition fields " + schema.partitionKeys()
                    + ": every partition could hold only one row; add a column to the primary key");
        }
    }

    private void partitions() {
        requireColumns("partition key", schema.partitionKeys(), names);
        for (String key : schema.partitionKeys()) {
            if (type(key).root().isNested()) {
                throw new InvalidInputException("The type " + type(key) + " in partition field '" + key
                        + "' is unsupported: a partition is a directory, so choose a column with simple values");
            }
        }
        try {
            new PartitionPath(
                    schema.partitionType(),
                    options.legacyPartitionNames(),
                    options.defaultPartitionName(),
                    ZoneOffset.UTC);
        } catch (UnsupportedFormatException e) {
            throw new InvalidInputException("the table cannot be partitioned so: " + e.getMessage(), e);
        }
        if (options.partitionExpirationTime().isPresent()
                && schema.partitionKeys().isEmpty()) {
            throw new InvalidInputException(
                    "option 'partition.expiration-time' is set, but the table has no partition keys");
        }
    }

    private void bucketKey() {
        List<String> bucketKeys = options.bucketKeys();
        requireColumns("bucket key", bucketKeys, names);
        for (String key : bucketKeys) {
            if (type(key).root().isNested()) {
                throw new InvalidInputException(
                        "nested type can not in bucket-key, but '" + key + "' has the type " + type(key));
            }
            if (schema.partitionKeys().contains(key)) {
                throw new InvalidInputException(
                        "bucket key '" + key
                                + "' is a partition key: all rows of a partition would be in one bucket; remove it from 'bucket-key'");
            }
        }
        if (!schema.primaryKeys().isEmpty() && !schema.primaryKeys().containsAll(bucketKeys)) {
            throw new InvalidInputException("Primary keys " + schema.primaryKeys()
                    + " should contains all bucket keys " + bucketKeys
                    + ": else versions of one key would be in several buckets");
        }
    }

    /** Its existence is checked with that of all columns that options name. */
    private void requireText(String rowKindColumn) {
        DataType type = schema.rowType().type(names.indexOf(rowKindColumn));
        if (!type.root().isCharacter()) {
            throw new InvalidInputException("option 'rowkind.field' names column '" + rowKindColumn + "' of type "
                    + type + ", but only support string type for rowkind: CHAR or VARCHAR");
        }
    }

    private void columnOptions() {
        ColumnOptions.requireColumns(options.asMap(), names);
        FileIndexWriter.requirePossible(
                schema.rowType(),
                options.bloomColumns().stream()
                        // What is left are single keys of maps, which writers refuse.
                        .filter(column -> names.contains(column.column()))
                        .toList());
        options.rowKindField().ifPresent(this::requireText);
        options.statsModes().forEach(StatisticsMode::parse);
        for (String name : names) {
            options.statsModeOf(name).ifPresent(StatisticsMode::parse);
        }
    }

    private DataType type(String column) {
        return schema.fields().get(names.indexOf(column)).type();
    }
}
