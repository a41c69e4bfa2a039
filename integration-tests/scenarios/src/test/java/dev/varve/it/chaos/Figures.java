package dev.varve.it.chaos;

import java.util.Map;
import java.util.TreeMap;

/** What happened, and how often. Safe for use by several threads. */
final class Figures {
    private final Map<String, Long> counts = new TreeMap<>();

    synchronized void count(String what) {
        add(what, 1);
    }

    synchronized void add(String what, long more) {
        counts.merge(what, more, Long::sum);
    }

    /** Keeps the largest. */
    synchronized void highest(String what, long value) {
        counts.merge(what, value, Math::max);
    }

    synchronized long get(String what) {
        return counts.getOrDefault(what, 0L);
    }

    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder();
        counts.forEach(
                (what, count) -> text.append("\n  ").append(what).append(": ").append(count));
        return text.toString();
    }
}
