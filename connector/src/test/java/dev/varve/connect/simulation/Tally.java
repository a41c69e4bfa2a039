package dev.varve.connect.simulation;

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Counts what has happened. */
final class Tally {
    /** They take a pause or a failure at one certain call during which several snapshots are made and expire. */
    private static final Set<Happening> RARE = EnumSet.of(
            Happening.STRAY_SNAPSHOT,
            Happening.FLOATING_SNAPSHOT,
            Happening.READ_OF_EXPIRED_SNAPSHOT,
            Happening.ROLLBACK_REFUSED);

    private final Map<Happening, Long> counts = new EnumMap<>(Happening.class);

    void count(Happening happening) {
        add(happening, 1);
    }

    void add(Happening happening, long times) {
        if (times > 0) {
            counts.merge(happening, times, Long::sum);
        }
    }

    void addAll(Tally other) {
        other.counts.forEach(this::add);
    }

    long of(Happening happening) {
        return counts.getOrDefault(happening, 0L);
    }

    /** What has never happened, of all that is to be expected in some thousand histories. */
    Collection<Happening> missing() {
        var missing = EnumSet.allOf(Happening.class);
        missing.removeAll(RARE);
        missing.removeAll(counts.keySet());
        return missing;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
