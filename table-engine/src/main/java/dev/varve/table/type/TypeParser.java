package dev.varve.table.type;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Reads types written as text: the strings of schema files (format page: schema, type strings) and, beyond them, the SQL forms
 * {@code ARRAY<INT>}, {@code MAP<STRING, INT>}, {@code MULTISET<STRING>} and {@code ROW<`a` INT, b STRING NOT NULL 'comment'>}.
 * Keywords in any case, white space free; {@link DataType#toString} is the inverse. Fields of parsed rows get ids from 0 on, in
 * the order in which they are read; creating a table assigns the real ones.
 *
 * <pre>
 * type    = base [ "NOT" "NULL" | "NULL" ]
 * base    = simple name [ "(" number [ "," number ] ")" ] [ zone ]
 *         | "ARRAY" "&lt;" type "&gt;" | "MULTISET" "&lt;" type "&gt;" | "MAP" "&lt;" type "," type "&gt;"
 *         | "ROW" ( "&lt;" fields "&gt;" | "(" fields ")" )
 * zone    = "WITHOUT" "TIME" "ZONE" | "WITH" "LOCAL" "TIME" "ZONE"
 * fields  = [ name type [ text ] { "," name type [ text ] } ]
 * name    = letters, digits, "_", "$" | "`" anything, a backtick doubled "`"
 * text    = "'" anything, a quote doubled "'"
 * </pre>
 */
public final class TypeParser {
    private static final int DEFAULT_DECIMAL_PRECISION = 10;
    private static final int DEFAULT_TIME_PRECISION = 0;
    private static final int DEFAULT_TIMESTAMP_PRECISION = 6;
    private static final int DEFAULT_LENGTH = 1;

    private final TypeTokens tokens;
    private int nextFieldId;

    private TypeParser(String text) {
        tokens = new TypeTokens(text);
    }

    /**
     * The type that the text says.
     *
     * @throws InvalidInputException if the text is no type; the message names the position, counted from 1
     * @throws UnsupportedFormatException if it is a type of the format that this engine does not have (VARIANT, BLOB, VECTOR)
     */
    public static DataType parse(String text) {
        TypeParser parser = new TypeParser(requireNonNull(text, "text is null"));
        DataType type = parser.type();
        parser.tokens.expectEnd();
        return type;
    }

    private DataType type() {
        DataType base = base();
        if (tokens.skipWord("NOT")) {
            tokens.expectWord("NULL");
            return base.notNull();
        }
        tokens.skipWord("NULL");
        return base;
    }

    private DataType base() {
        int start = tokens.position();
        String name = tokens.word("a type name").toUpperCase(Locale.ROOT);
        return switch (name) {
            case "BOOLEAN" -> DataTypes.BOOLEAN;
            case "TINYINT" -> DataTypes.TINYINT;
            case "SMALLINT" -> DataTypes.SMALLINT;
            case "INT", "INTEGER" -> DataTypes.INT;
            case "BIGINT" -> DataTypes.BIGINT;
            case "FLOAT" -> DataTypes.FLOAT;
            case "DOUBLE" -> {
                tokens.skipWord("PRECISION");
                yield DataTypes.DOUBLE;
            }
            case "DECIMAL", "DEC", "NUMERIC" -> decimal(start);
            case "STRING" -> DataTypes.STRING;
            case "BYTES" -> DataTypes.BYTES;
            case "CHAR", "VARCHAR", "BINARY", "VARBINARY" ->
                withParameter(start, DEFAULT_LENGTH, length -> new LengthType(TypeRoot.valueOf(name), length, true));
            case "DATE" -> DataTypes.DATE;
            case "TIME" -> {
                DataType time = withParameter(start, DEFAULT_TIME_PRECISION, DataTypes::time);
                if (tokens.skipWord("WITHOUT")) {
                    timeZone();
                }
                yield time;
            }
            case "TIMESTAMP" -> timestamp(start);
            case "TIMESTAMP_LTZ" -> withParameter(start, DEFAULT_TIMESTAMP_PRECISION, DataTypes::timestampLtz);
            case "ARRAY" -> DataTypes.array(inAngles());
            case "MULTISET" -> DataTypes.multiset(inAngles());
            case "MAP" -> map();
            case "ROW" -> row();
            case "VARIANT", "BLOB", "VECTOR" ->
                throw new UnsupportedFormatException("the type " + name + " in '" + tokens.text()
                        + "' is not supported; this engine has all other types of the format");
            default -> throw tokens.unexpected(start, "a type name", "'" + name + "'");
        };
    }

    private DataType decimal(int start) {
        if (!tokens.skip('(')) {
            return DataTypes.decimal(DEFAULT_DECIMAL_PRECISION, 0);
        }
        int precision = tokens.number("a precision");
        int scale = tokens.skip(',') ? tokens.number("a scale") : 0;
        tokens.expect(')');
        return tokens.build(start, () -> DataTypes.decimal(precision, scale));
    }

    /** A type with one optional parameter in parentheses. */
    private DataType withParameter(int start, int absent, IntFunction<DataType> type) {
        if (!tokens.skip('(')) {
            return type.apply(absent);
        }
        int parameter = tokens.number("a number");
        tokens.expect(')');
        return tokens.build(start, () -> type.apply(parameter));
    }

    private DataType timestamp(int start) {
        DataType timestamp = withParameter(start, DEFAULT_TIMESTAMP_PRECISION, DataTypes::timestamp);
        if (tokens.skipWord("WITH")) {
            tokens.expectWord("LOCAL");
            timeZone();
            return DataTypes.timestampLtz(((PrecisionType) timestamp).precision());
        }
        if (tokens.skipWord("WITHOUT")) {
            timeZone();
        }
        return timestamp;
    }

    private void timeZone() {
        tokens.expectWord("TIME");
        tokens.expectWord("ZONE");
    }

    private DataType inAngles() {
        tokens.expect('<');
        DataType element = type();
        tokens.expect('>');
        return element;
    }

    private DataType map() {
        tokens.expect('<');
        DataType key = type();
        tokens.expect(',');
        DataType value = type();
        tokens.expect('>');
        return DataTypes.map(key, value);
    }

    private DataType row() {
        char end = tokens.skip('(') ? ')' : '>';
        if (end == '>') {
            tokens.expect('<');
        }
        List<DataField> fields = new ArrayList<>();
        if (!tokens.skip(end)) {
            do {
                fields.add(field(fields));
            } while (tokens.skip(','));
            tokens.expect(end);
        }
        return RowType.of(fields);
    }

    private DataField field(List<DataField> before) {
        int start = tokens.position();
        String name = tokens.name("a field name");
        if (before.stream().anyMatch(field -> field.name().equals(name))) {
            throw tokens.unexpected(start, "a new field name", "'" + name + "' a second time");
        }
        int id = nextFieldId++;
        DataType type = type();
        Optional<String> comment = tokens.quoted();
        return new DataField(id, name, type, comment, Optional.empty());
    }
}
