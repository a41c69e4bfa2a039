package dev.varve.table.history;

import dev.varve.table.row.RowKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Each column has a function.
 *
 * @param ignoring columns that retractions leave alone
 */
record Aggregating(
        VersionOrder order,
        Map<Column, ColumnFunction> functions,
        Set<Column> ignoring,
        boolean removesOnDelete,
        Map<String, String> options)
        implements Merging {
    /** What a history does about retractions. */
    private enum Mode {
        REFUSED,
        IGNORED,
        RETRACTABLE,
        IGNORED_BY_COLUMNS,
        REMOVING
    }

    static Aggregating random(Random random) {
        VersionOrder order = VersionOrder.random(random);
        Mode mode = Mode.values()[random.nextInt(Mode.values().length)];
        Map<Column, ColumnFunction> functions = new EnumMap<>(Column.class);
        Set<Column> ignoring = java.util.EnumSet.noneOf(Column.class);
        Map<String, String> options = order.options();
        options.put("merge-engine", "aggregation");
        for (Column column : Column.values()) {
            if (column == Column.S && order != VersionOrder.ARRIVAL) {
                functions.put(column, ColumnFunction.LAST_VALUE);
                continue;
            }
            List<ColumnFunction> choices = Stream.of(choices(column))
                    .filter(function -> order == VersionOrder.ARRIVAL
                            || function.isOrderless()
                            || function == ColumnFunction.LAST_VALUE)
                    .filter(function -> mode != Mode.RETRACTABLE || function.retracts())
                    // A retraction that is ignored leaves a first value of null or none, by when it is merged.
                    .filter(function -> mode != Mode.IGNORED_BY_COLUMNS || function != ColumnFunction.FIRST_VALUE)
                    .toList();
            ColumnFunction function = choices.get(random.nextInt(choices.size()));
            functions.put(column, function);
            options.put("fields." + column.text() + ".aggregate-function", function.text());
            if (mode == Mode.IGNORED_BY_COLUMNS && (!function.retracts() || random.nextInt(4) == 0)) {
                ignoring.add(column);
                options.put("fields." + column.text() + ".ignore-retract", "true");
            }
        }
        if (mode == Mode.IGNORED) {
            options.put("ignore-delete", "true");
        } else if (mode == Mode.REMOVING) {
            options.put("aggregation.remove-record-on-delete", "true");
        }
        return new Aggregating(order, functions, ignoring, mode == Mode.REMOVING, options);
    }

    private static ColumnFunction[] choices(Column column) {
        return switch (column) {
            case V ->
                new ColumnFunction[] {
                    ColumnFunction.LISTAGG,
                    ColumnFunction.MAX,
                    ColumnFunction.LAST_VALUE,
                    ColumnFunction.LAST_NON_NULL_VALUE,
                    ColumnFunction.FIRST_VALUE,
                    ColumnFunction.FIRST_NON_NULL_VALUE
                };
            case C ->
                new ColumnFunction[] {
                    ColumnFunction.COLLECT, ColumnFunction.LAST_VALUE, ColumnFunction.LAST_NON_NULL_VALUE
                };
            case N, M, S, T ->
                new ColumnFunction[] {
                    ColumnFunction.SUM,
                    ColumnFunction.SUM,
                    ColumnFunction.MAX,
                    ColumnFunction.MIN,
                    ColumnFunction.LAST_VALUE,
                    ColumnFunction.LAST_NON_NULL_VALUE
                };
        };
    }

    @Override
    public Optional<List<Object>> merged(List<Change> versions) {
        List<Change> left = order.sorted(versions);
        for (int i = left.size() - 1; i >= 0; i--) {
            if (removesOnDelete && left.get(i).isDelete()) {
                left = left.subList(i + 1, left.size());
                break;
            }
        }
        if (left.isEmpty()) {
            return Optional.empty();
        }
        List<Object> row = new ArrayList<>(Collections.nCopies(Column.values().length, null));
        boolean first = true;
        for (Change version : left) {
            for (Column column : Column.values()) {
                row.set(column.ordinal(), next(column, row.get(column.ordinal()), version, first));
            }
            first &= !version.isAdd();
        }
        return Optional.of(row);
    }

    private Object next(Column column, Object before, Change version, boolean first) {
        Object value = version.values().get(column.ordinal());
        if (version.isAdd()) {
            return functions.get(column).add(before, value, first);
        }
        return ignoring.contains(column) ? before : functions.get(column).retract(before, value);
    }

    @Override
    public boolean admits(List<Change> committed, List<Change> buffered, Change change) {
        if (!change.isAdd()) {
            return ignores(change.kind()) || (isApplicable(change) && !order.isLate(change, committed.stream()));
        }
        // What was removed or retracted in between cannot be taken apart again.
        return !order.isLate(change, committed.stream()) || committed.stream().allMatch(Change::isAdd);
    }

    private boolean isApplicable(Change retraction) {
        return (removesOnDelete && retraction.isDelete())
                || Arrays.stream(Column.values())
                        .allMatch(column -> ignoring.contains(column)
                                || functions.get(column).retracts());
    }

    private boolean mayHoldRetractions() {
        return Stream.of(RowKind.DELETE, RowKind.UPDATE_BEFORE)
                .anyMatch(kind -> !ignores(kind)
                        && isApplicable(new Change(
                                kind, new Change.Key(0, 0), Collections.nCopies(Column.values().length, null))));
    }

    @Override
    public boolean paimonMayWrite(RowKind kind) {
        return kind.isAdd() && paimonMayCompact() && order != VersionOrder.DESCENDING;
    }

    /** Paimon loses retractions that are alone in a merge, and lets a removed row seed the next one. */
    @Override
    public boolean paimonMayCompact() {
        return !mayHoldRetractions();
    }
}
