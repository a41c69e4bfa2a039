package dev.varve.connect.convert;

import dev.varve.table.schema.ColumnNames;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * The column type that holds every value of a Connect schema exactly.
 *
 * <p>Times of day finer than a millisecond become BIGINT in their own unit: TIME stores milliseconds, and MySQL's TIME is a
 * duration that may be negative or longer than a day. Decimals with more than 38 digits become STRING. A decimal whose scale
 * differs from value to value gets a type that holds the value at hand and grows with later ones. Nested fields are nullable,
 * whatever their schema says.
 */
final class ConnectTypes {
    /** Nesting beyond this gets no type. */
    static final int MAX_DEPTH = 50;

    /** Error for a field whose name no column can have. */
    static final String NO_NAME =
            "no column can have this name: it is blank, reserved by the table format (_KEY_..., rowkind,"
                    + " _SEQUENCE_NUMBER and the like) or not Unicode text; rename the field by a transform";

    /** Error for a value without a type; the column's name follows. */
    static final String NO_TYPE =
            "no column type holds the value (a number of more than 38 digits, a list of different kinds, a nested field whose"
                    + " name no column can have, or a schema that contains itself); set tables.<table>.types.";

    /** The largest scale of PostgreSQL's NUMERIC, and the number of scales that eleven bits can tell. */
    private static final int POSTGRES_MAX_SCALE = 1000;

    private static final int POSTGRES_SCALES = 2048;
    private static final String PRECISION = "connect.decimal.precision";
    private static final int FIRST_ZONED_PRECISION = 6;

    private ConnectTypes() {}

    /**
     * The nullable type for a new column; empty if neither schema nor value tell one.
     *
     * @param value the first value, null if there is none
     */
    static Optional<DataType> of(Schema schema, Object value) {
        if (schema == null) {
            return ValueTypes.of(value);
        }
        return SchemaCycles.in(schema) ? Optional.empty() : of(schema, value, 0);
    }

    private static Optional<DataType> of(Schema schema, Object value, int depth) {
        if (depth > MAX_DEPTH) {
            return Optional.empty();
        }
        return switch (Meaning.of(schema)) {
            case DECIMAL -> Optional.of(fixedScale(schema).orElse(DataTypes.STRING));
            case VARIABLE_SCALE_DECIMAL -> variableScale(value);
            case UNSIGNED_LONG -> Optional.of(DataTypes.decimal(20, 0));
            case DATE, ISO_DATE -> Optional.of(DataTypes.DATE);
            case TIME_MILLIS -> Optional.of(DataTypes.time(3));
            case TIME_MICROS, TIME_NANOS -> Optional.of(DataTypes.BIGINT);
            case TIMESTAMP_MILLIS -> Optional.of(DataTypes.timestamp(3));
            case TIMESTAMP_MICROS, ISO_TIMESTAMP -> Optional.of(DataTypes.timestamp(6));
            case TIMESTAMP_NANOS -> Optional.of(DataTypes.timestamp(9));
            case ZONED_TIMESTAMP -> Optional.of(DataTypes.timestampLtz(FIRST_ZONED_PRECISION));
            case PLAIN, UNTYPED -> plain(schema, value, depth);
        };
    }

    private static Optional<DataType> plain(Schema schema, Object value, int depth) {
        return switch (schema.type()) {
            case BOOLEAN -> Optional.of(DataTypes.BOOLEAN);
            case INT8 -> Optional.of(DataTypes.TINYINT);
            case INT16 -> Optional.of(DataTypes.SMALLINT);
            case INT32 -> Optional.of(DataTypes.INT);
            case INT64 -> Optional.of(DataTypes.BIGINT);
            case FLOAT32 -> Optional.of(DataTypes.FLOAT);
            case FLOAT64 -> Optional.of(DataTypes.DOUBLE);
            case STRING -> Optional.of(DataTypes.STRING);
            case BYTES -> Optional.of(DataTypes.BYTES);
            case ARRAY ->
                elementType(schema.valueSchema(), value instanceof List<?> list ? list : List.of(), depth)
                        .map(DataTypes::array);
            case MAP -> mapType(schema, value instanceof Map<?, ?> map ? map : Map.of(), depth);
            case STRUCT -> rowType(schema, value instanceof Struct struct ? struct : null, depth);
        };
    }

