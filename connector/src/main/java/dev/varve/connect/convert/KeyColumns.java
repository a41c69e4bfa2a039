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
    private final TableColumns columns;
    /** Positions of the key columns that fields become. */
    private final List<Integer> keys;

    private Schema schema;
    private ValueConverter[] ofSchema;

    /**
     * @param sites of all columns
     * @param keys positions of the primary key's
     * @param columns which fields they are
     */
    KeyColumns(List<Site> sites, List<Integer> keys, TableColumns columns, ValueConverters converters) {
        this.sites = List.copyOf(sites);
        this.columns = columns;
        this.keys = keys.stream().filter(key -> !columns.derived()[key]).toList();
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
        Object value = valueOf(key, columns.fieldAt(column));
        return value == null ? null : ofSchema[column].convert(value, attempt);
    }

    /** The key's value of a field, as the record has it; null if it has none. */
    Object valueOf(RecordKey key, String field) {
        if (key.value() instanceof Struct || key.value() instanceof Map) {
            return Fields.of(key.value(), field);
        }
        return keys.size() == 1 && columns.fieldAt(keys.get(0)).equals(field) ? key.value() : null;
    }

    /** Schema of the key's value of a field; null without schemas, or if there is none. */
    static Schema schemaOf(RecordKey key, String field) {
        Schema schema = key.schema();
        if (schema == null || schema.type() != Schema.Type.STRUCT) {
            return schema;
        }
        Field found = schema.field(field);
        return found == null ? null : found.schema();
    }

    private ValueConverter[] compile(Schema keySchema) {
        ValueConverter[] compiled = new ValueConverter[sites.size()];
        for (int column : keys) {
            Schema value = keySchema;
            if (keySchema != null && keySchema.type() == Schema.Type.STRUCT) {
                Field field = keySchema.field(columns.fieldAt(column));
                value = field == null ? null : field.schema();
            }
            compiled[column] = converters.create(value, sites.get(column));
        }
        return compiled;
    }
}
