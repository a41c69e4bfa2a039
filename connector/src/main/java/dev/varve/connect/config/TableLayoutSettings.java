package dev.varve.connect.config;

import static java.util.Objects.requireNonNull;

import dev.varve.table.type.DataType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is set for one table, {@code tables.<table>.*} over {@code options.*} and {@code columns.*}.
 *
 * @param primaryKey columns; empty means the record key's fields
 * @param partitionKeys columns; empty means none
 * @param types types of columns, which go before what the stream suggests; only used when a column is created
 * @param options table options
 * @param columns which columns there are
 * @param comment of the table
 */
public record TableLayoutSettings(
        Optional<List<String>> primaryKey,
        Optional<List<String>> partitionKeys,
        Map<String, DataType> types,
        Map<String, String> options,
        ColumnSettings columns,
        Optional<String> comment) {
    public static final TableLayoutSettings NONE =
            new TableLayoutSettings(Optional.empty(), Optional.empty(), Map.of(), Map.of());

    public TableLayoutSettings {
        primaryKey = primaryKey.map(List::copyOf);
        partitionKeys = partitionKeys.map(List::copyOf);
        types = Map.copyOf(types);
        options = Map.copyOf(options);
        requireNonNull(columns, "columns is null");
        requireNonNull(comment, "comment is null");
    }

    /** With the fields of the rows as columns. */
    public TableLayoutSettings(
            Optional<List<String>> primaryKey,
            Optional<List<String>> partitionKeys,
            Map<String, DataType> types,
            Map<String, String> options) {
        this(primaryKey, partitionKeys, types, options, ColumnSettings.NONE, Optional.empty());
    }

    /** These settings where they say something, else {@code general}'s. */
    TableLayoutSettings over(TableLayoutSettings general) {
        Map<String, DataType> mergedTypes = new LinkedHashMap<>(general.types);
        mergedTypes.putAll(types);
        Map<String, String> mergedOptions = new LinkedHashMap<>(general.options);
        mergedOptions.putAll(options);
        return new TableLayoutSettings(
                primaryKey.or(() -> general.primaryKey),
                partitionKeys.or(() -> general.partitionKeys),
                mergedTypes,
                mergedOptions,
                columns.over(general.columns),
                comment.or(() -> general.comment));
    }

    /** Why fixed buckets and partition columns outside the primary key do not go together. */
    public static String partitionsOutsideKey(String table, List<String> partitionKeys, List<String> primaryKey) {
        return "tables." + table + ".partition-keys " + partitionKeys + " are not all in the primary key " + primaryKey
                + ": a row that moves to another partition, or is deleted by key, could not be found. Add them to tables."
                + table + ".primary-key, or leave them out";
    }
}
