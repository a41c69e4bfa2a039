package dev.varve.table.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads rows out of JSON objects in the form that {@link ValueJson} prints. Nothing is rounded or cut: a value that does not fit
 * its column exactly is refused, naming the column, what was found and what was expected.
 */
final class ValueJsonParser {
    /** The key under which a row's kind travels. */
    static final String KIND = "_kind";

    private static final Set<String> NO_NAMES = Set.of();

    private ValueJsonParser() {}

    /** A row; columns that are missing are null, unknown ones are an error. */
    static GenericRow parse(JsonNode node, RowType type) {
        GenericRow row = parseRow(node, type, "", Set.of(KIND));
        JsonNode kind = node.get(KIND);
        if (kind != null) {
            row.setKind(RowKind.parse(kind.asText()));
        }
        return row;
    }

    private static GenericRow parseRow(JsonNode node, RowType type, String path, Set<String> otherNames) {
        if (!node.isObject()) {
            throw wrong(path.isEmpty() ? "the row" : path, node, "an object");
        }
        Set<String> unknown = new TreeSet<>();
        node.fieldNames().forEachRemaining(name -> {
            if (type.indexOf(name) < 0 && !otherNames.contains(name)) {
                unknown.add(name);
            }
        });
        if (!unknown.isEmpty()) {
            throw new InvalidInputException(
                    (path.isEmpty() ? "" : path + ": ") + "no column " + unknown + "; the columns are " + type.names());
        }
        GenericRow row = new GenericRow(RowKind.INSERT, type.arity());
        for (int i = 0; i < type.arity(); i++) {
            DataField field = type.field(i);
            JsonNode value = node.get(field.name());
            row.set(i, value == null ? null : parse(value, field.type(), join(path, field.name())));
        }
        return row;
    }

