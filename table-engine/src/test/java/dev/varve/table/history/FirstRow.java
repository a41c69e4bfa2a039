package dev.varve.table.history;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** The oldest version is the row, once a compaction has found that it is the oldest. */
record FirstRow(Map<String, String> options) implements Merging {
    static FirstRow random(Random random) {
        Map<String, String> options = new TreeMap<>();
        options.put("merge-engine", "first-row");
        if (random.nextInt(3) == 0) {
            options.put("ignore-delete", "true");
        }
        if (random.nextBoolean()) {
            options.put("lookup-wait", "false");
        }
        return new FirstRow(options);
    }

    @Override
    public Optional<List<Object>> merged(List<Change> versions) {
        return Optional.of(versions.get(0).values());
    }

    @Override
    public boolean admits(List<Change> committed, List<Change> buffered, Change change) {
        return change.isAdd() || ignores(change.kind());
    }

    @Override
    public boolean paimonMayCompact() {
        return true;
    }

    @Override
    public boolean hidesLevelZero() {
        return true;
    }
}
