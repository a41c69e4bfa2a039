package dev.varve.table.history;

import dev.varve.table.RowCursor;
import dev.varve.table.TableScan;
import dev.varve.table.history.Change.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
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
    /** The file that brought each version, where level 0 is hidden; empty for versions that left no trace. */
    private final Map<Key, List<String>> carriers;

    private final NavigableMap<Key, SeenRow> rows = new TreeMap<>();

    /** @param hidden files of which nothing is seen */
    private Contents(
            Merging merging,
            NavigableMap<Key, List<Change>> versions,
            Map<Key, List<String>> carriers,
            Set<String> hidden) {
        this.merging = merging;
        this.versions = Collections.unmodifiableNavigableMap(versions);
        this.carriers = Map.copyOf(carriers);
        versions.forEach((key, ofKey) -> {
            List<String> files = carriers.getOrDefault(key, List.of());
            List<Change> visible = new ArrayList<>();
            for (int i = 0; i < ofKey.size(); i++) {
                if (i >= files.size() || !hidden.contains(files.get(i))) {
                    visible.add(ofKey.get(i));
                }
            }
            if (!visible.isEmpty()) {
                merging.merged(visible).ifPresent(values -> rows.put(key, new SeenRow(key, values)));
            }
        });
    }

    static Contents empty(Merging merging) {
        return new Contents(merging, new TreeMap<>(), Map.of(), Set.of());
    }

    Contents after(List<Change> changes) {
        NavigableMap<Key, List<Change>> next = new TreeMap<>(versions);
        for (Change change : changes) {
            next.merge(change.key(), List.of(change), Contents::concatenated);
        }
        return new Contents(merging, next, carriers, Set.of());
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
        Map<Key, List<String>> left = new HashMap<>(carriers);
        left.keySet().retainAll(next.keySet());
        return new Contents(merging, next, left, Set.of());
    }

    /**
     * The same, with what some files brought out of sight.
     *
     * @param files the file that brought each version
     */
    Contents hiding(Map<Key, List<String>> files, Set<String> hidden) {
        return new Contents(merging, versions, files, hidden);
    }

    /** The files that brought the versions of a key. */
    List<String> carriers(Key key) {
        return carriers.getOrDefault(key, List.of());
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
