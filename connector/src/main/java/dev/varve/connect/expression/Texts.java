package dev.varve.connect.expression;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.TemporalText;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.PrecisionType;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/** Values as texts, and functions of texts. */
final class Texts {
    private Texts() {}

    /** How values of a type are written: as SQL writes them, moments in a zone. */
    static ValueFunction of(DataType type, ZoneId zone) {
        return switch (type.root()) {
            case CHAR, VARCHAR -> value -> value;
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL ->
                value -> BinaryString.of(
                        value instanceof Decimal decimal
                                ? decimal.toBigDecimal().toPlainString()
                                : value.toString());
            case DATE -> value -> BinaryString.of(TemporalText.date((Integer) value));
            case TIME -> {
                int precision = ((PrecisionType) type).precision();
                yield value -> BinaryString.of(TemporalText.time((Integer) value, precision));
            }
            case TIMESTAMP -> {
                int precision = ((PrecisionType) type).precision();
                yield value -> BinaryString.of(TemporalText.timestamp((Timestamp) value, precision));
            }
            case TIMESTAMP_LTZ -> {
                int precision = ((PrecisionType) type).precision();
                yield value -> BinaryString.of(TemporalText.timestamp(Cast.local((Timestamp) value, zone), precision));
            }
            case BINARY, VARBINARY, ARRAY, MAP, MULTISET, ROW ->
                throw new InvalidInputException("values of type " + type.asNullable() + " cannot be written as text");
        };
    }

    static BinaryString upper(Object text) {
        return BinaryString.of(text.toString().toUpperCase(Locale.ROOT));
    }

    static BinaryString lower(Object text) {
        return BinaryString.of(text.toString().toLowerCase(Locale.ROOT));
    }

    /** Without the blanks at both ends. Shares the text's bytes. */
    static BinaryString trimmed(Object value) {
        BinaryString text = (BinaryString) value;
        byte[] bytes = text.array();
        int from = text.offset();
        int to = text.offset() + text.length();
        while (from < to && bytes[from] == ' ') {
            from++;
        }
        while (to > from && bytes[to - 1] == ' ') {
            to--;
        }
        return to - from == text.length() ? text : BinaryString.wrap(bytes, from, to - from);
    }

    /** The texts one after the other; null if one of them is. */
    static Computation concatenation(List<Computation> parts) {
        Computation[] texts = parts.toArray(new Computation[0]);
        BinaryString[] values = new BinaryString[texts.length];
        return new Computation(
                DataTypes.STRING,
                columns -> {
                    int length = 0;
                    for (int i = 0; i < texts.length; i++) {
                        values[i] = (BinaryString) texts[i].evaluate(columns);
                        if (values[i] == null) {
                            return null;
                        }
                        length += values[i].length();
                    }
                    return joined(values, length);
                },
                parts.stream().allMatch(Computation::isConstant));
    }

    private static BinaryString joined(BinaryString[] values, int length) {
        byte[] bytes = new byte[length];
        int position = 0;
        for (BinaryString value : values) {
            System.arraycopy(value.array(), value.offset(), bytes, position, value.length());
            position += value.length();
        }
        return BinaryString.wrap(bytes);
    }
}
