package dev.varve.table.differential;

import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A table to be tried, said twice: as settings of a model and as the options of a real table.
 *
 * @param engine value of {@code merge-engine}
 * @param partitionKeys among the primary key
 * @param sequence columns of {@code sequence.field}
 * @param groups sequence groups of partial-update
 * @param kindColumn the column of {@code rowkind.field}, -1 for none
 * @param removesOnDelete {@code remove-record-on-delete} of the engine
 * @param storage options that no result may depend on
 */
record TableCase(
        String engine,
        List<Column> columns,
        List<String> partitionKeys,
        List<String> primaryKeys,
        List<Integer> sequence,
        boolean descending,
        List<Group> groups,
        int kindColumn,
        boolean ignoreDelete,
        boolean ignoreUpdateBefore,
        boolean removesOnDelete,
        Map<String, String> storage) {
    static final String DEDUPLICATE = "deduplicate";
    static final String FIRST_ROW = "first-row";
    static final String PARTIAL_UPDATE = "partial-update";
    static final String AGGREGATION = "aggregation";

    /** Positions of columns. */
    record Group(List<Integer> sequence, List<Integer> governed, boolean removesRow) {}

    RowType type() {
        return RowType.of(fields());
    }

    private List<DataField> fields() {
        List<DataField> fields = new ArrayList<>();
        for (Column column : columns) {
            fields.add(new DataField(fields.size(), column.name(), column.type()));
        }
        return fields;
    }

    int position(String name) {
        return columns.stream().map(Column::name).toList().indexOf(name);
    }

    List<Integer> keyPositions() {
        return primaryKeys.stream().map(this::position).toList();
    }

    boolean isKey(int position) {
        return keyPositions().contains(position);
    }

    /** Columns that say how old something is. */
    Set<Integer> ageColumns() {
        Set<Integer> ages = new HashSet<>(sequence);
        groups.forEach(group -> ages.addAll(group.sequence()));
        return ages;
    }

    /** Whether rows of the kind are left out before anything else. */
    boolean drops(RowKind kind) {
        return ignoreDelete && kind.isRetract() || ignoreUpdateBefore && kind == RowKind.UPDATE_BEFORE;
    }

    /** The name of a column's function in an aggregation table. */
    String functionOf(int position) {
        if (sequence.contains(position)) {
            return "last_value";
        } else if (isKey(position)) {
            return "primary-key";
        }
        return columns.get(position).function().orElse("last_non_null_value");
    }

    boolean usesFunction(String... names) {
        return columns.stream().anyMatch(column -> column.isFunction(names));
    }

    TableSpec spec() {
        Map<String, String> options = new LinkedHashMap<>(storage);
        options.put("merge-engine", engine);
        if (!sequence.isEmpty()) {
            options.put("sequence.field", names(sequence));
        }
        if (descending) {
            options.put("sequence.field.sort-order", "descending");
        }
        set(options, ignoreDelete, "ignore-delete");
        set(options, ignoreUpdateBefore, "ignore-update-before");
        set(options, removesOnDelete, engine + ".remove-record-on-delete");
        if (kindColumn >= 0) {
            options.put("rowkind.field", columns.get(kindColumn).name());
        }
        List<String> removing = new ArrayList<>();
        for (Group group : groups) {
            options.put("fields." + names(group.sequence()) + ".sequence-group", names(group.governed()));
            if (group.removesRow()) {
                removing.add(columns.get(group.sequence().get(0)).name());
            }
        }
        if (!removing.isEmpty()) {
            options.put("partial-update.remove-record-on-sequence-group", String.join(",", removing));
        }
        for (Column column : columns) {
            String prefix = "fields." + column.name() + ".";
            column.function().ifPresent(function -> options.put(prefix + "aggregate-function", function));
            column.settings().forEach((key, value) -> options.put(prefix + key, value));
        }
        return new TableSpec(fields(), primaryKeys, partitionKeys, options, Optional.empty());
    }

    private static void set(Map<String, String> options, boolean value, String key) {
        if (value) {
            options.put(key, "true");
        }
    }

    private String names(List<Integer> positions) {
        return String.join(
                ",", positions.stream().map(i -> columns.get(i).name()).toList());
    }
}
