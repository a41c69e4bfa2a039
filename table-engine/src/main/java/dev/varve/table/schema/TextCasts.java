package dev.varve.table.schema;

import dev.varve.table.error.Check;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.TemporalText;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.ValueReader;
import dev.varve.table.row.Values;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.function.Function;

/** Casts of anything to text and bytes, and the fitting of both into the length of their type. */
final class TextCasts {
    private TextCasts() {}

    /** To CHAR(n), cut to n code points or padded with blanks, or VARCHAR(n), cut to n code points. */
    static ValueCast toText(DataType from, LengthType to, ZoneId zone) {
        if (from.sameIgnoringNullability(to)) {
            return ValueCast.SAME;
        }
        ValueCast fit = fitText(to);
        if (from.root().isCharacter()) {
            return fit;
        }
        if (from.root().isBinary()) {
            ValueCast text = value -> BinaryString.wrap((byte[]) value);
            return text.then(fit);
        }
        Function<Object, String> render = render(from, zone);
        ValueCast text = value -> BinaryString.of(render.apply(value));
        return text.then(fit);
    }

    /** To BINARY(n), cut to n bytes or padded with zeros, or VARBINARY(n), cut to n bytes. */
    static ValueCast toBytes(DataType from, LengthType to) {
        if (from.sameIgnoringNullability(to)) {
            return ValueCast.SAME;
        }
        ValueCast bytes = from.root().isCharacter() ? value -> ((BinaryString) value).toBytes() : ValueCast.SAME;
        return bytes.then(fitBytes(to));
    }

    private static ValueCast fitText(LengthType to) {
        if (to.length() == LengthType.MAX_LENGTH && to.root() == TypeRoot.VARCHAR) {
            return ValueCast.SAME;
        }
        return value -> {
            BinaryString text = (BinaryString) value;
            int points = text.codePoints(to.length());
            int bytes = text.offsetOfCodePoint(points);
            if (points == to.length() || to.root() == TypeRoot.VARCHAR) {
                return bytes == text.length() ? text : BinaryString.wrap(text.array(), text.offset(), bytes);
            }
            byte[] padded = Arrays.copyOfRange(
                    text.array(), text.offset(), Math.addExact(text.offset() + bytes, to.length() - points));
            Arrays.fill(padded, bytes, padded.length, (byte) ' ');
            return BinaryString.wrap(padded);
        };
    }

    private static ValueCast fitBytes(LengthType to) {
        return value -> {
            byte[] bytes = (byte[]) value;
            boolean fits = to.root() == TypeRoot.BINARY ? bytes.length == to.length() : bytes.length <= to.length();
            return fits ? bytes : Arrays.copyOf(bytes, to.length());
        };
    }

    /** How a value that is neither text nor bytes is written. */
    private static Function<Object, String> render(DataType from, ZoneId zone) {
        return switch (from.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> Object::toString;
            case DATE -> value -> TemporalText.date((Integer) value);
            case TIME -> {
                int precision = ((PrecisionType) from).precision();
                yield value -> TemporalText.time((Integer) value, precision);
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                int precision = ((PrecisionType) from).precision();
                ValueCast local = TimeCasts.toLocal(from, zone);
                yield value -> TemporalText.timestamp((Timestamp) local.cast(value), precision);
            }
            case ARRAY -> array((ArrayType) from, zone);
            case MAP -> map((MapType) from, zone);
            case ROW -> row((RowType) from, zone);
            case CHAR, VARCHAR, BINARY, VARBINARY, MULTISET -> throw Check.unreachable(from);
        };
    }

    private static Function<Object, String> array(ArrayType type, ZoneId zone) {
        ValueCast element = Casts.between(type.element(), DataTypes.STRING, zone);
        return value -> {
            RowArray array = (RowArray) value;
            var text = new StringJoiner(", ", "[", "]");
            for (int i = 0; i < array.size(); i++) {
                text.add(textAt(array, i, type.element(), element));
            }
            return text.toString();
        };
    }

    private static Function<Object, String> map(MapType type, ZoneId zone) {
        ValueCast key = Casts.between(type.key(), DataTypes.STRING, zone);
        ValueCast mapped = Casts.between(type.value(), DataTypes.STRING, zone);
        return value -> {
            RowMap map = (RowMap) value;
            var text = new StringJoiner(", ", "{", "}");
            for (int i = 0; i < map.size(); i++) {
                text.add(textAt(map.keys(), i, type.key(), key) + " -> "
                        + textAt(map.values(), i, type.value(), mapped));
            }
            return text.toString();
        };
    }

    private static Function<Object, String> row(RowType type, ZoneId zone) {
        ValueCast[] casts = type.types().stream()
                .map(field -> Casts.between(field, DataTypes.STRING, zone))
                .toArray(ValueCast[]::new);
        return value -> {
            Row row = (Row) value;
            var text = new StringJoiner(", ", "{", "}");
            for (int i = 0; i < casts.length; i++) {
                text.add(textAt(row, i, type.type(i), casts[i]));
            }
            return text.toString();
        };
    }

    private static String textAt(Values values, int position, DataType type, ValueCast toText) {
        Object value = ValueReader.valueAt(values, position, type);
        return value == null ? "null" : toText.cast(value).toString();
    }
}
