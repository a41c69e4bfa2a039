package dev.varve.connect.route;

import java.util.LinkedHashMap;
import java.util.Map;

/** Forgets its eldest entries; what is forgotten is worked out again. */
final class BoundedCache<K, V> extends LinkedHashMap<K, V> {
    static final int ENTRIES = 10_000;

    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > ENTRIES;
    }
}
