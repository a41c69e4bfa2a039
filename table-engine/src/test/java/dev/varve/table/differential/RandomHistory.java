package dev.varve.table.differential;

import dev.varve.table.differential.TableCase.Group;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.type.DataType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Random changes of one table, commit by commit, and what the model says of them. */
final class RandomHistory {
    private static final int AGES_A_COMMIT = 6;

    /** A row, and whether the table must refuse it. */
    record Change(GenericRow row, boolean refused) {}

    private final Random random;
    private final TableCase table;
    private final HistoryRules rules;
    private final RandomValues values;
    private final MergeModel model;
    private final List<List<Object>> keys = new ArrayList<>();
    private int commits;

    RandomHistory(Random random, TableCase table, HistoryRules rules) {
        this(random, table, rules, 1 + random.nextInt(5));
    }

    RandomHistory(Random random, TableCase table, HistoryRules rules, int count) {
        this.random = random;
        this.table = table;
        this.rules = rules;
        this.values = new RandomValues(random);
        this.model = new MergeModel(table);
        Set<List<Object>> distinct = new LinkedHashSet<>();
        while (distinct.size() < count) {
            List<Object> key = new ArrayList<>();
            for (int position : table.keyPositions()) {
                DataType type = table.columns().get(position).type();
                key.add(RandomValues.age(
                        type,
                        random.nextInt(table.columns().get(position).name().equals("p") ? 2 : 9)));
            }
            distinct.add(key);
        }
        keys.addAll(distinct);
    }

    MergeModel model() {
        return model;
    }

    /** The key values of all rows, in the engine's form and the order of the primary key. */
    List<List<Object>> keys() {
        return keys;
    }

    /** The rows of the next commit. */
    List<Change> commit() {
        return commit(10);
    }

    /** @param most how many rows at most */
    List<Change> commit(int most) {
        List<Change> changes = new ArrayList<>();
        Set<List<Object>> written = new HashSet<>();
        int count = 1 + random.nextInt(most);
        for (int i = 0; i < count; i++) {
            List<Object> key = keys.get(random.nextInt(keys.size()));
            if (!rules.oneVersionACommit() || written.add(key)) {
                change(key).ifPresent(changes::add);
            }
        }
        commits++;
        return changes;
    }

    private Optional<Change> change(List<Object> key) {
        GenericRow row = row(key, kind());
        List<Object> plain = plainOfWritten(row);
        boolean leftOut = row.kind().isRetract()
                && rules.retractsVisibleOnly()
                && model.row(model.keyOf(plain)).isEmpty();
        if (leftOut) {
            return Optional.empty();
        }
        boolean refused = !model.write(row.kind(), plain);
        if (table.kindColumn() >= 0) {
            // The column counts.
            row.setKind(RowKind.INSERT);
        }
        return refused && rules.appliesAll() ? Optional.empty() : Optional.of(new Change(row, refused));
    }

    private RowKind kind() {
        return switch (random.nextInt(rules.retracts() ? 8 : 4)) {
            case 4, 5, 6 -> RowKind.DELETE;
            case 7 -> RowKind.UPDATE_BEFORE;
            case 0 -> RowKind.UPDATE_AFTER;
            default -> RowKind.INSERT;
        };
    }

    private GenericRow row(List<Object> key, RowKind kind) {
        GenericRow row = new GenericRow(kind, table.columns().size());
        Set<Integer> ages = table.ageColumns();
        for (int i = 0; i < row.arity(); i++) {
            Column column = table.columns().get(i);
            if (table.isKey(i)) {
                row.set(i, key.get(table.keyPositions().indexOf(i)));
            } else if (i == table.kindColumn()) {
                row.set(i, BinaryString.of(kind.shortName()));
            } else if (ages.contains(i)) {
                row.set(i, age(i, column.type()));
            } else if (kind.isRetract()
                    && rules.emptyRetractions()
                    && column.type().nullable()) {
                row.set(i, null);
            } else {
                row.set(i, column.type().nullable() && random.nextInt(5) == 0 ? null : values.of(column));
            }
        }
        if (rules.emptyRetractions()) {
            emptySilentGroups(row);
        }
        return row;
    }

    private void emptySilentGroups(GenericRow row) {
        for (Group group : table.groups()) {
            if (group.sequence().stream().allMatch(row::isNull)) {
                group.governed().forEach(i -> row.set(i, null));
            }
        }
    }

    private Object age(int position, DataType type) {
        boolean leading = isLeading(position);
        boolean byCommit = rules.agesFollowCommits() && leading;
        boolean nullable = !byCommit || commits == 0 || isOfGroup(position) && isOnlyAge(position);
        if (nullable && random.nextInt(5) == 0) {
            return null;
        }
        int number = random.nextInt(AGES_A_COMMIT) + (byCommit ? commits * AGES_A_COMMIT : 0);
        return RandomValues.age(type, table.descending() && table.sequence().contains(position) ? -number : number);
    }

    private boolean isLeading(int position) {
        return !table.sequence().isEmpty() && table.sequence().get(0) == position
                || table.groups().stream().anyMatch(group -> group.sequence().get(0) == position);
    }

    private boolean isOfGroup(int position) {
        return table.groups().stream().anyMatch(group -> group.sequence().contains(position));
    }

    /** Whether a null says nothing at all, instead of something old. */
    private boolean isOnlyAge(int position) {
        return table.groups().stream()
                .anyMatch(group ->
                        group.sequence().size() == 1 && group.sequence().contains(position));
    }

    /** A written row as the model takes it: bytes of bitmaps and sketches as the numbers that went in. */
    private List<Object> plainOfWritten(GenericRow row) {
        List<Object> plain = Plain.row(row, table.type());
        for (int i = 0; i < plain.size(); i++) {
            if (table.columns().get(i).isNumberSet() && plain.get(i) != null) {
                plain.set(i, values.numbersOf((ByteBuffer) plain.get(i)));
            }
        }
        return plain;
    }
}
