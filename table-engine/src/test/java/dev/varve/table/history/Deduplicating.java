package dev.varve.table.history;

import dev.varve.table.row.RowKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** The newest version is the row. */
record Deduplicating(VersionOrder order, Map<String, String> options) implements Merging {
    static Deduplicating random(Random random) {
        VersionOrder order = VersionOrder.random(random);
        Map<String, String> options = order.options();
        if (random.nextInt(8) == 0) {
            options.put(random.nextBoolean() ? "ignore-delete" : "ignore-update-before", "true");
        }
        return new Deduplicating(order, options);
    }

    @Override
    public Optional<List<Object>> merged(List<Change> versions) {
        Change newest = order.sorted(versions).get(versions.size() - 1);
        return newest.isAdd() ? Optional.of(newest.values()) : Optional.empty();
    }

    /** Once a compaction has dropped a tombstone, an older row that comes after it is visible. */
    @Override
    public boolean admits(List<Change> committed, List<Change> buffered, Change change) {
        return !order.isLate(change, committed.stream().filter(version -> !version.isAdd()));
    }

    /** Within one buffer Paimon takes the greatest sequence for the newest, whatever the table says. */
    @Override
    public boolean paimonMayWrite(RowKind kind) {
        return order != VersionOrder.DESCENDING;
    }

    @Override
    public boolean paimonMayCompact() {
        return true;
    }
}
