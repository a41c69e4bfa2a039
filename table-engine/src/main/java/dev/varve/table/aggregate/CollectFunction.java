package dev.varve.table.aggregate;

import dev.varve.table.row.GenericArray;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.ValueReader;
import dev.varve.table.row.Values;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code collect}: the elements of all arrays, one array after another; with {@code distinct} each element once, where it came
 * first. A retraction takes out one occurrence of each of its elements. Elements are equal by content; null is an element.
 */
final class CollectFunction extends CombiningFunction {
    private final DataType element;
    private final boolean distinct;

    CollectFunction(AggregateColumn column) {
        super("collect", column);
        if (!(column.type() instanceof ArrayType array)) {
            throw unsupportedType("ARRAY");
        }
        element = array.element();
        distinct = column.options().distinct();
    }

    /** Late elements come last like all others, but first where retractions are ignored (behaviour page: functions inside partial-update). */
    @Override
    public void addOlder(Values source, int position) {
        if (column().options().ignoreRetract()) {
            super.addOlder(source, position);
        } else {
            add(source, position);
        }
    }

    @Override
    Object seed(Object first) {
        return distinct ? collect((RowArray) first) : first;
    }

    @Override
    Object combine(Object older, Object newer) {
        return collect((RowArray) older, (RowArray) newer);
    }

    private GenericArray collect(RowArray... arrays) {
        List<Object> elements = new ArrayList<>();
        Set<Object> present = new HashSet<>();
        for (RowArray array : arrays) {
            for (int i = 0; i < array.size(); i++) {
                Object value = ValueReader.valueAt(array, i, element);
                if (!distinct || present.add(ContentKey.of(value, element))) {
                    elements.add(value);
                }
            }
        }
        return new GenericArray(elements.toArray());
    }

    @Override
    public boolean canRetract() {
        return true;
    }

    @Override
    Object remove(Object from, Object retracted) {
        RowArray leaving = (RowArray) retracted;
        Map<Object, Integer> toRemove = new HashMap<>();
        for (int i = 0; i < leaving.size(); i++) {
            toRemove.merge(ContentKey.at(leaving, i, element), 1, Integer::sum);
        }
        RowArray array = (RowArray) from;
        List<Object> staying = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            Object value = ValueReader.valueAt(array, i, element);
            Object key = ContentKey.of(value, element);
            int occurrences = toRemove.getOrDefault(key, 0);
            if (occurrences == 0) {
                staying.add(value);
            } else {
                toRemove.put(key, occurrences - 1);
            }
        }
        return new GenericArray(staying.toArray());
    }
}
