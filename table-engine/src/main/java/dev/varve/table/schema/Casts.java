package dev.varve.table.schema;

import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import java.time.ZoneId;

/** Finds the cast between two types. Casts are immutable and safe for several threads. */
final class Casts {
    private Casts() {}

    /**
     * The cast from one type to another, {@link ValueCast#SAME} if values stay as they are.
     *
     * @param zone in which local times are meant
     * @throws InvalidInputException if the types are not convertible ({@link TypeChanges})
     */
    static ValueCast between(DataType from, DataType to, ZoneId zone) {
        // Of nested types of one kind, the parts decide; a field that only the new type has is null, whatever it says.
        boolean byParts = to.root().isNested() && to.root() == from.root();
        if (!byParts && TypeChanges.kind(from, to) == TypeChanges.Kind.REFUSED) {
            throw new InvalidInputException("values of type " + from + " cannot be converted to " + to);
        }
        return switch (to.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> toNumber(from, to, zone);
            case CHAR, VARCHAR -> TextCasts.toText(from, (LengthType) to, zone);
            case BINARY, VARBINARY -> TextCasts.toBytes(from, (LengthType) to);
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> toTime(from, to, zone);
            case ARRAY -> array(((ArrayType) from).element(), ((ArrayType) to).element(), zone);
            case MAP -> map((MapType) from, (MapType) to, zone);
            case MULTISET -> map(((MultisetType) from).asMap(), ((MultisetType) to).asMap(), zone);
            case ROW -> row((RowType) from, (RowType) to, zone);
        };
    }

    private static ValueCast toNumber(DataType from, DataType to, ZoneId zone) {
        if (from.sameIgnoringNullability(to)) {
            return ValueCast.SAME;
        }
        if (from.root().isCharacter()) {
            return TextParsing.to(to, zone);
        }
        if (from.root().isTimestamp()) {
            return TimeCasts.toEpochSeconds(to);
        }
        return switch (to.root()) {
            case BOOLEAN -> NumberCasts.toBoolean();
            case DECIMAL -> NumberCasts.toDecimal(from, (DecimalType) to);
            default -> NumberCasts.toPrimitive(from, to);
        };
    }

    private static ValueCast toTime(DataType from, DataType to, ZoneId zone) {
        if (from.sameIgnoringNullability(to)) {
            return ValueCast.SAME;
        }
        if (from.root().isCharacter()) {
            return TextParsing.to(to, zone);
        }
        return switch (to.root()) {
            case DATE -> TimeCasts.toDate(from, zone);
            case TIME -> TimeCasts.toTime(from, zone);
            case TIMESTAMP, TIMESTAMP_LTZ -> TimeCasts.toTimestamp(from, (PrecisionType) to, zone);
            default -> throw Check.unreachable(to);
        };
    }

    private static ValueCast array(DataType from, DataType to, ZoneId zone) {
        ValueCast element = between(from, to, zone);
        return element == ValueCast.SAME ? element : value -> castAll((RowArray) value, from, element);
    }

    private static ValueCast map(MapType from, MapType to, ZoneId zone) {
        ValueCast keys = between(from.key(), to.key(), zone);
        ValueCast values = between(from.value(), to.value(), zone);
        if (keys == ValueCast.SAME && values == ValueCast.SAME) {
            return ValueCast.SAME;
        }
        return value -> {
            RowMap map = (RowMap) value;
            return new GenericMap(castAll(map.keys(), from.key(), keys), castAll(map.values(), from.value(), values));
        };
    }

    private static GenericArray castAll(RowArray array, DataType type, ValueCast cast) {
        Object[] elements = new Object[array.size()];
        for (int i = 0; i < elements.length; i++) {
            Object element = ValueReader.valueAt(array, i, type);
            elements[i] = element == null ? null : cast.cast(element);
        }
        return new GenericArray(elements);
    }

    /** Fields by id, in the order of the new type; new ones null. */
    private static ValueCast row(RowType from, RowType to, ZoneId zone) {
        int[] positions = new int[to.arity()];
        ValueCast[] casts = new ValueCast[to.arity()];
        boolean same = from.arity() == to.arity();
        for (int i = 0; i < positions.length; i++) {
            positions[i] = from.indexOfId(to.field(i).id());
            casts[i] = positions[i] < 0 ? ValueCast.SAME : between(from.type(positions[i]), to.type(i), zone);
            same &= positions[i] == i && casts[i] == ValueCast.SAME;
        }
        if (same) {
            return ValueCast.SAME;
        }
        return value -> {
            Row row = (Row) value;
            GenericRow result = new GenericRow(row.kind(), positions.length);
            for (int i = 0; i < positions.length; i++) {
                if (positions[i] >= 0 && !row.isNull(positions[i])) {
                    result.set(i, casts[i].cast(ValueReader.valueAt(row, positions[i], from.type(positions[i]))));
                }
            }
            return result;
        };
    }
}
