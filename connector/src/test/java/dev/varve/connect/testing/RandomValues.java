package dev.varve.connect.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Random Connect schemas, values of them, and values without any, with edge cases among them. */
public final class RandomValues {
    private static final String[] NAMES = {"a", "b", "c", "d", "e"};
    private static final String[] TEXTS = {
        "",
        "x",
        "1",
        "-1.50",
        "1E+1000000000",
        "0E-999999999",
        "true",
        "NaN",
        "Infinity",
        "infinity",
        "B1vNFQ==",
        "2024-02-29",
        "2024-02-29T12:00:00.123456Z",
        "2024-02-29 12:00:00",
        "23:59:59.999",
        "\uD834\uDD1E\uD800",
        "__debezium_unavailable_value",
    };
    private static final long[] LONGS = {
        0,
        1,
        -1,
        127,
        128,
        65_536,
        3_000_000_000L,
        86_400_000L,
        9_223_372_036_825_200_000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
    };
    private static final String[] INT32_MEANINGS = {
        "io.debezium.time.Date", "io.debezium.time.Time", "io.debezium.time.Year", "io.debezium.time.MicroTime",
    };
    private static final String[] INT64_MEANINGS = {
        "io.debezium.time.Timestamp", "io.debezium.time.MicroTimestamp", "io.debezium.time.NanoTimestamp",
        "io.debezium.time.MicroTime", "io.debezium.time.NanoTime", "io.debezium.time.MicroDuration",
    };
    private static final String[] STRING_MEANINGS = {
        "io.debezium.time.ZonedTimestamp",
        "io.debezium.time.IsoDate",
        "io.debezium.time.IsoTimestamp",
        "io.debezium.time.ZonedTime",
        "io.debezium.data.Json",
        "io.debezium.data.Uuid",
        "io.debezium.data.Enum",
    };

    private final Random random;

    public RandomValues(Random random) {
        this.random = random;
    }