    /** Of several first values the type must hold each. */
    private static Optional<DataType> elementType(Schema schema, Iterable<?> values, int depth) {
        Optional<DataType> type = of(schema, null, depth + 1);
        for (Object value : values) {
            if (value != null && type.isPresent() && dependsOnValue(schema)) {
                DataType soFar = type.get();
                type = of(schema, value, depth + 1).flatMap(next -> Widening.union(soFar, next));
            }
        }
        return type;
    }

    private static boolean dependsOnValue(Schema schema) {
        return schema.type() == Schema.Type.STRUCT
                || schema.type() == Schema.Type.ARRAY
                || schema.type() == Schema.Type.MAP;
    }

    private static Optional<DataType> mapType(Schema schema, Map<?, ?> map, int depth) {
        Optional<DataType> key = elementType(schema.keySchema(), map.keySet(), depth);
        Optional<DataType> value = elementType(schema.valueSchema(), map.values(), depth);
        return key.isPresent() && value.isPresent()
                ? Optional.of(DataTypes.map(key.get().notNull(), value.get()))
                : Optional.empty();
    }

    private static Optional<DataType> rowType(Schema schema, Struct struct, int depth) {
        List<DataField> fields = new ArrayList<>();
        for (Field field : schema.fields()) {
            if (!ColumnNames.isUsable(field.name())) {
                return Optional.empty();
            }
            Object value = struct == null ? null : struct.getWithoutDefault(field.name());
            of(field.schema(), value, depth + 1)
                    .ifPresent(type -> fields.add(new DataField(fields.size(), field.name(), type)));
        }
        return fields.isEmpty() ? Optional.empty() : Optional.of(DataTypes.row(fields.toArray(new DataField[0])));
    }

    private static Optional<DataType> variableScale(Object value) {
        var number = value == null ? null : Numbers.variableScale(value);
        return number == null ? Optional.of(DataTypes.decimal(18, 0)) : Numbers.withRoom(number);
    }

    /** DECIMAL of a schema with a fixed scale; empty if it has more than 38 digits. */
    private static Optional<DataType> fixedScale(Schema schema) {
        int scale = scale(schema);
        int precision = parameter(schema, PRECISION, Math.max(38, scale));
        long integerDigits = Math.max(0, (long) precision - scale);
        return Widening.decimal(integerDigits, Math.max(0, scale))
                .or(() -> isFirm(schema)
                        ? Optional.empty()
                        : Widening.decimal(38L - Math.max(0, scale), Math.max(0, scale)));
    }

    /** PostgreSQL's driver tells a negative scale, which means zeros before the point, as one of eleven bits. */
    private static int scale(Schema schema) {
        int scale = parameter(schema, Decimal.SCALE_FIELD, 0);
        return scale > POSTGRES_MAX_SCALE && scale < POSTGRES_SCALES ? scale - POSTGRES_SCALES : scale;
    }

    private static int parameter(Schema schema, String name, int otherwise) {
        String text = schema.parameters() == null ? null : schema.parameters().get(name);
        try {
            return text == null ? otherwise : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /**
     * The type that a scalar schema promises to need, so that a column can be widened before such a value comes. Empty for
     * schemas whose type says little of the values: texts and bytes of any length, decimals of unknown width, timestamps of
     * unknown precision. For those, values widen columns.
     */
    static Optional<DataType> firm(Schema schema) {
        return isFirm(schema) ? of(schema, null) : Optional.empty();
    }

    private static boolean isFirm(Schema schema) {
        return switch (Meaning.of(schema)) {
            case DECIMAL -> parameter(schema, PRECISION, 0) > 0;
            case VARIABLE_SCALE_DECIMAL, ZONED_TIMESTAMP, ISO_DATE, ISO_TIMESTAMP, UNTYPED -> false;
            case UNSIGNED_LONG,
                    DATE,
                    TIME_MILLIS,
                    TIME_MICROS,
                    TIME_NANOS,
                    TIMESTAMP_MILLIS,
                    TIMESTAMP_MICROS,
                    TIMESTAMP_NANOS -> true;
            case PLAIN ->
                schema.type().isPrimitive()
                        && schema.type() != Schema.Type.STRING
                        && schema.type() != Schema.Type.BYTES;
        };
    }
}
