package dev.varve.connect.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * What a column's declaration ({@code int(11) unsigned}, {@code decimal(10,2)}, {@code varbinary(16)}) says of values that arrive
 * as texts. Dates and times stay texts, named so that converters know what they are; bytes are texts of one character a byte.
 */
record MysqlType(Kind kind, Schema schema) {
    /** Name, arguments, and what follows them. */
    private static final Pattern DECLARATION =
            Pattern.compile("\\s*([a-z]+)\\s*(?:\\(([^)]*)\\))?(.*)", Pattern.DOTALL);

    private static final int DEFAULT_DECIMAL_DIGITS = 10;
    private static final int BITS_OF_LONG = 63;
    /** Beyond, a number is not written out to see that it is too large. */
    private static final int MAX_INTEGER_DIGITS = 20;

    private static final String UNSIGNED_BIGINT_DIGITS = "20";
    private static final String PRECISION = "connect.decimal.precision";

    /** How a value is read. */
    enum Kind {
        BOOLEAN("0 or 1"),
        INTEGER("an integer in the range of the column's type"),
        DECIMAL("a number"),
        FLOATING("a number"),
        TEXT("a text"),
        BYTES("a text of one character, up to U+00FF, for each byte");

        private final String expected;

        Kind(String expected) {
            this.expected = expected;
        }
    }

    /** What is declared; an unknown declaration is a text. */
    static MysqlType parse(String declaration) {
        Matcher matcher = DECLARATION.matcher(declaration.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return text("");
        }
        boolean unsigned =
                matcher.group(3).contains("unsigned") || matcher.group(3).contains("zerofill");
        List<Integer> arguments = arguments(matcher.group(2));
        return switch (matcher.group(1)) {
            case "bool", "boolean", "tinyint" -> integer(unsigned ? Schema.Type.INT16 : Schema.Type.INT8);
            case "smallint" -> integer(unsigned ? Schema.Type.INT32 : Schema.Type.INT16);
            case "mediumint", "year" -> integer(Schema.Type.INT32);
            case "int", "integer" -> integer(unsigned ? Schema.Type.INT64 : Schema.Type.INT32);
            case "bigint" -> unsigned ? decimal(UNSIGNED_BIGINT_DIGITS, 0) : integer(Schema.Type.INT64);
            case "bit" -> bits(argument(arguments, 0, 1));
            case "decimal", "numeric", "dec", "fixed" ->
                decimal(Integer.toString(argument(arguments, 0, DEFAULT_DECIMAL_DIGITS)), argument(arguments, 1, 0));
            case "float" -> floating(Schema.Type.FLOAT32);
            case "double", "real" -> floating(Schema.Type.FLOAT64);
            case "date" -> text("io.debezium.time.IsoDate");
            case "datetime", "timestamp" -> text("io.debezium.time.IsoTimestamp");
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> bytes();
            case "geometry",
                    "point",
                    "linestring",
                    "polygon",
                    "multipoint",
                    "multilinestring",
                    "multipolygon",
                    "geometrycollection",
                    "geomcollection" -> bytes();
            default -> text("");
        };
    }

    private static List<Integer> arguments(String text) {
        List<Integer> arguments = new ArrayList<>();
        if (text != null) {
            for (String argument : text.split(",", -1)) {
                if (argument.strip().matches("\\d{1,3}")) {
                    arguments.add(Integer.parseInt(argument.strip()));
                }
            }
        }
        return arguments;
    }

    private static int argument(List<Integer> arguments, int i, int otherwise) {
        return i < arguments.size() ? arguments.get(i) : otherwise;
    }

    private static MysqlType integer(Schema.Type type) {
        return new MysqlType(Kind.INTEGER, SchemaBuilder.type(type).optional().build());
    }

    private static MysqlType bits(int count) {
        if (count == 1) {
            return new MysqlType(Kind.BOOLEAN, Schema.OPTIONAL_BOOLEAN_SCHEMA);
        }
        return count <= BITS_OF_LONG ? integer(Schema.Type.INT64) : decimal(UNSIGNED_BIGINT_DIGITS, 0);
    }

    private static MysqlType decimal(String precision, int scale) {
        return new MysqlType(
                Kind.DECIMAL,
                Decimal.builder(scale)
                        .parameter(PRECISION, precision)
                        .optional()
                        .build());
    }

    private static MysqlType floating(Schema.Type type) {
        return new MysqlType(Kind.FLOATING, SchemaBuilder.type(type).optional().build());
    }

    private static MysqlType text(String name) {
        SchemaBuilder schema = SchemaBuilder.string().optional();
        return new MysqlType(Kind.TEXT, (name.isEmpty() ? schema : schema.name(name)).build());
    }

    private static MysqlType bytes() {
        return new MysqlType(Kind.BYTES, Schema.OPTIONAL_BYTES_SCHEMA);
    }

    /**
     * The value as the schema has it.
     *
     * @param value not null; a text, or a number or boolean as it prints
     * @param bad makes the error
     */
    Object read(Object value, Function<String, BadRecordException> bad) {
        boolean scalar = value instanceof String || value instanceof Number || value instanceof Boolean;
        Object read = scalar ? read(value.toString()) : null;
        if (read == null) {
            throw bad.apply(
                    "found " + Kinds.of(value) + (scalar ? " that is not one" : "") + ", expected " + kind.expected);
        }
        return read;
    }

    /** Null if the text is not of this kind. */
    private Object read(String text) {
        return switch (kind) {
            case BOOLEAN -> bit(text);
            case INTEGER -> integerOf(text.strip());
            case DECIMAL -> number(text);
            case FLOATING -> floatingOf(text);
            case TEXT -> text;
            case BYTES -> text.chars().allMatch(c -> c <= 0xFF) ? text.getBytes(ISO_8859_1) : null;
        };
    }

    private static Boolean bit(String text) {
        return switch (text) {
            case "0", "false" -> false;
            case "1", "true" -> true;
            default -> null;
        };
    }

    private Object integerOf(String text) {
        BigDecimal exact = number(text);
        if (exact == null
                || exact.stripTrailingZeros().scale() > 0
                || (long) exact.precision() - exact.scale() > MAX_INTEGER_DIGITS) {
            return null;
        }
        BigInteger integer = exact.toBigIntegerExact();
        int bits = integer.bitLength() + 1;
        return switch (schema.type()) {
            case INT8 -> bits <= Byte.SIZE ? (Object) integer.byteValue() : null;
            case INT16 -> bits <= Short.SIZE ? (Object) integer.shortValue() : null;
            case INT32 -> bits <= Integer.SIZE ? (Object) integer.intValue() : null;
            default -> bits <= Long.SIZE ? (Object) integer.longValue() : null;
        };
    }

    private Object floatingOf(String text) {
        BigDecimal exact = number(text);
        if (exact == null) {
            return null;
        }
        if (schema.type() == Schema.Type.FLOAT32) {
            return Float.isFinite(exact.floatValue()) ? exact.floatValue() : null;
        }
        return Double.isFinite(exact.doubleValue()) ? exact.doubleValue() : null;
    }

    private static BigDecimal number(String text) {
        try {
            return new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
