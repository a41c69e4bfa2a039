package dev.varve.table.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.differential.RandomHistory.Change;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * However the versions of a key are cut into flushes, partial and complete compactions, it has the row that the model says; without
 * tables and files, so that very many cuts can be tried. And what a writer refuses to open is what no way of merging could save.
 * Size by {@code -Dgrouping.tables}, one table with {@code -Dgrouping.seed}.
 */
class GroupingTest {
    private static final int TABLES = Integer.getInteger("grouping.tables", 500);
    private static final int CUTS = 6;

    /** Functions that aggregation tables with sequence.field do without. */
    private static final Set<String> REFUSED = Set.of(
            "first_non_null_value",
            "last_non_null_value",
            "listagg",
            "collect",
            "merge_map",
            "merge_map_with_keytime",
            "nested_update",
            "nested_partial_update");

    @Test
    void everyCutGivesTheRowOfTheModel() {
        Long single = Long.getLong("grouping.seed");
        List<String> failures = new ArrayList<>();
        for (long seed = single == null ? 1 : single; seed <= (single == null ? TABLES : single); seed++) {
            Random random = new Random(seed * 0x9E3779B97F4A7C15L);
            TableCase table = RandomTables.next(random, false);
            try {
                tryCuts(table, HistoryRules.wild(table, random), random);
            } catch (RuntimeException | AssertionError e) {
                failures.add("-Dgrouping.seed=" + seed + ": " + table.spec().options() + "\n" + e.getMessage());
            }
        }
        assertThat(failures).isEmpty();
    }

    /** One history, several ways of cutting it. */
    private static void tryCuts(TableCase table, HistoryRules rules, Random random) {
        TableSchema schema = schema(table.spec());
        MergeRules.requireWritable(schema, schema.tableOptions());
        History history = new History(table, rules, random);
        for (int cut = 0; cut < CUTS; cut++) {
            Optional<String> found = history.cut(schema, rules.compacts(), random);
            assertThat(found).as("%s%s", rules, history).isEqualTo(history.expected());
        }
    }

    /** The changes of one key, commit by commit. */
    private static final class History {
        private final TableCase table;
        private final MergeModel model;
        private final List<List<GenericRow>> commits = new ArrayList<>();

        History(TableCase table, HistoryRules rules, Random random) {
            this.table = table;
            RandomHistory changes = new RandomHistory(random, table, rules, 1);
            this.model = changes.model();
            for (int i = 1 + random.nextInt(5); i > 0; i--) {
                List<GenericRow> rows = new ArrayList<>();
                for (Change change : changes.commit(5)) {
                    if (!change.refused() && !table.drops(kindOf(change.row()))) {
                        GenericRow row = GenericRow.copyOf(change.row(), table.type());
                        row.setKind(kindOf(change.row()));
                        rows.add(row);
                    }
                }
                commits.add(rows);
            }
        }

        private RowKind kindOf(GenericRow row) {
            return table.kindColumn() < 0
                    ? row.kind()
                    : RowKind.parse(row.stringAt(table.kindColumn()).toString());
        }

        Optional<String> expected() {
            return model.keys().stream().findFirst().flatMap(model::row).map(this::text);
        }

        /** Merges at random, and returns the visible row. */
        Optional<String> cut(TableSchema schema, boolean compacts, Random random) {
            KeyTree tree = new KeyTree(schema, MergeRules.of(schema, schema.tableOptions()));
            for (List<GenericRow> rows : commits) {
                for (int from = 0; from < rows.size(); ) {
                    int to = from + 1 + random.nextInt(rows.size() - from);
                    tree.flush(rows.subList(from, to));
                    from = to;
                }
                int compactions = compacts ? random.nextInt(3) : 0;
                for (int i = 0; i < compactions; i++) {
                    if (random.nextInt(4) == 0) {
                        tree.compactAll();
                    } else {
                        tree.compactNewest(random.nextInt(tree.size() + 1));
                    }
                }
            }
            return tree.visible().map(row -> text(Plain.row(row, schema.rowType())));
        }

        private String text(List<Object> row) {
            return PlainText.of(table.columns(), row);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            model.keys().forEach(key -> text.append(model.versions(key)));
            return text + "\ncommits of " + commits.stream().map(List::size).toList();
        }
    }

    /** Late rows may come after any merge here, nothing is retracted: what the refusal is about. */
    @Test
    void functionsWithSequenceFieldAreRefusedExactlyWhereALateRowHasNoPlace() {
        HistoryRules anything = new HistoryRules(false, false, false, true, false, false, false);
        Set<String> refused = new TreeSet<>();
        Set<String> dependent = new TreeSet<>();
        for (String function : RandomTables.functions()) {
            for (long seed = 1; seed <= 200; seed++) {
                Random random = new Random(seed * 0x9E3779B97F4A7C15L);
                TableCase table = RandomTables.aggregationInSequence(random, function);
                TableSchema schema = schema(table.spec());
                if (isRefused(schema)) {
                    refused.add(function);
                }
                History history = new History(table, anything, random);
                if (!dependent.contains(function)
                        && !history.cut(schema, true, random).equals(history.expected())) {
                    dependent.add(function);
                }
            }
        }
        assertThat(refused).containsExactlyInAnyOrderElementsOf(REFUSED);
        // The stated exception: the oldest of all rows is found as long as rows are not late for a complete merge.
        dependent.remove("first_value");
        assertThat(dependent).containsExactlyInAnyOrderElementsOf(refused);
    }

    private static boolean isRefused(TableSchema schema) {
        try {
            MergeRules.requireWritable(schema, schema.tableOptions());
            return false;
        } catch (InvalidInputException e) {
            assertThat(e).hasMessageContaining("whose result depends on order");
            return true;
        }
    }

    @Test
    void aGroupMayNotGovernWhatCannotBeNull() {
        TableCase nullable = RandomTables.groupOf(DataTypes.INT);
        MergeRules.requireWritable(
                schema(nullable.spec()), schema(nullable.spec()).tableOptions());
        TableSchema strict =
                schema(RandomTables.groupOf(DataTypes.INT.notNull()).spec());
        assertThatThrownBy(() -> MergeRules.requireWritable(strict, strict.tableOptions()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("NOT NULL");
        // What it would lead to: a row that says nothing about the group.
        KeyTree tree = new KeyTree(strict, MergeRules.of(strict, strict.tableOptions()));
        tree.flush(List.of(GenericRow.of(1, null, 7), GenericRow.of(1, null, 8)));
        assertThat(tree.visible().orElseThrow().valueAt(2)).isNull();
    }

    private static TableSchema schema(TableSpec spec) {
        return new TableSchema(
                TableSchema.CURRENT_VERSION,
                0,
                spec.fields(),
                spec.fields().size() + 200,
                spec.partitionKeys(),
                spec.primaryKeys(),
                Map.copyOf(spec.options()),
                Optional.empty(),
                0);
    }
}
