package dev.varve.table.differential;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.ValueReader;
import dev.varve.table.row.Values;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values as everyday Java objects that are equal by content:
 *
 * <pre>
 * BOOLEAN, numbers, DATE, TIME   boxed           ARRAY          List
 * DECIMAL                        BigDecimal      MAP, MULTISET  LinkedHashMap
 * CHAR, VARCHAR                  String          ROW            List
 * BINARY, VARBINARY              ByteBuffer      timestamps     Instant
 * </pre>
 */
final class Plain {
    private Plain() {}

    static Object at(Values values, int position, DataType type) {
        Object value = ValueReader.copyAt(values, position, type);
        if (value == null) {
            return null;
        }
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE, TIME -> value;
            case DECIMAL -> ((Decimal) value).toBigDecimal();
            case CHAR, VARCHAR -> ((BinaryString) value).toString();
            case BINARY, VARBINARY -> ByteBuffer.wrap((byte[]) value);
            case TIMESTAMP, TIMESTAMP_LTZ -> ((Timestamp) value).toInstant();
            case ARRAY -> list((RowArray) value, ((ArrayType) type).element());
            case MAP -> map((RowMap) value, (MapType) type);
            case MULTISET -> map((RowMap) value, ((MultisetType) type).asMap());
            case ROW -> row((Row) value, (RowType) type);
        };
    }

    static List<Object> row(Row row, RowType type) {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < type.arity(); i++) {
            list.add(at(row, i, type.type(i)));
        }
        return list;
    }

    private static List<Object> list(RowArray array, DataType element) {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            list.add(at(array, i, element));
        }
        return list;
    }

    private static Map<Object, Object> map(RowMap map, MapType type) {
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < map.size(); i++) {
            entries.put(at(map.keys(), i, type.key()), at(map.values(), i, type.value()));
        }
        return entries;
    }

    /** The order of values by which rows are sorted and extremes found; neither is null. */
    @SuppressWarnings("unchecked")
    static int compare(Object left, Object right) {
        if (left instanceof String text) {
            return Arrays.compareUnsigned(text.getBytes(UTF_8), ((String) right).getBytes(UTF_8));
        } else if (left instanceof ByteBuffer bytes) {
            return Arrays.compareUnsigned(bytes.array(), ((ByteBuffer) right).array());
        }
        return ((Comparable<Object>) left).compareTo(right);
    }

    /** The same for tuples, in which null comes first. */
    static int compareTuples(List<Object> left, List<Object> right) {
        for (int i = 0; i < left.size(); i++) {
            int order = compareNullFirst(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    static int compareNullFirst(Object left, Object right) {
        if (left == null || right == null) {
            return Boolean.compare(left != null, right != null);
        }
        return compare(left, right);
    }
}
