package dev.varve.connect.convert;

import dev.varve.table.schema.ColumnNames;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.TypeRoot;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;

/**
 * The column type for a value without schema: integers BIGINT, floating-point numbers DOUBLE, decimals DECIMAL with room, texts
 * STRING, maps ROW (MAP if a key is not a text), lists ARRAY. Empty if the value does not tell: null, an empty list or map, a
 * list of values that have no common type, a number that no column holds.
 */
final class ValueTypes {
    private ValueTypes() {}

    static Optional<DataType> of(Object value) {
        return of(value, 0);
    }

    /**
     * Names of a map's fields in its order; in alphabetical order if the map has none of its own, as JSON without schemas
     * arrives: columns of a table must not depend on hash codes.
     */
    static List<String> names(Map<?, ?> map) {
        boolean ordered = map instanceof LinkedHashMap || map instanceof SortedMap;
        Stream<String> names =
                map.keySet().stream().filter(String.class::isInstance).map(String.class::cast);
        return (ordered ? names : names.sorted()).toList();
    }

    /** Whether there is something in the value that must be stored: if it has no type then, no column could hold it. */
    static boolean isTelling(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().anyMatch(ValueTypes::isTelling);
        }
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().anyMatch(ValueTypes::isTelling);
        }
        return value != null;
    }

    private static Optional<DataType> of(Object value, int depth) {
        if (value == null || depth > ConnectTypes.MAX_DEPTH) {
            return Optional.empty();
        }
        if (value instanceof Number number) {
            return ofNumber(number);
        }
        if (value instanceof String) {
            return Optional.of(DataTypes.STRING);
        }
        if (value instanceof Boolean) {
            return Optional.of(DataTypes.BOOLEAN);
        }
        if (value instanceof byte[] || value instanceof ByteBuffer) {
            return Optional.of(DataTypes.BYTES);
        }
        if (value instanceof Date) {
            return Optional.of(DataTypes.timestamp(3));
        }
        if (value instanceof List<?> list) {
            return common(list, depth).map(DataTypes::array);
        }
        if (value instanceof Map<?, ?> map) {
            return ofMap(map, depth);
        }
        return value instanceof Struct struct ? ConnectTypes.of(struct.schema(), struct) : Optional.empty();
    }

    private static Optional<DataType> ofNumber(Number number) {
        if (Numbers.isIntegral(number)) {
            return Optional.of(DataTypes.BIGINT);
        }
        if (number instanceof BigDecimal || number instanceof BigInteger) {
            return Numbers.withRoom(Numbers.exact(number));
        }
        return number instanceof Double || number instanceof Float ? Optional.of(DataTypes.DOUBLE) : Optional.empty();
    }

    private static Optional<DataType> common(Iterable<?> values, int depth) {
        DataType common = null;
        for (Object value : values) {
            Optional<DataType> type = of(value, depth + 1);
            if (value != null && type.isPresent()) {
                Optional<DataType> both = common == null ? type : united(common, type.get());
                if (both.isEmpty()) {
                    return Optional.empty();
                }
                common = both.get();
            }
        }
        return Optional.ofNullable(common);
    }

    /** A list of mixed JSON numbers is one of DOUBLE. */
    private static Optional<DataType> united(DataType a, DataType b) {
        boolean mixed = (a.root() == TypeRoot.DOUBLE && b.root() == TypeRoot.BIGINT)
                || (a.root() == TypeRoot.BIGINT && b.root() == TypeRoot.DOUBLE);
        return mixed ? Optional.of(DataTypes.DOUBLE) : Widening.union(a, b);
    }

    private static Optional<DataType> ofMap(Map<?, ?> map, int depth) {
        boolean named = map.keySet().stream().allMatch(String.class::isInstance);
        if (!named) {
            Optional<DataType> key = common(map.keySet(), depth);
            Optional<DataType> value = common(map.values(), depth);
            return key.isPresent() && value.isPresent()
                    ? Optional.of(DataTypes.map(key.get().notNull(), value.get()))
                    : Optional.empty();
        }
        List<DataField> fields = new ArrayList<>();
        for (String name : names(map)) {
            if (!ColumnNames.isUsable(name)) {
                return Optional.empty();
            }
            of(map.get(name), depth + 1).ifPresent(type -> fields.add(new DataField(fields.size(), name, type)));
        }
        return fields.isEmpty() ? Optional.empty() : Optional.of(DataTypes.row(fields.toArray(new DataField[0])));
    }
}
