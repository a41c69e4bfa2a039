package dev.varve.table.history;

import dev.varve.table.RowCursor;
import dev.varve.table.TableScan;
import dev.varve.table.history.Change.Key;
import dev.varve.table.row.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What a table holds at one moment, as plainly as possible. Immutable. */
record Contents(NavigableMap<Key, Change> rows) {
    static final Contents EMPTY = new Contents(new TreeMap<>());

    Contents {
        rows = Collections.unmodifiableNavigableMap(new TreeMap<>(rows));
    }

    Contents after(List<Change> changes) {
        NavigableMap<Key, Change> next = new TreeMap<>(rows);
        for (Change change : changes) {
            if (change.kind().isAdd()) {
                next.put(change.key(), change);
            } else {
                next.remove(change.key());
            }
        }
        return new Contents(next);
    }

    Contents where(Predicate<Change> condition) {
        NavigableMap<Key, Change> chosen = new TreeMap<>(rows);
        chosen.values().removeIf(condition.negate());
        return new Contents(chosen);
    }

    /** The rows as text, in key order. */
    List<String> seen() {
        return rows.values().stream().map(Change::seen).toList();
    }

    Optional<String> seen(Key key) {
        return Optional.ofNullable(rows.get(key)).map(Change::seen);
    }

    /** The rows of a scan of all columns as the same text, sorted by key. */
    static List<String> read(TableScan scan) {
        NavigableMap<Key, String> found = new TreeMap<>();
        List<String> doubled = new ArrayList<>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.advance()) {
                Row row = cursor.row();
                if (found.put(new Key(row.intAt(0), row.longAt(1)), text(row)) != null) {
                    doubled.add(text(row) + " (twice)");
                }
            }
        }
        List<String> rows = new ArrayList<>(found.values());
        rows.addAll(doubled);
        return rows;
    }

    static String text(Row row) {
        return row.intAt(0) + "/" + row.longAt(1) + " " + (row.isNull(2) ? null : row.stringAt(2)) + " "
                + (row.isNull(3) ? null : row.intAt(3));
    }
}