    /** A struct with a field {@code id} and random others. */
    public Schema rowSchema() {
        return structSchema(SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA), 2)
                .build();
    }

    private SchemaBuilder structSchema(SchemaBuilder builder, int depth) {
        for (String name : NAMES) {
            if (random.nextInt(3) > 0) {
                builder.field(name, schema(depth));
            }
        }
        return builder;
    }

    private Schema schema(int depth) {
        SchemaBuilder builder = builder(depth);
        if (random.nextInt(3) > 0) {
            builder.optional();
        }
        return builder.build();
    }

    private SchemaBuilder builder(int depth) {
        switch (random.nextInt(depth > 0 ? 16 : 13)) {
            case 0:
                return SchemaBuilder.bool();
            case 1:
                return SchemaBuilder.int8();
            case 2:
                return SchemaBuilder.int16();
            case 3:
                return named(SchemaBuilder.int32(), INT32_MEANINGS);
            case 4:
                return named(SchemaBuilder.int64(), INT64_MEANINGS);
            case 5:
                return SchemaBuilder.float32();
            case 6:
                return SchemaBuilder.float64();
            case 7:
                return named(SchemaBuilder.string(), STRING_MEANINGS);
            case 8:
                return SchemaBuilder.bytes();
            case 9:
                return decimal();
            case 10:
                return org.apache.kafka.connect.data.Date.builder();
            case 11:
                return org.apache.kafka.connect.data.Timestamp.builder();
            case 12:
                return SchemaBuilder.struct()
                        .name("io.debezium.data.VariableScaleDecimal")
                        .field("scale", Schema.INT32_SCHEMA)
                        .field("value", Schema.BYTES_SCHEMA);
            case 13:
                return SchemaBuilder.array(schema(depth - 1));
            case 14:
                return SchemaBuilder.map(
                        random.nextBoolean() ? Schema.STRING_SCHEMA : Schema.INT32_SCHEMA, schema(depth - 1));
            default:
                return structSchema(SchemaBuilder.struct(), depth - 1);
        }
    }

    private SchemaBuilder named(SchemaBuilder builder, String[] names) {
        return random.nextBoolean() ? builder : builder.name(names[random.nextInt(names.length)]);
    }

    private SchemaBuilder decimal() {
        SchemaBuilder builder = Decimal.builder(random.nextInt(50) - 5);
        return random.nextBoolean()
                ? builder
                : builder.parameter("connect.decimal.precision", Integer.toString(random.nextInt(60)));
    }

    /** A struct that is valid for its schema. */
    public Struct struct(Schema schema) {
        Struct struct = new Struct(schema);
        for (Field field : schema.fields()) {
            struct.put(field, value(field.schema()));
        }
        return struct;
    }

    private Object value(Schema schema) {
        if (schema.isOptional() && random.nextInt(4) == 0) {
            return null;
        }
        String name = schema.name() == null ? "" : schema.name();
        if (name.equals(Decimal.LOGICAL_NAME)) {
            return new BigDecimal(
                    new BigInteger(random.nextInt(150), random),
                    Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD)));
        }
        if (name.startsWith("org.apache.kafka.connect.data.")) {
            return new Date(name.endsWith(".Date") ? 86_400_000L * random.nextInt(10_000) : random.nextLong() >> 16);
        }
        return switch (schema.type()) {
            case BOOLEAN -> random.nextBoolean();
            case INT8 -> (byte) random.nextInt();
            case INT16 -> (short) random.nextInt();
            case INT32 -> random.nextInt(4) == 0 ? -2147472692 : random.nextInt(90_000);
            case INT64 -> integer();
            case FLOAT32 -> random.nextInt(4) == 0 ? Float.NaN : random.nextFloat();
            case FLOAT64 -> random.nextInt(4) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian() * 1E20;
            case STRING -> text();
            case BYTES -> random.nextBoolean() ? bytes() : ByteBuffer.wrap(bytes());
            case ARRAY -> list(schema.valueSchema());
            case MAP -> entries(schema);
            case STRUCT -> struct(schema);
        };
    }

    private List<Object> list(Schema element) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(element));
        }
        return list;
    }

    private Map<Object, Object> entries(Schema schema) {
        Map<Object, Object> map = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put(value(schema.keySchema()), value(schema.valueSchema()));
        }
        return map;
    }

    /** A map of fields with values of any kind. */
    public Map<Object, Object> map(int depth) {
        Map<Object, Object> map = new HashMap<>();
        for (String name : NAMES) {
            if (random.nextInt(3) > 0) {
                map.put(name, anything(depth));
            }
        }
        if (random.nextInt(20) == 0) {
            map.put(random.nextInt(5), "a key that is no text");
        }
        return map;
    }

    private Object anything(int depth) {
        switch (random.nextInt(depth > 0 ? 16 : 13)) {
            case 0:
                return null;
            case 1:
                return random.nextBoolean();
            case 2:
                return integer();
            case 3:
                return random.nextInt(1000);
            case 4:
                return (short) random.nextInt();
            case 5:
                return random.nextGaussian();
            case 6:
                return random.nextFloat();
            case 7:
            case 8:
                return text();
            case 9:
                return bytes();
            case 10:
                return new BigDecimal(new BigInteger(random.nextInt(160), random), random.nextInt(60) - 10);
            case 11:
                return new BigInteger(random.nextInt(160), random).negate();
            case 12:
                return new Date(random.nextLong() >> 12);
            case 13:
                return anyList(depth);
            case 14:
                return struct(structSchema(SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA), 1)
                        .build());
            default:
                return map(depth - 1);
        }
    }

    private List<Object> anyList(int depth) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(anything(depth - 1));
        }
        return list;
    }

    private long integer() {
        return random.nextBoolean() ? LONGS[random.nextInt(LONGS.length)] : random.nextLong();
    }

    private String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(6)];
        random.nextBytes(bytes);
        return bytes;
    }
}
