package dev.varve.table.maintain;

import java.util.ArrayList;
import java.util.List;

/** Collects findings: all are counted, the first ones kept. Confined to one thread. */
final class Findings {
    /** A table of which so much is broken is not repaired finding by finding. */
    static final int KEPT = 1000;

    private final List<Finding> kept = new ArrayList<>();
    private long count;

    void add(Finding finding) {
        count++;
        if (kept.size() < KEPT) {
            kept.add(finding);
        }
    }

    void add(String file, Rule rule, String expected, String found) {
        add(new Finding(file, rule, expected, found));
    }

    /** Notes a difference between what is recorded and what there is. */
    void compare(String file, Rule rule, String what, Object recorded, Object actual) {
        if (!recorded.equals(actual)) {
            add(file, rule, what + " " + recorded, String.valueOf(actual));
        }
    }

    void addAll(Findings others) {
        count += others.count - others.kept.size();
        others.kept.forEach(this::add);
    }

    /** All findings, those that were not kept included. */
    long count() {
        return count;
    }

    /** The first {@link #KEPT}. */
    List<Finding> kept() {
        return List.copyOf(kept);
    }
}
