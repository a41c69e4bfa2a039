package dev.varve.table.differential;

import dev.varve.table.differential.TableCase.Group;
import dev.varve.table.row.RowKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A table as the rules describe it (semantics, merge engines): every version that was written is kept, and what is visible of a
 * key is worked out from all of them each time. It knows nothing of flushes and compactions, on which nothing may depend.
 */
final class MergeModel {
    private record Version(RowKind kind, List<Object> values) {
        boolean adds() {
            return kind.isAdd();
        }
    }

    private final TableCase table;
    private final Map<List<Object>, List<Version>> keys = new LinkedHashMap<>();

    MergeModel(TableCase table) {
        this.table = table;
    }

    /**
     * Takes a row in.
     *
     * @return false if the table must refuse it
     */
    boolean write(RowKind rowsOwn, List<Object> values) {
        RowKind kind = table.kindColumn() < 0 ? rowsOwn : RowKind.parse((String) values.get(table.kindColumn()));
        if (table.drops(kind)) {
            return true;
        }
        if (kind.isRetract() && !canApply(kind, values)) {
            return false;
        }
        keys.computeIfAbsent(keyOf(values), key -> new ArrayList<>()).add(new Version(kind, values));
        return true;
    }

    List<Object> keyOf(List<Object> values) {
        List<Object> key = new ArrayList<>();
        table.keyPositions().forEach(i -> key.add(values.get(i)));
        return key;
    }

    /** Every key that was ever written to. */
    Collection<List<Object>> keys() {
        return keys.keySet();
    }

    List<List<Object>> rows() {
        return keys.keySet().stream().map(this::row).flatMap(Optional::stream).toList();
    }

    /** The visible row of a key. */
    Optional<List<Object>> row(List<Object> key) {
        List<Version> versions = new ArrayList<>(keys.getOrDefault(key, List.of()));
        versions.sort(age());
        return switch (table.engine()) {
            case TableCase.DEDUPLICATE -> deduplicated(versions);
            case TableCase.FIRST_ROW -> versions.stream().findFirst().map(Version::values);
            case TableCase.PARTIAL_UPDATE -> updated(versions);
            case TableCase.AGGREGATION -> aggregated(versions);
            default -> throw new IllegalArgumentException(table.engine());
        };
    }

    /** What the written history says of a key, for messages. */
    String versions(List<Object> key) {
        StringBuilder text = new StringBuilder();
        keys.getOrDefault(key, List.of())
                .forEach(version ->
                        text.append("\n  ").append(version.kind().shortName()).append(version.values()));
        return text.toString();
    }

    /** Older first; of equals the one that came first. */
    private Comparator<Version> age() {
        return (left, right) -> {
            for (int position : table.sequence()) {
                Object a = left.values().get(position);
                Object b = right.values().get(position);
                int order = Plain.compareNullFirst(a, b);
                if (order != 0) {
                    return table.descending() && a != null && b != null ? -order : order;
                }
            }
            return 0;
        };
    }

    private boolean canApply(RowKind kind, List<Object> values) {
        return switch (table.engine()) {
            case TableCase.DEDUPLICATE -> true;
            case TableCase.FIRST_ROW -> false;
            case TableCase.PARTIAL_UPDATE ->
                table.removesOnDelete()
                        || !table.groups().isEmpty()
                                && table.groups().stream()
                                        .filter(group -> !isSilent(group, values))
                                        .flatMap(group -> group.governed().stream())
                                        .map(table.columns()::get)
                                        .allMatch(column -> column.function()
                                                .map(name -> FunctionModel.canRetract(name, column))
                                                .orElse(true));
            case TableCase.AGGREGATION ->
                table.removesOnDelete() && kind == RowKind.DELETE
                        || allColumns().stream()
                                .allMatch(i -> FunctionModel.canRetract(
                                        table.functionOf(i), table.columns().get(i)));
            default -> throw new IllegalArgumentException(table.engine());
        };
    }

