package dev.varve.connect.fuzz;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Damages values together with their schemas, so that each value still is one of its schema, as converters see to it: fields that are
 * gone, renamed, of another type or meaning, optional or not, nested deeper, and names that differ in case only. Confined to one
 * thread.
 */
final class SchemaMutator {
    private static final int DEEP = 60;

    private final Random random;
    private final OddValues odd;

    SchemaMutator(Random random, OddValues odd) {
        this.random = random;
        this.odd = odd;
    }

    /** A copy in which about this share of fields, schemas and values are others. */
    SchemaAndValue damaged(Schema schema, Object value, double share) {
        try {
            return rebuilt(schema, value, share);
        } catch (DataException e) {
            // What no converter could make is not made here either.
            return new SchemaAndValue(schema, value);
        }
    }

    private SchemaAndValue rebuilt(Schema schema, Object value, double share) {
        if (schema == null || random.nextDouble() < share / 3) {
            return any(2);
        }
        if (schema.type() == Schema.Type.STRUCT) {
            return struct(schema, (Struct) value, share);
        }
        if (random.nextDouble() < share / 2 && !(value instanceof Iterable) && !(value instanceof Map)) {
            SchemaBuilder renamed = new SchemaBuilder(schema.type()).optional().name(odd.meaning());
            if (random.nextBoolean()) {
                renamed.version(random.nextInt(3))
                        .parameter("scale", odd.text())
                        .parameter(odd.name() + "x", odd.text());
            }
            Schema built = schema.type().isPrimitive() ? renamed.build() : schema;
            validate(built, value);
            return new SchemaAndValue(built, value);
        }
        return random.nextDouble() < share / 2 ? sameType(schema, value) : new SchemaAndValue(schema, value);
    }

    private static void validate(Schema schema, Object value) {
        org.apache.kafka.connect.data.ConnectSchema.validateValue(schema, value);
    }

    private SchemaAndValue struct(Schema schema, Struct struct, double share) {
        SchemaBuilder builder =
                SchemaBuilder.struct().name(random.nextDouble() < share / 4 ? odd.meaning() : schema.name());
        Map<String, Object> values = new LinkedHashMap<>();
        for (Field field : schema.fields()) {
            if (random.nextDouble() < share / 3) {
                continue;
            }
            SchemaAndValue inner = rebuilt(field.schema(), struct == null ? null : struct.get(field), share);
            String name = random.nextDouble() < share / 4 ? odd.name() : field.name();
            add(builder, values, name, inner);
            if (random.nextDouble() < share / 4) {
                add(
                        builder,
                        values,
                        DocumentMutator.otherCase(name),
                        rebuilt(field.schema(), struct == null ? null : struct.get(field), 0.5));
            }
        }
        if (random.nextDouble() < share) {
            add(builder, values, odd.name(), any(2));
        }
        boolean optional = schema.isOptional();
        if (optional || struct == null || random.nextDouble() < share / 4) {
            builder.optional();
        }
        Schema built = builder.build();
        if (struct == null) {
            return new SchemaAndValue(built, null);
        }
        Struct copy = new Struct(built);
        values.forEach(copy::put);
        copy.validate();
        return new SchemaAndValue(built, copy);
    }

    private static void add(SchemaBuilder builder, Map<String, Object> values, String name, SchemaAndValue inner) {
        if (!name.isEmpty() && !values.containsKey(name)) {
            builder.field(name, inner.schema());
            values.put(name, inner.value());
        }
    }

    /** Another value of the same type. */
    private SchemaAndValue sameType(Schema schema, Object value) {
        Object other = switch (schema.type()) {
            case INT8 -> (byte) odd.number();
            case INT16 -> (short) odd.number();
            case INT32 -> value instanceof Date ? new Date(odd.number()) : (Object) (int) odd.number();
            case INT64 -> value instanceof Date ? new Date(odd.number()) : (Object) odd.number();
            case FLOAT32 -> random.nextBoolean() ? Float.NaN : (float) odd.number();
            case FLOAT64 -> random.nextBoolean() ? Double.POSITIVE_INFINITY : (double) odd.number();
            case BOOLEAN -> random.nextBoolean();
            case STRING -> odd.text();
            case BYTES ->
                Decimal.LOGICAL_NAME.equals(schema.name())
                        ? new BigDecimal(new BigInteger(random.nextInt(300), random), scaleOf(schema))
                        : (Object) odd.bytes();
            case ARRAY, MAP, STRUCT -> value;
        };
        Object chosen = schema.isOptional() && random.nextInt(4) == 0 ? null : other;
        validate(schema, chosen);
        return new SchemaAndValue(schema, chosen);
    }

