package dev.varve.connect.convert;

import dev.varve.connect.event.Fields;
import dev.varve.connect.event.RecordKey;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Finds primary key columns in record keys, for events whose row does not have them: deletes by key, and rows that leave their
 * key to the record. A key that is no struct and no map is the value of the only key column. Confined to the task thread.
 */
final class KeyColumns {
    private final List<Site> sites;
    private final ValueConverters converters;
    /** Positions of the key columns. */
    private final List<Integer> keys;

    private Schema schema;
    private ValueConverter[] ofSchema;

    /**
     * @param sites of all columns
     * @param keys positions of the primary key's
     */
    KeyColumns(List<Site> sites, List<Integer> keys, ValueConverters converters) {
        this.sites = List.copyOf(sites);
        this.keys = List.copyOf(keys);
        this.converters = converters;
    }

    /** The column's value in internal form; null if the key does not have it. */
    @SuppressWarnings("ReferenceEquality")
    Object read(int column, RecordKey key, Attempt attempt) {
        if (!key.isPresent()) {
            return null;
        }
        if (ofSchema == null || schema != key.schema()) {
            schema = key.schema();
            ofSchema = compile(schema);
        }
        boolean hasFields = key.value() instanceof Struct || key.value() instanceof Map;
        Object value = hasFields
                ? Fields.of(key.value(), sites.get(column).path().get(0))
                : keys.size() == 1 ? key.value() : null;
        return value == null ? null : ofSchema[column].convert(value, attempt);
    }

    private ValueConverter[] compile(Schema keySchema) {
        ValueConverter[] compiled = new ValueConverter[sites.size()];
        for (int column : keys) {
            Schema value = keySchema;
            if (keySchema != null && keySchema.type() == Schema.Type.STRUCT) {
                Field field = keySchema.field(sites.get(column).path().get(0));
                value = field == null ? null : field.schema();
            }
            compiled[column] = converters.create(value, sites.get(column));
        }
        return compiled;
    }
}
