package dev.varve.connect.convert;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;

/** What a Connect value stands for beyond its base type, told by the name of its schema. */
enum Meaning {
    /** No schema: the value's class is all there is. */
    UNTYPED,
    /** Just the base type. */
    PLAIN,
    DECIMAL,
    VARIABLE_SCALE_DECIMAL,
    /** A signed 64-bit integer whose bits are those of one without a sign. */
    UNSIGNED_LONG,
    DATE,
    TIME_MILLIS,
    TIME_MICROS,
    TIME_NANOS,
    TIMESTAMP_MILLIS,
    TIMESTAMP_MICROS,
    TIMESTAMP_NANOS,
    ZONED_TIMESTAMP,
    ISO_DATE,
    ISO_TIMESTAMP;

    /** Where Debezium names the type of the source's column, if it is told to. */
    private static final String SOURCE_TYPE = "__debezium.source.column.type";

    private static final Pattern UNSIGNED_BIGINT =
            Pattern.compile("BIGINT(\\(\\d+\\))? UNSIGNED.*|SERIAL", Pattern.CASE_INSENSITIVE);

    /** Where Confluent's Protobuf converter names the type of the message's field, if it is not int32 or int64. */
    private static final String PROTOBUF_TYPE = "io.confluent.connect.protobuf.Type";

    private static final Set<String> PROTOBUF_UNSIGNED = Set.of("uint64", "fixed64");

    private static final Map<String, Meaning> BY_NAME = Map.ofEntries(
            Map.entry("org.apache.kafka.connect.data.Decimal", DECIMAL),
            Map.entry("org.apache.kafka.connect.data.Date", DATE),
            Map.entry("org.apache.kafka.connect.data.Time", TIME_MILLIS),
            Map.entry("org.apache.kafka.connect.data.Timestamp", TIMESTAMP_MILLIS),
            Map.entry("io.debezium.data.VariableScaleDecimal", VARIABLE_SCALE_DECIMAL),
            Map.entry("io.debezium.time.Date", DATE),
            Map.entry("io.debezium.time.Time", TIME_MILLIS),
            Map.entry("io.debezium.time.MicroTime", TIME_MICROS),
            Map.entry("io.debezium.time.NanoTime", TIME_NANOS),
            Map.entry("io.debezium.time.Timestamp", TIMESTAMP_MILLIS),
            Map.entry("io.debezium.time.MicroTimestamp", TIMESTAMP_MICROS),
            Map.entry("io.debezium.time.NanoTimestamp", TIMESTAMP_NANOS),
            Map.entry("io.debezium.time.ZonedTimestamp", ZONED_TIMESTAMP),
            Map.entry("io.debezium.time.IsoDate", ISO_DATE),
            Map.entry("io.debezium.time.IsoTimestamp", ISO_TIMESTAMP));

    /** Meaning of a schema; a name on another base type than it should have means nothing. */
    static Meaning of(Schema schema) {
        if (schema == null) {
            return UNTYPED;
        }
        if (isUnsignedLong(schema)) {
            return UNSIGNED_LONG;
        }
        Meaning named = schema.name() == null ? PLAIN : BY_NAME.getOrDefault(schema.name(), PLAIN);
        return named.base() == schema.type() || named == PLAIN ? named : PLAIN;
    }

    private static boolean isUnsignedLong(Schema schema) {
        if (schema.type() != Schema.Type.INT64 || schema.name() != null || schema.parameters() == null) {
            return false;
        }
        String source = schema.parameters().get(SOURCE_TYPE);
        String protobuf = schema.parameters().get(PROTOBUF_TYPE);
        return (source != null && UNSIGNED_BIGINT.matcher(source).matches())
                || (protobuf != null && PROTOBUF_UNSIGNED.contains(protobuf));
    }

    private Schema.Type base() {
        return switch (this) {
            case UNTYPED, PLAIN, UNSIGNED_LONG -> null;
            case DECIMAL -> Schema.Type.BYTES;
            case VARIABLE_SCALE_DECIMAL -> Schema.Type.STRUCT;
            case DATE, TIME_MILLIS -> Schema.Type.INT32;
            case TIME_MICROS, TIME_NANOS, TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS -> Schema.Type.INT64;
            case ZONED_TIMESTAMP, ISO_DATE, ISO_TIMESTAMP -> Schema.Type.STRING;
        };
    }

    /** Whether the value is a text that is a date or a time. */
    boolean isWrittenTime() {
        return this == ZONED_TIMESTAMP || this == ISO_DATE || this == ISO_TIMESTAMP;
    }

    /** Whether the value is a number, or Connect's {@code java.util.Date}, that stands for a date or time. */
    boolean isCodedTime() {
        return switch (this) {
            case DATE, TIME_MILLIS, TIME_MICROS, TIME_NANOS, TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS ->
                true;
            case UNTYPED,
                    PLAIN,
                    DECIMAL,
                    VARIABLE_SCALE_DECIMAL,
                    UNSIGNED_LONG,
                    ZONED_TIMESTAMP,
                    ISO_DATE,
                    ISO_TIMESTAMP -> false;
        };
    }
}