    private List<Integer> allColumns() {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            all.add(i);
        }
        return all;
    }

    private static Optional<List<Object>> deduplicated(List<Version> versions) {
        return versions.stream()
                .reduce((older, newer) -> newer)
                .filter(Version::adds)
                .map(Version::values);
    }

    private static Optional<List<Object>> loneAddition(List<Version> versions) {
        return versions.size() == 1 && versions.get(0).adds()
                ? Optional.of(versions.get(0).values())
                : Optional.empty();
    }

    private Optional<List<Object>> aggregated(List<Version> versions) {
        List<Version> alive = table.removesOnDelete() ? afterLastDelete(versions) : versions;
        if (alive.isEmpty() || loneAddition(alive).isPresent()) {
            return loneAddition(alive);
        }
        List<Object> row = new ArrayList<>();
        for (int i : allColumns()) {
            FunctionModel function =
                    new FunctionModel(table.functionOf(i), table.columns().get(i));
            for (Version version : alive) {
                if (version.adds()) {
                    function.add(version.values().get(i));
                } else {
                    function.retract(version.values().get(i));
                }
            }
            row.add(function.value());
        }
        return Optional.of(row);
    }

    private static List<Version> afterLastDelete(List<Version> versions) {
        List<Version> alive = new ArrayList<>();
        for (Version version : versions) {
            if (version.kind() == RowKind.DELETE) {
                alive.clear();
            } else {
                alive.add(version);
            }
        }
        return alive;
    }

    private Optional<List<Object>> updated(List<Version> versions) {
        List<Version> counting = table.removesOnDelete()
                ? afterLastDelete(versions).stream().filter(Version::adds).toList()
                : versions;
        PartialRow row = new PartialRow();
        counting.forEach(row::take);
        return row.visible();
    }

    private static boolean isSilent(Group group, List<Object> values) {
        return group.sequence().stream().map(values::get).allMatch(Objects::isNull);
    }

    private static List<Object> tuple(Group group, List<Object> values) {
        List<Object> tuple = new ArrayList<>();
        group.sequence().forEach(i -> tuple.add(values.get(i)));
        return tuple;
    }

    /** A row of a partial-update table as it grows. */
    private final class PartialRow {
        private final List<Version> taken = new ArrayList<>();
        private Object[] values;
        private FunctionModel[] functions;
        private List<List<Object>> positions;
        private boolean added;

        PartialRow() {
            clear();
        }

        private void clear() {
            int arity = table.columns().size();
            taken.clear();
            values = new Object[arity];
            functions = new FunctionModel[arity];
            positions = new ArrayList<>();
            added = false;
            for (Group group : table.groups()) {
                positions.add(null);
                for (int i : group.governed()) {
                    Column column = table.columns().get(i);
                    functions[i] = column.function()
                            .map(name -> new FunctionModel(name, column))
                            .orElse(null);
                }
            }
        }

        void take(Version version) {
            List<Object> row = version.values();
            if (version.kind() == RowKind.DELETE && removes(row)) {
                clear();
                return;
            }
            taken.add(version);
            added |= version.adds();
            for (int i : allColumns()) {
                if (table.isKey(i) || isUngoverned(i) && version.adds() && row.get(i) != null) {
                    values[i] = row.get(i);
                }
            }
            for (int g = 0; g < table.groups().size(); g++) {
                Group group = table.groups().get(g);
                if (!isSilent(group, row)) {
                    boolean late = isLate(g, row);
                    for (int i : group.governed()) {
                        takeGoverned(version, i, late);
                    }
                    if (!late) {
                        group.sequence().forEach(i -> values[i] = row.get(i));
                        positions.set(g, tuple(group, row));
                    }
                }
            }
        }

        private void takeGoverned(Version version, int i, boolean late) {
            Object value = version.values().get(i);
            FunctionModel function = functions[i];
            if (function == null) {
                values[i] = late ? values[i] : version.adds() ? value : null;
            } else if (!version.adds()) {
                function.retract(value);
            } else if (late) {
                function.addOlder(value);
            } else {
                function.add(value);
            }
        }

        private boolean removes(List<Object> row) {
            for (int g = 0; g < table.groups().size(); g++) {
                Group group = table.groups().get(g);
                if (group.removesRow() && !isSilent(group, row) && !isLate(g, row)) {
                    return true;
                }
            }
            return false;
        }

        private boolean isLate(int group, List<Object> row) {
            return positions.get(group) != null
                    && Plain.compareTuples(tuple(table.groups().get(group), row), positions.get(group)) < 0;
        }

        private boolean isUngoverned(int position) {
            return table.groups().stream()
                    .noneMatch(group -> group.governed().contains(position)
                            || group.sequence().contains(position));
        }

        Optional<List<Object>> visible() {
            if (!added || loneAddition(taken).isPresent()) {
                return loneAddition(taken);
            }
            for (int i = 0; i < functions.length; i++) {
                if (functions[i] != null) {
                    values[i] = functions[i].value();
                }
            }
            return Optional.of(Arrays.asList(values));
        }
    }
}