    private static int scaleOf(Schema schema) {
        String scale = schema.parameters() == null ? null : schema.parameters().get(Decimal.SCALE_FIELD);
        return scale != null && scale.matches("-?[0-9]{1,6}") ? Integer.parseInt(scale) : 0;
    }

    /** A value of any schema. */
    private SchemaAndValue any(int depth) {
        return switch (random.nextInt(depth > 0 ? 17 : 12)) {
            case 0 -> named(SchemaBuilder.int8(), (byte) odd.number());
            case 1 -> named(SchemaBuilder.int16(), (short) odd.number());
            case 2, 3 -> named(SchemaBuilder.int32(), (int) odd.number());
            case 4, 5 -> named(SchemaBuilder.int64(), odd.number());
            case 6 -> named(SchemaBuilder.float32(), (float) odd.number());
            case 7 -> named(SchemaBuilder.float64(), random.nextBoolean() ? Double.NaN : (double) odd.number());
            case 8 -> named(SchemaBuilder.bool(), random.nextBoolean());
            case 9 -> named(SchemaBuilder.string(), odd.text());
            case 10 -> named(SchemaBuilder.bytes(), odd.bytes());
            case 11 -> {
                BigDecimal decimal =
                        new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(60) - 10);
                yield new SchemaAndValue(
                        Decimal.builder(decimal.scale()).optional().build(), random.nextInt(4) == 0 ? null : decimal);
            }
            case 12 -> {
                SchemaAndValue element = any(depth - 1);
                var list = new ArrayList<Object>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    list.add(element.value());
                }
                yield new SchemaAndValue(
                        SchemaBuilder.array(element.schema()).optional().build(), list);
            }
            case 13 -> {
                SchemaAndValue key = any(0);
                SchemaAndValue element = any(depth - 1);
                var map = new LinkedHashMap<Object, Object>();
                map.put(key.value(), element.value());
                yield new SchemaAndValue(
                        SchemaBuilder.map(key.schema(), element.schema())
                                .optional()
                                .build(),
                        map);
            }
            case 14 -> deep();
            default -> {
                SchemaBuilder builder =
                        SchemaBuilder.struct().optional().name(random.nextInt(4) == 0 ? odd.meaning() : null);
                Map<String, Object> values = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    add(builder, values, odd.name(), any(depth - 1));
                }
                Schema built = builder.build();
                Struct struct = new Struct(built);
                values.forEach(struct::put);
                yield new SchemaAndValue(built, struct);
            }
        };
    }

    private SchemaAndValue named(SchemaBuilder builder, Object value) {
        builder.optional();
        if (random.nextInt(3) == 0) {
            builder.name(odd.meaning());
        }
        Schema schema = builder.build();
        Object chosen = random.nextInt(6) == 0 ? null : value;
        validate(schema, chosen);
        return new SchemaAndValue(schema, chosen);
    }

    /** Structs and arrays within one another. */
    private SchemaAndValue deep() {
        Schema schema = Schema.OPTIONAL_INT32_SCHEMA;
        Object value = 1;
        for (int i = 1 + random.nextInt(DEEP); i > 0; i--) {
            if (random.nextBoolean()) {
                schema = SchemaBuilder.array(schema).optional().build();
                value = new ArrayList<>(List.of(value));
            } else {
                Schema outer =
                        SchemaBuilder.struct().optional().field("d", schema).build();
                value = new Struct(outer).put("d", value);
                schema = outer;
            }
        }
        return new SchemaAndValue(schema, value);
    }
}
