package dev.varve.connect.config;

import dev.varve.table.type.DataType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is set for one table, {@code tables.<table>.*} over {@code options.*}.
 *
 * @param primaryKey columns; empty means the record key's fields
 * @param partitionKeys columns; empty means none
 * @param types types of columns, which go before what the stream suggests; only used when a column is created
 * @param options table options
 */
public record TableLayoutSettings(
        Optional<List<String>> primaryKey,
        Optional<List<String>> partitionKeys,
        Map<String, DataType> types,
        Map<String, String> options) {
    public static final TableLayoutSettings NONE =
            new TableLayoutSettings(Optional.empty(), Optional.empty(), Map.of(), Map.of());

    public TableLayoutSettings {
        primaryKey = primaryKey.map(List::copyOf);
        partitionKeys = partitionKeys.map(List::copyOf);
        types = Map.copyOf(types);
        options = Map.copyOf(options);
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
                mergedOptions);
    }
}
