package dev.varve.table.schema;

import dev.varve.table.type.DataField;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table to be created. Field ids are ignored and assigned anew.
 *
 * @param fields columns in order
 * @param primaryKeys column names, partition columns included
 * @param partitionKeys column names, may be empty
 * @param options table options
 */
public record TableSpec(
        List<DataField> fields,
        List<String> primaryKeys,
        List<String> partitionKeys,
        Map<String, String> options,
        Optional<String> comment) {
    public TableSpec {
        fields = List.copyOf(fields);
        primaryKeys = List.copyOf(primaryKeys);
        partitionKeys = List.copyOf(partitionKeys);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
}
