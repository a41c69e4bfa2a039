package dev.varve.table.history;

import dev.varve.table.RowCursor;
import dev.varve.table.TableScan;
import dev.varve.table.history.Change.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What a table holds at one moment: all versions that its keys ever had, and the rows that can be seen of them. Immutable. */
final class Contents {
    private final Merging merging;
    private final NavigableMap<Key, List<Change>> versions;
    /** Keys that are not visible yet, each with the level-0 file that its first version is in. */
    private final Map<Key, String> hidden;

    private final NavigableMap<Key, SeenRow> rows = new TreeMap<>();

    private Contents(Merging merging, NavigableMap<Key, List<Change>> versions, Map<Key, String> hidden) {
        this.merging = merging;
        this.versions = Collections.unmodifiableNavigableMap(versions);
        this.hidden = Map.copyOf(hidden);
        versions.forEach((key, ofKey) -> {
            if (!hidden.containsKey(key)) {
                merging.merged(ofKey).ifPresent(values -> rows.put(key, new SeenRow(key, values)));
            }
        });
    }

    static Contents empty(Merging merging) {
        return new Contents(merging, new TreeMap<>(), Map.of());
    }

    Contents after(List<Change> changes) {
        NavigableMap<Key, List<Change>> next = new TreeMap<>(versions);
        for (Change change : changes) {
            next.merge(change.key(), List.of(change), Contents::concatenated);
        }
        return new Contents(merging, next, hidden);
    }

    private static List<Change> concatenated(List<Change> left, List<Change> right) {
        List<Change> all = new ArrayList<>(left);
        all.addAll(right);
        return List.copyOf(all);
    }

    /** Without all that a partition ever had. */
    Contents without(int partition) {
        NavigableMap<Key, List<Change>> next = new TreeMap<>(versions);
        next.keySet().removeIf(key -> key.partition() == partition);
        return new Contents(merging, next, hidden);
    }

    /** The same, with other keys out of sight. */
    Contents hiding(Map<Key, String> keys) {
        return new Contents(merging, versions, keys);
    }

    Map<Key, String> hidden() {
        return hidden;
    }

    /** Keys that have ever had a version. */
    Set<Key> keys() {
        return versions.keySet();
    }

    List<Change> versions(Key key) {
        return versions.getOrDefault(key, List.of());
    }

    List<SeenRow> rows() {
        return List.copyOf(rows.values());
    }

    /** The rows as text, in key order. */
    List<String> seen() {
        return seen(row -> true);
    }

    /** Some of the rows as text, in key order. */
    List<String> seen(Predicate<SeenRow> condition) {
        return rows.values().stream().filter(condition).map(SeenRow::text).toList();
    }

    Optional<String> seen(Key key) {
        return Optional.ofNullable(rows.get(key)).map(SeenRow::text);
    }

    /** The rows of a scan of all columns as the same text, sorted by key. */
    static List<String> read(TableScan scan) {
        NavigableMap<Key, String> found = new TreeMap<>();
        List<String> doubled = new ArrayList<>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.advance()) {
                SeenRow row = SeenRow.of(cursor.row());
                if (found.put(row.key(), row.text()) != null) {
                    doubled.add(row.text() + " (twice)");
                }
            }
        }
        List<String> rows = new ArrayList<>(found.values());
        rows.addAll(doubled);
        return rows;
    }
}
