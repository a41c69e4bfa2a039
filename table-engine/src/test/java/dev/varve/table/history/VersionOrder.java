package dev.varve.table.history;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** In which order the versions of a key count: as they come, or by {@code sequence.field}, here always column {@code s}. */
enum VersionOrder {
    ARRIVAL,
    ASCENDING,
    DESCENDING;

    private static final Comparator<Change> BY_SEQUENCE =
            Comparator.comparing(VersionOrder::sequence, nullsFirst(false));
    private static final Comparator<Change> BY_SEQUENCE_DOWN =
            Comparator.comparing(VersionOrder::sequence, nullsFirst(true));

    static VersionOrder random(Random random) {
        return random.nextInt(3) > 0 ? ARRIVAL : random.nextInt(3) > 0 ? ASCENDING : DESCENDING;
    }

    private static Comparator<Integer> nullsFirst(boolean down) {
        Comparator<Integer> order = Comparator.naturalOrder();
        return Comparator.nullsFirst(down ? order.reversed() : order);
    }

    private static Integer sequence(Change change) {
        return (Integer) change.values().get(Column.S.ordinal());
    }

    Map<String, String> options() {
        Map<String, String> options = new TreeMap<>();
        if (this != ARRIVAL) {
            options.put("sequence.field", Column.S.text());
        }
        if (this == DESCENDING) {
            options.put("sequence.field.sort-order", "descending");
        }
        return options;
    }

    private int compare(Change left, Change right) {
        return switch (this) {
            case ARRIVAL -> 0;
            case ASCENDING -> BY_SEQUENCE.compare(left, right);
            case DESCENDING -> BY_SEQUENCE_DOWN.compare(left, right);
        };
    }

    /** From old to new; of equals, what came later is newer. */
    List<Change> sorted(List<Change> arrived) {
        return arrived.stream().sorted(this::compare).toList();
    }

    /** Whether a change belongs before one of those that came before it. */
    boolean isLate(Change change, Stream<Change> before) {
        return before.anyMatch(earlier -> compare(change, earlier) < 0);
    }
}
