package dev.varve.connect.config;

import dev.varve.table.error.InvalidInputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks what settings say of the columns of one table, or of all: names that would meet, keys that would be missing. */
final class ColumnsCheck {
    private final Problems problems;
    /** {@code tables.<table>.} or {@code columns.} */
    private final String prefix;

    private final ColumnSettings columns;
    private final CdcFormat format;

    /**
     * @param prefix of the settings that are checked
     * @param columns with the general ones below them
     */
    ColumnsCheck(String prefix, ColumnSettings columns, CdcFormat format, Problems problems) {
        this.prefix = prefix;
        this.columns = columns;
        this.format = format;
        this.problems = problems;
    }

    void names() {
        columns.metadata().keySet().stream()
                .filter(columns.computed()::containsKey)
                .forEach(column -> problems.add(
                        prefix + ColumnDraft.METADATA + "." + column,
                        "the column is computed by " + prefix + ColumnDraft.COMPUTED + "." + column
                                + " already; choose another name"));
        Map<String, String> taken = new HashMap<>();
        new TreeMap<>(columns.renames()).forEach((field, column) -> {
            String setting = prefix + ColumnDraft.RENAME + "." + field;
            String other = taken.put(column, field);
            if (other != null) {
                problems.add(setting, "field " + other + " is renamed to " + column + " already");
            } else if (columns.isDerived(column)) {
                problems.add(setting, "column " + column + " is computed or metadata already; choose another name");
            }
        });
    }

    /** Computed columns that go round in a circle. */
    void circles() {
        try {
            ComputedColumns.overFields(columns.computed());
        } catch (InvalidInputException e) {
            problems.add(
                    prefix + ColumnDraft.COMPUTED + "." + columns.computed().firstKey(), e.getMessage());
        }
    }

    /** Columns of keys that there will not be. */
    void keys(String setting, List<String> key) {
        Map<String, String> fields = new HashMap<>();
        columns.renames().forEach((field, column) -> fields.put(column, field));
        for (String column : key) {
            String name = prefix + setting;
            if (columns.metadata().containsKey(column)) {
                requireOfRow(name, column);
            } else if (!columns.computed().containsKey(column)) {
                String field = fields.getOrDefault(column, column);
                if (columns.renames().containsKey(column) && !fields.containsKey(column)) {
                    problems.add(
                            name,
                            "field " + column + " is renamed; the column is called "
                                    + columns.renames().get(column));
                } else if (!columns.includes(field)) {
                    problems.add(name, excludedKey(field));
                }
            }
        }
    }

    /** Why a key cannot be left out. */
    private String excludedKey(String field) {
        return "field " + field + " is "
                + (columns.exclude().contains(field) ? "left out by exclude" : "not among those of include")
                + ", but a column of the key must be there; let it in, or compute the column (computed." + field + ")";
    }

    private void requireOfRow(String setting, String column) {
        MetadataSource source = columns.metadata().get(column);
        if (format != CdcFormat.INSERT && !source.isOfRow()) {
            problems.add(
                    setting,
                    "column " + column + " holds " + source
                            + ", which differs from event to event of one row, so that an"
                            + " update or delete would not find the row; only with cdc.format=insert, where every record is a row of its"
                            + " own, can it be part of a key");
        }
    }
}
