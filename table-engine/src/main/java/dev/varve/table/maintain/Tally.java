package dev.varve.table.maintain;

import java.util.EnumMap;
import java.util.Map;

/** How much was checked. Confined to one thread. */
final class Tally {
    private final Map<Checked, Long> counts = new EnumMap<>(Checked.class);

    void add(Checked what, long more) {
        counts.merge(what, more, Long::sum);
    }

    void count(Checked what) {
        add(what, 1);
    }

    /** All kinds in their order, those without any included. */
    Map<Checked, Long> counts() {
        var all = new EnumMap<Checked, Long>(Checked.class);
        for (Checked what : Checked.values()) {
            all.put(what, counts.getOrDefault(what, 0L));
        }
        return all;
    }
}
