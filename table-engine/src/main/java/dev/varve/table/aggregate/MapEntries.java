package dev.varve.table.aggregate;

import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.MapType;
import java.util.LinkedHashMap;
import java.util.Map;

/** Entries of a map value while it is changed. Keys are equal by content; an entry keeps the place where its key came first. */
final class MapEntries {
    private record Entry(Object key, Object value) {}

    private final MapType type;
    private final Map<Object, Entry> entries = new LinkedHashMap<>();

    MapEntries(RowMap map, MapType type) {
        this.type = type;
        for (int i = 0; i < map.size(); i++) {
            put(keyOf(map, i), map, i);
        }
    }

    /** What stands for the key of an entry of some map of the same type. */
    Object keyOf(RowMap map, int i) {
        return ContentKey.at(map.keys(), i, type.key());
    }

    /** The value under a key; null if it is null or there is none. */
    Object valueOf(Object key) {
        Entry entry = entries.get(key);
        return entry == null ? null : entry.value();
    }

    void put(Object key, RowMap map, int i) {
        entries.put(
                key,
                new Entry(
                        ValueReader.valueAt(map.keys(), i, type.key()),
                        ValueReader.valueAt(map.values(), i, type.value())));
    }

    void remove(Object key) {
        entries.remove(key);
    }

    GenericMap toMap() {
        Object[] keys = entries.values().stream().map(Entry::key).toArray();
        Object[] values = entries.values().stream().map(Entry::value).toArray();
        return new GenericMap(new GenericArray(keys), new GenericArray(values));
    }
}