    /** One value in its internal form, null for JSON null. */
    static Object parse(JsonNode node, DataType type, String path) {
        if (node.isNull()) {
            return null;
        }
        try {
            return switch (type.root()) {
                case BOOLEAN -> {
                    require(node.isBoolean(), path, node, "true or false");
                    yield node.booleanValue();
                }
                case TINYINT -> (byte) integer(node, Byte.MIN_VALUE, Byte.MAX_VALUE, type, path);
                case SMALLINT -> (short) integer(node, Short.MIN_VALUE, Short.MAX_VALUE, type, path);
                case INT -> (int) integer(node, Integer.MIN_VALUE, Integer.MAX_VALUE, type, path);
                case BIGINT -> integer(node, Long.MIN_VALUE, Long.MAX_VALUE, type, path);
                case FLOAT -> (float) floating(node, path);
                case DOUBLE -> floating(node, path);
                case DECIMAL -> decimal(node, (DecimalType) type, path);
                case CHAR, VARCHAR -> BinaryString.of(text(node, path, "text"));
                case BINARY, VARBINARY -> bytes(node, path);
                case DATE ->
                    Math.toIntExact(LocalDate.parse(text(node, path, "a date like \"2026-01-31\""))
                            .toEpochDay());
                case TIME -> time(node, (PrecisionType) type, path);
                case TIMESTAMP -> timestamp(node, (PrecisionType) type, path);
                case TIMESTAMP_LTZ -> instant(node, (PrecisionType) type, path);
                case ARRAY -> array(node, ((ArrayType) type).element(), path);
                case MAP -> map(node, (MapType) type, path);
                case MULTISET -> map(node, ((MultisetType) type).asMap(), path);
                case ROW -> parseRow(node, (RowType) type, path, NO_NAMES);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new InvalidInputException(path + ": " + node + " is not a " + type + ": " + e.getMessage(), e);
        }
    }

    private static long integer(JsonNode node, long min, long max, DataType type, String path) {
        require(node.isIntegralNumber(), path, node, "a whole number");
        BigInteger value = node.bigIntegerValue();
        boolean fits = value.compareTo(BigInteger.valueOf(min)) >= 0 && value.compareTo(BigInteger.valueOf(max)) <= 0;
        require(fits, path, node, "a number that fits " + type);
        return value.longValue();
    }

    private static double floating(JsonNode node, String path) {
        if (node.isTextual()) {
            return switch (node.textValue()) {
                case "NaN" -> Double.NaN;
                case "Infinity" -> Double.POSITIVE_INFINITY;
                case "-Infinity" -> Double.NEGATIVE_INFINITY;
                default -> throw wrong(path, node, "a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
            };
        }
        require(node.isNumber(), path, node, "a number");
        return node.doubleValue();
    }

    private static Decimal decimal(JsonNode node, DecimalType type, String path) {
        require(node.isTextual() || node.isNumber(), path, node, "a decimal as text, like \"12.50\"");
        try {
            var value = node.isTextual() ? new java.math.BigDecimal(node.textValue()) : node.decimalValue();
            return Decimal.exact(value, type.precision(), type.scale())
                    .orElseThrow(() -> wrong(path, node, "a number that fits " + type + " without rounding"));
        } catch (NumberFormatException e) {
            throw new InvalidInputException(path + ": " + node + " is not a decimal number", e);
        }
    }

    private static byte[] bytes(JsonNode node, String path) {
        require(node.isTextual() || node.isBinary(), path, node, "base64 text");
        try {
            return node.binaryValue();
        } catch (IOException e) {
            throw new InvalidInputException(path + ": " + node + " is not base64", e);
        }
    }

    private static int time(JsonNode node, PrecisionType type, String path) {
        LocalTime time = LocalTime.parse(text(node, path, "a time like \"12:34:56.789\""));
        require(
                fits(time.getNano(), Math.min(3, type.precision())),
                path,
                node,
                "a " + type + " of whole milliseconds");
        return (int) (time.toNanoOfDay() / 1_000_000L);
    }

    private static Timestamp timestamp(JsonNode node, PrecisionType type, String path) {
        LocalDateTime value = LocalDateTime.parse(text(node, path, "a date-time like \"2026-01-31T12:34:56\""));
        require(
                fits(value.getNano(), type.precision()),
                path,
                node,
                "at most " + type.precision() + " fraction digits");
        return Timestamp.of(value);
    }

    private static Timestamp instant(JsonNode node, PrecisionType type, String path) {
        Instant value = OffsetDateTime.parse(text(node, path, "an instant like \"2026-01-31T12:34:56Z\""))
                .toInstant();
        require(
                fits(value.getNano(), type.precision()),
                path,
                node,
                "at most " + type.precision() + " fraction digits");
        return Timestamp.of(value);
    }

    private static boolean fits(int nano, int precision) {
        int unit = 1;
        for (int digits = precision; digits < 9; digits++) {
            unit *= 10;
        }
        return nano % unit == 0;
    }

    private static GenericArray array(JsonNode node, DataType element, String path) {
        require(node.isArray(), path, node, "an array");
        Object[] values = new Object[node.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = parse(node.get(i), element, path + "[" + i + "]");
        }
        return new GenericArray(values);
    }

    private static GenericMap map(JsonNode node, MapType type, String path) {
        require(node.isArray(), path, node, "an array of [key, value] pairs");
        Object[] keys = new Object[node.size()];
        Object[] values = new Object[node.size()];
        for (int i = 0; i < keys.length; i++) {
            JsonNode pair = node.get(i);
            String at = path + "[" + i + "]";
            require(pair.isArray() && pair.size() == 2, at, pair, "a [key, value] pair");
            keys[i] = parse(pair.get(0), type.key(), at + ".key");
            require(keys[i] != null, at, pair, "a key that is not null");
            values[i] = parse(pair.get(1), type.value(), at + ".value");
        }
        return new GenericMap(new GenericArray(keys), new GenericArray(values));
    }

    private static String text(JsonNode node, String path, String expected) {
        require(node.isTextual(), path, node, expected);
        return node.textValue();
    }

    private static void require(boolean holds, String path, JsonNode found, String expected) {
        if (!holds) {
            throw wrong(path, found, expected);
        }
    }

    private static InvalidInputException wrong(String path, JsonNode found, String expected) {
        return new InvalidInputException(path + ": found " + found + ", expected " + expected);
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
