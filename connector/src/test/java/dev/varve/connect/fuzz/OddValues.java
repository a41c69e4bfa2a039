package dev.varve.connect.fuzz;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Values, texts and names that nobody expects, and those at the bounds of what is expected. Confined to one thread. */
final class OddValues {
    private static final int MAX_DEPTH = 900;

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "c",
            "u",
            "d",
            "r",
            "t",
            "m",
            "x",
            "true",
            "insert",
            "TRUNCATE",
            "{",
            "{}",
            "[]",
            "null",
            "{\"_id\": null}",
            "{\"_id\": {\"$oid\": \"65f1\"}, \"n\": {\"$numberLong\": \"5\"}}",
            "{\"a\": {\"$date\": {}}, \"b\": {\"$binary\": {\"base64\": \"?\"}}}",
            "{\"a\": 1, \"a\": 2, \"A\": 3}",
            "NaN",
            "-Infinity",
            "1e999999999",
            "1E+1000000",
            "-1E-2147483647",
            "1E2147483647",
            "99999999999999999999999999999999999999999999",
            "0.00000000000000000000000000000000000000000000000000001",
            "0000-00-00 00:00:00",
            "2024-02-30",
            "2016-12-31T23:59:60Z",
            "-999999999-01-01T00:00:00Z",
            "24:00:00",
            "838:59:59",
            "\uD800",
            "\uDC00\uD800",
            "a\0b",
            "\u202E\u0301",
            "x".repeat(70_000),
            "__debezium_unavailable_value",
            "X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==",
            "decimal(0,99)",
            "decimal(-1)",
            "bigint(20) unsigned",
            "bit(999)",
            "enum('a",
            "varchar((",
            "shop.orders",
            "../..");

    private static final List<String> NAMES = List.of(
            "",
            " ",
            "id",
            "ID",
            "Id",
            "qty",
            "QTY",
            "before",
            "after",
            "op",
            "source",
            "data",
            "old",
            "type",
            "table",
            "database",
            "ts_ms",
            "__op",
            "__deleted",
            "__table",
            "_SEQUENCE_NUMBER",
            "_VALUE_KIND",
            "_KEY_id",
            "_id",
            "rowkind",
            "a.b",
            "a`b",
            "a\"b",
            "a/b",
            "a\0b",
            "a,b",
            "fields.a.sequence-group",
            "\uD800",
            "ünïcode",
            "n".repeat(300),
            "$oid",
            "scale",
            "value",
            "key",
            "element");

    private static final List<String> MEANINGS = List.of(
            "io.debezium.time.Date",
            "io.debezium.time.Time",
            "io.debezium.time.MicroTime",
            "io.debezium.time.NanoTime",
            "io.debezium.time.Timestamp",
            "io.debezium.time.MicroTimestamp",
            "io.debezium.time.NanoTimestamp",
            "io.debezium.time.ZonedTimestamp",
            "io.debezium.time.ZonedTime",
            "io.debezium.time.MicroDuration",
            "io.debezium.time.Interval",
            "io.debezium.time.Year",
            "io.debezium.time.IsoDate",
            "io.debezium.time.IsoTimestamp",
            "io.debezium.data.Bits",
            "io.debezium.data.Json",
            "io.debezium.data.Xml",
            "io.debezium.data.Uuid",
            "io.debezium.data.Enum",
            "io.debezium.data.EnumSet",
            "io.debezium.data.VariableScaleDecimal",
            "io.debezium.data.geometry.Point",
            "io.debezium.data.geometry.Geometry",
            "io.debezium.connector.common.Heartbeat",
            "io.debezium.connector.mysql.SchemaChangeValue",
            "io.debezium.connector.common.TransactionMetadataValue",
            "io.debezium.data.vector.FloatVector",
            "org.apache.kafka.connect.data.Decimal",
            "org.apache.kafka.connect.data.Date",
            "org.apache.kafka.connect.data.Time",
            "org.apache.kafka.connect.data.Timestamp",
            "shop.orders.Envelope",
            "Envelope",
            "");

    private static final long[] NUMBERS = {
        0,
        1,
        -1,
        Byte.MIN_VALUE,
        Short.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        -2147472692,
        9223372036825200000L,
        -9223372036832400000L,
        1_700_000_000_123_456L,
        86_400_000,
        -62_135_596_800_001L
    };

    private final Random random;

    OddValues(Random random) {
        this.random = random;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String text() {
        return pick(TEXTS);
    }

    String name() {
        return pick(NAMES);
    }

    String meaning() {
        return pick(MEANINGS);
    }

    long number() {
        return random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextInt(5) - 1L;
    }

    byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    BigDecimal decimal() {
        int scale = switch (random.nextInt(8)) {
            case 0 -> Integer.MAX_VALUE;
            case 1 -> Integer.MIN_VALUE + 1;
            case 2 -> -1_000_000;
            case 3 -> 1_000_000;
            default -> random.nextInt(80) - 40;
        };
        return new BigDecimal(new BigInteger(random.nextInt(200), random), scale);
    }

    /** Anything that can stand in a value without a schema. */
    Object anything() {
        return switch (random.nextInt(22)) {
            case 0, 1 -> null;
            case 2, 3 -> number();
            case 4 -> (int) number();
            case 5 -> (short) number();
            case 6 -> random.nextBoolean();
            case 7 -> pick(List.of(Double.NaN, Double.NEGATIVE_INFINITY, -0.0, 1e300, Double.MIN_VALUE));
            case 8 -> pick(List.of(Float.NaN, Float.MAX_VALUE, -0.0f));
            case 9 -> new BigInteger("9".repeat(1 + random.nextInt(300)));
            case 10 -> decimal();
            case 11 -> bytes();
            case 12 -> ByteBuffer.wrap(bytes());
            case 13 -> new Date(number());
            case 14 -> new ArrayList<>(Arrays.asList(anything(), anything()));
            case 15 -> new LinkedHashMap<>(Collections.singletonMap(name(), anything()));
            case 16 -> new LinkedHashMap<>(Collections.singletonMap(random.nextInt(3), anything()));
            case 17 -> new ArrayList<>(List.of(new LinkedHashMap<>(Map.of("a", 1L)), "x"));
            case 18 -> random.nextInt(20) == 0 ? deep() : 'c';
            case 19 ->
                new Struct(SchemaBuilder.struct()
                        .optional()
                        .field("id", Schema.OPTIONAL_INT32_SCHEMA)
                        .build());
            default -> text();
        };
    }

    /** Lists in maps in lists, as deep as a JSON converter lets them be. */
    Object deep() {
        Object value = number();
        int depth = 1 + random.nextInt(random.nextBoolean() ? 60 : MAX_DEPTH);
        for (int i = 0; i < depth; i++) {
            value = random.nextBoolean()
                    ? new ArrayList<>(Collections.singletonList(value))
                    : new LinkedHashMap<>(Collections.singletonMap("d", value));
        }
        return value;
    }
}
