package dev.varve.table.aggregate;

import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.ValueReader;
import dev.varve.table.row.Values;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stands for a value in hash tables: two keys are equal if the values are, by content for every type. Bytes are wrapped, arrays and
 * rows become lists, maps become maps whose order does not count; row kinds do not count either.
 */
final class ContentKey {
    private ContentKey() {}

    /** The key of a value, null for null; shares memory with it. */
    static Object at(Values values, int position, DataType type) {
        return of(ValueReader.valueAt(values, position, type), type);
    }

    /** The key of a value in internal form, null for null. */
    static Object of(Object value, DataType type) {
        if (value == null) {
            return null;
        }
        return switch (type.root()) {
            case BINARY, VARBINARY -> ByteBuffer.wrap((byte[]) value);
            case ARRAY -> ofAll((RowArray) value, ((ArrayType) type).element());
            case MAP -> ofEntries((RowMap) value, (MapType) type);
            case MULTISET -> ofEntries((RowMap) value, ((MultisetType) type).asMap());
            case ROW -> ofRow((Row) value, (RowType) type);
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> value;
            case CHAR, VARCHAR, DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> value;
        };
    }

    /** The key of a row as far as some of its fields go. */
    static List<Object> ofFields(Row row, RowType type, int[] positions) {
        Object[] keys = new Object[positions.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = at(row, positions[i], type.type(positions[i]));
        }
        return Arrays.asList(keys);
    }

    private static List<Object> ofRow(Row row, RowType type) {
        Object[] keys = new Object[type.arity()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = at(row, i, type.type(i));
        }
        return Arrays.asList(keys);
    }

    private static List<Object> ofAll(RowArray array, DataType element) {
        Object[] keys = new Object[array.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = at(array, i, element);
        }
        return Arrays.asList(keys);
    }

    private static Map<Object, Object> ofEntries(RowMap map, MapType type) {
        Map<Object, Object> keys = new HashMap<>();
        for (int i = 0; i < map.size(); i++) {
            keys.put(at(map.keys(), i, type.key()), at(map.values(), i, type.value()));
        }
        return keys;
    }
}
