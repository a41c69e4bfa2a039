package dev.varve.connect.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;

/** Short ways to write records of topic {@code shop.orders}, partition 0; offsets count up. Confined to one test. */
public final class Records {
    public static final String TOPIC = "shop.orders";

    private final String topic;
    private long nextOffset;

    public Records() {
        this(TOPIC);
    }

    public Records(String topic) {
        this.topic = topic;
    }

    /** A record without schemas. */
    public SinkRecord schemaless(Object key, Object value) {
        return of(null, key, null, value);
    }

    /** A record as the JSON converter makes it without schemas; a null text is a null. */
    public SinkRecord json(String key, String value) {
        return schemaless(converted(key, true), converted(value, false));
    }

    private Object converted(String json, boolean isKey) {
        try (JsonConverter converter = new JsonConverter()) {
            converter.configure(Map.of("schemas.enable", "false"), isKey);
            return json == null
                    ? null
                    : converter.toConnectData(topic, json.getBytes(UTF_8)).value();
        }
    }

    /** A record as the string converter makes it. */
    public SinkRecord text(String key, String value) {
        return of(Schema.OPTIONAL_STRING_SCHEMA, key, Schema.OPTIONAL_STRING_SCHEMA, value);
    }

    /** A record whose schemas are those of its structs. */
    public SinkRecord structs(Struct key, Struct value) {
        return of(key == null ? null : key.schema(), key, value == null ? null : value.schema(), value);
    }

    public SinkRecord of(Schema keySchema, Object key, Schema valueSchema, Object value) {
        return new SinkRecord(
                topic, 0, keySchema, key, valueSchema, value, nextOffset++, 0L, TimestampType.CREATE_TIME);
    }

    /** The record as if it came next here. */
    public SinkRecord moved(SinkRecord record) {
        return of(record.keySchema(), record.key(), record.valueSchema(), record.value());
    }

    /** A map in the order in which it is written: {@code map("id", 1, "name", null)}. */
    public static Map<String, Object> map(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    /** A Debezium envelope without schemas. */
    public static Map<String, Object> envelope(String op, Map<String, ?> before, Map<String, ?> after) {
        return map(
                "before",
                before,
                "after",
                after,
                "source",
                map("db", "shop", "table", "orders"),
                "op",
                op,
                "ts_ms",
                0L);
    }

    /** A struct: {@code struct(schema, "id", 1)}. */
    public static Struct struct(Schema schema, Object... namesAndValues) {
        Struct struct = new Struct(schema);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            struct.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return struct;
    }

    /** A schema of the named fields: {@code schema("id", Schema.INT32_SCHEMA)}. */
    public static Schema schema(Object... namesAndSchemas) {
        SchemaBuilder builder = SchemaBuilder.struct();
        for (int i = 0; i < namesAndSchemas.length; i += 2) {
            builder.field((String) namesAndSchemas[i], (Schema) namesAndSchemas[i + 1]);
        }
        return builder.build();
    }

    /** An optional schema with a semantic name. */
    public static Schema named(SchemaBuilder builder, String name) {
        return builder.name(name).optional().build();
    }
}
