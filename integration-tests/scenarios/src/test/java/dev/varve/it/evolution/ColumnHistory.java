package dev.varve.it.evolution;

import dev.varve.it.compare.TableContent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which columns a source's table had when, and what its copy must hold because of it. Time is counted in versions of the source's
 * columns; a source tells a copy of a change with the next row that is written only, and tells whole rows.
 *
 * <ol>
 *   <li>A column of the copy is a name. It is there if any row was written while the source had a column of that name.
 *   <li>A row of the copy has, in each column, what the source's row had when it was written last: null if the source had no column
 *       of that name then, whatever default the column was added with later, and whatever name it had before.
 *   <li>What a source's column holds without having been written since the column came to be, a copy cannot know; all else in the
 *       source's row is what was written.
 * </ol>
 */
final class ColumnHistory {
    private static final String NULL = "null";

    /** A column's life under one name: versions from (inclusive) to (exclusive), and when it ended, what it held, by row. */
    private static final class Era {
        private final int from;
        private final Optional<String> defaultValue;
        private int to = Integer.MAX_VALUE;
        private Map<String, String> legacy = Map.of();

        private Era(int from, Optional<String> defaultValue) {
            this.from = from;
            this.defaultValue = defaultValue;
        }

        private boolean holds(int version) {
            return from <= version && version < to;
        }
    }

    private final Map<String, List<Era>> eras = new LinkedHashMap<>();
    private final NavigableSet<Integer> written = new TreeSet<>();
    private final Map<String, Integer> lastWritten = new HashMap<>();
    private int version;

    ColumnHistory(List<String> columns) {
        columns.forEach(name -> begin(name, Optional.empty()));
    }

    /** To be called as a row is inserted or updated. */
    void wrote(String key) {
        written.add(version);
        lastWritten.put(key, version);
    }

    /** @param before the table as it is just before the step */
    void changed(Step step, TableContent before) {
        version++;
        step.gone().ifPresent(name -> end(name, before));
        step.added().ifPresent(name -> begin(name, step.definition().flatMap(ColumnDefinition::defaultValue)));
    }

    private void begin(String name, Optional<String> defaultValue) {
        eras.computeIfAbsent(name, first -> new ArrayList<>()).add(new Era(version, defaultValue));
    }

    private void end(String name, TableContent before) {
        List<Era> all = eras.get(name);
        Era era = all.get(all.size() - 1);
        era.to = version;
        int column = before.columns().indexOf(name);
        Map<String, String> legacy = new HashMap<>();
        before.rows().forEach((key, row) -> legacy.put(key, row.get(column)));
        era.legacy = legacy;
    }

    /**
     * What a copy must hold while the source holds this.
     *
     * @param defaultsForNulls whether, besides, a null that was written is the column's default in the copy
     */
    TableContent copyOf(TableContent source, boolean defaultsForNulls) {
        List<String> columns = eras.keySet().stream().filter(this::isKnown).toList();
        Map<String, List<String>> rows = new HashMap<>();
        source.rows().forEach((key, row) -> {
            List<String> values = new ArrayList<>();
            for (String column : columns) {
                values.add(value(column, key, source, row, defaultsForNulls));
            }
            rows.put(key, values);
        });
        return new TableContent(columns, source.keyColumns(), rows);
    }

    private boolean isKnown(String column) {
        return eras.get(column).stream()
                .anyMatch(era -> !written.subSet(era.from, era.to).isEmpty());
    }

    private String value(String column, String key, TableContent source, List<String> row, boolean defaultsForNulls) {
        int at = lastWritten.get(key);
        Optional<Era> found =
                eras.get(column).stream().filter(one -> one.holds(at)).findFirst();
        if (found.isEmpty()) {
            return NULL;
        }
        Era era = found.get();
        String value = era.holds(version) ? row.get(source.columns().indexOf(column)) : era.legacy.get(key);
        return defaultsForNulls && value.equals(NULL) ? era.defaultValue.orElse(NULL) : value;
    }
}
