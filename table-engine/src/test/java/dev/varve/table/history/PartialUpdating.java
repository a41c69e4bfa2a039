package dev.varve.table.history;

import dev.varve.table.row.RowKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Each column is the newest value that is not null, or follows its sequence group. */
record PartialUpdating(
        VersionOrder order,
        boolean removesOnDelete,
        List<Group> groups,
        Map<Column, ColumnFunction> functions,
        Map<String, String> options)
        implements Merging {
    /**
     * A sequence group.
     *
     * @param removes whether a -D of it removes the row
     */
    private record Group(List<Column> sequence, Set<Column> governed, boolean removes) {
        static final Comparator<Integer> NULLS_FIRST = Comparator.nullsFirst(Comparator.naturalOrder());

        List<Integer> position(List<Object> values) {
            return sequence.stream()
                    .map(column -> (Integer) values.get(column.ordinal()))
                    .collect(Collectors.toList());
        }

        boolean isSilent(List<Object> values) {
            return position(values).stream().allMatch(part -> part == null);
        }

        /** @param current position of the row, null for none */
        boolean isLate(List<Object> values, List<Integer> current) {
            for (int i = 0; current != null && i < sequence.size(); i++) {
                int order = NULLS_FIRST.compare(position(values).get(i), current.get(i));
                if (order != 0) {
                    return order < 0;
                }
            }
            return false;
        }
    }

    static PartialUpdating random(Random random) {
        return random.nextBoolean() ? plain(random) : grouped(random);
    }

    private static PartialUpdating plain(Random random) {
        VersionOrder order = VersionOrder.random(random);
        Map<String, String> options = order.options();
        options.put("merge-engine", "partial-update");
        boolean removes = false;
        switch (random.nextInt(4)) {
            case 0 -> options.put("ignore-delete", "true");
            case 1, 2 -> {
                removes = true;
                options.put("partial-update.remove-record-on-delete", "true");
            }
            default -> {}
        }
        return new PartialUpdating(order, removes, List.of(), Map.of(), options);
    }

    private static PartialUpdating grouped(Random random) {
        Map<String, String> options = VersionOrder.ARRIVAL.options();
        options.put("merge-engine", "partial-update");
        List<Group> groups = new ArrayList<>();
        boolean ignoresDelete = random.nextInt(5) == 0;
        boolean removes = !ignoresDelete && random.nextInt(3) == 0;
        if (random.nextInt(3) == 0) {
            groups.add(new Group(List.of(Column.S, Column.T), Set.of(Column.V, Column.N), removes));
        } else {
            groups.add(new Group(List.of(Column.S), Set.of(Column.V, Column.N), removes));
            if (random.nextInt(3) > 0) {
                groups.add(new Group(List.of(Column.T), Set.of(Column.M, Column.C), false));
            }
        }
        for (Group group : groups) {
            String sequence = names(group.sequence());
            options.put("fields." + sequence + ".sequence-group", names(group.governed()));
            if (group.removes()) {
                options.put("partial-update.remove-record-on-sequence-group", sequence);
            }
        }
        if (ignoresDelete) {
            options.put("ignore-delete", "true");
        }
        Map<Column, ColumnFunction> functions = new EnumMap<>(Column.class);
        if (random.nextBoolean()) {
            function(random, functions, Column.N, ColumnFunction.SUM, ColumnFunction.SUM, ColumnFunction.MAX);
        }
        if (random.nextInt(4) == 0) {
            function(random, functions, Column.V, ColumnFunction.LISTAGG, ColumnFunction.LAST_NON_NULL_VALUE);
        }
        if (random.nextInt(4) == 0 && groups.size() == 2) {
            function(random, functions, Column.M, ColumnFunction.SUM, ColumnFunction.MAX);
        }
        functions.forEach(
                (column, function) -> options.put("fields." + column.text() + ".aggregate-function", function.text()));
        return new PartialUpdating(VersionOrder.ARRIVAL, false, groups, functions, options);
    }

    private static void function(
            Random random, Map<Column, ColumnFunction> functions, Column column, ColumnFunction... choices) {
        functions.put(column, choices[random.nextInt(choices.length)]);
    }

    private static String names(Iterable<Column> columns) {
        List<String> names = new ArrayList<>();
        columns.forEach(column -> names.add(column.text()));
        return names.stream().sorted().collect(Collectors.joining(","));
    }

    /** A -U says nothing where a -D removes the row. */
    @Override
    public boolean ignores(RowKind kind) {
        return Merging.super.ignores(kind) || (removesOnDelete && kind == RowKind.UPDATE_BEFORE);
    }

    @Override
    public Optional<List<Object>> merged(List<Change> versions) {
        Row row = new Row();
        for (Change version : order.sorted(versions)) {
            if (version.isAdd()) {
                row.add(version.values());
            } else if (!removesOnDelete) {
                row.retract(version);
            } else if (version.isDelete()) {
                row = new Row();
            }
        }
        return row.result();
    }

    /** The row of a key, as far as its versions were told. */
    private final class Row {
        private List<Object> values = Collections.nCopies(Column.values().length, null);
        private final Map<Group, List<Integer>> positions = new HashMap<>();
        private List<Object> lone;
        private int versions;
        private boolean added;

        void add(List<Object> version) {
            lone = version;
            versions++;
            added = true;
            List<Object> next = new ArrayList<>(values);
            for (Column column : Column.values()) {
                int i = column.ordinal();
                if (groups.stream().noneMatch(group -> isOf(group, column)) && version.get(i) != null) {
                    next.set(i, version.get(i));
                }
            }
            for (Group group : groups) {
                if (group.isSilent(version)) {
                    continue;
                }
                boolean late = group.isLate(version, positions.get(group));
                for (Column column : group.governed()) {
                    int i = column.ordinal();
                    ColumnFunction function = functions.get(column);
                    if (function != null) {
                        next.set(
                                i,
                                late
                                        ? function.addOlder(values.get(i), version.get(i))
                                        : function.add(values.get(i), version.get(i), false));
                    } else if (!late) {
                        next.set(i, version.get(i));
                    }
                }
                moveOn(group, version, next, late);
            }
            values = next;
        }

        private boolean isOf(Group group, Column column) {
            return group.sequence().contains(column) || group.governed().contains(column);
        }

        private void moveOn(Group group, List<Object> version, List<Object> next, boolean late) {
            if (!late) {
                group.sequence().forEach(column -> next.set(column.ordinal(), version.get(column.ordinal())));
                positions.put(group, group.position(version));
            }
        }

        void retract(Change version) {
            List<Object> gone = version.values();
            if (version.isDelete()
                    && groups.stream()
                            .anyMatch(group -> group.removes()
                                    && !group.isSilent(gone)
                                    && !group.isLate(gone, positions.get(group)))) {
                values = Collections.nCopies(Column.values().length, null);
                positions.clear();
                versions = 0;
                added = false;
                return;
            }
            versions += 2;
            List<Object> next = new ArrayList<>(values);
            for (Group group : groups) {
                if (group.isSilent(gone)) {
                    continue;
                }
                boolean late = group.isLate(gone, positions.get(group));
                for (Column column : group.governed()) {
                    int i = column.ordinal();
                    if (functions.containsKey(column)) {
                        next.set(i, functions.get(column).retract(values.get(i), gone.get(i)));
                    } else if (!late) {
                        next.set(i, null);
                    }
                }
                moveOn(group, gone, next, late);
            }
            values = next;
        }

        /** An addition that is alone is the row as it is. */
        Optional<List<Object>> result() {
            return added ? Optional.of(versions == 1 ? lone : values) : Optional.empty();
        }
    }

    @Override
    public boolean admits(List<Change> committed, List<Change> buffered, Change change) {
        if (order.isLate(change, committed.stream())) {
            // What is merged already counts as newer than all that comes late.
            return false;
        }
        if (change.isAdd() || ignores(change.kind()) || removesOnDelete) {
            return true;
        }
        // A tombstone of groups may be dropped, and with it where the groups were.
        List<Change> all = Stream.concat(committed.stream(), buffered.stream()).toList();
        return !all.isEmpty() && merged(all).isPresent() && isApplicable(change);
    }

    private boolean isApplicable(Change retraction) {
        return !groups.isEmpty()
                && groups.stream()
                        .allMatch(group -> group.isSilent(retraction.values())
                                || group.governed().stream()
                                        .allMatch(column -> !functions.containsKey(column)
                                                || functions.get(column).retracts()));
    }

    @Override
    public boolean paimonMayWrite(RowKind kind) {
        return kind.isAdd() && paimonMayCompact() && order != VersionOrder.DESCENDING;
    }

    /**
     * Paimon merges what two functions of a group have retracted twice, lets a removed row seed the next one, and merges versions
     * whose order matters to a function before it knows what is below.
     */
    @Override
    public boolean paimonMayCompact() {
        boolean mayHoldRetractions = !ignores(RowKind.DELETE) && (removesOnDelete || !groups.isEmpty());
        return !mayHoldRetractions && functions.values().stream().allMatch(ColumnFunction::isOrderless);
    }
}
