package dev.varve.connect.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Damages documents without schemas: values, names, nesting, and names that differ in case only. Confined to one thread. */
final class DocumentMutator {
    private final Random random;
    private final OddValues odd;

    DocumentMutator(Random random, OddValues odd) {
        this.random = random;
        this.odd = odd;
    }

    /** A deep copy in which about this share of values and names are others. */
    Object damaged(Object value, double share) {
        if (random.nextDouble() < share / 2) {
            return odd.anything();
        }
        if (value instanceof Map<?, ?> map) {
            return damaged(map, share);
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(damaged(element, share)));
            if (random.nextDouble() < share) {
                copy.add(odd.anything());
            }
            return copy;
        }
        return value;
    }

    private Map<Object, Object> damaged(Map<?, ?> map, double share) {
        Map<Object, Object> copy = new LinkedHashMap<>();
        map.forEach((name, element) -> {
            if (random.nextDouble() < share / 2) {
                return;
            }
            Object newName = random.nextDouble() < share / 4 ? odd.name() : name;
            copy.put(newName, damaged(element, share));
            if (name instanceof String text && random.nextDouble() < share / 4) {
                copy.put(otherCase(text), damaged(element, share));
            }
        });
        if (random.nextDouble() < share) {
            copy.put(odd.name(), odd.anything());
        }
        return copy;
    }

    static String otherCase(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.equals(name) ? name.toLowerCase(Locale.ROOT) : upper;
    }
}
