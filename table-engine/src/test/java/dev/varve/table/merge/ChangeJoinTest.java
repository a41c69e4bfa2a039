package dev.varve.table.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Both sides of updates in an aggregation table {@code (k, total, name)}, of which a flush should leave one version. */
class ChangeJoinTest {
    private static final String LAST_NON_NULL = "last_non_null_value";

    private final List<KeyValue> versions = new ArrayList<>();

    private ChangeJoinTest change(RowKind kind, Long total, String name) {
        GenericRow row = GenericRow.of(1L, total, name == null ? null : BinaryString.of(name));
        versions.add(new KeyValue(GenericRow.of(1L), versions.size(), kind, row));
        return this;
    }

    private ChangeJoinTest update(Long total, String name, Long newTotal, String newName) {
        return change(RowKind.UPDATE_BEFORE, total, name).change(RowKind.UPDATE_AFTER, newTotal, newName);
    }

    private static TableSchema schema(String function, String... options) {
        Map<String, String> all = new HashMap<>(Map.of(
                "bucket", "1",
                "merge-engine", "aggregation",
                "fields.total.aggregate-function", "sum",
                "fields.name.aggregate-function", function));
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return new TableSchema(
                3,
                0,
                List.of(
                        new DataField(0, "k", DataTypes.BIGINT.notNull()),
                        new DataField(1, "total", DataTypes.BIGINT),
                        new DataField(2, "name", DataTypes.STRING)),
                2,
                List.of(),
                List.of("k"),
                all,
                Optional.empty(),
                0);
    }

    private List<String> joined(String function, String... options) {
        TableSchema schema = schema(function, options);
        VersionJoin join = MergeRules.of(schema, schema.tableOptions()).join().get();
        join.reset();
        versions.forEach(join::add);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < join.size(); i++) {
            GenericRow row = GenericRow.copyOf(join.get(i).value(), schema.rowType());
            row.setKind(join.get(i).kind());
            texts.add(join.get(i).sequence() + row.toString());
        }
        return texts;
    }

    @Test
    void everyCutOfRandomChangesGivesTheSameRow() {
        String[] names = {"a", "b", null};
        for (String function : List.of(LAST_NON_NULL, "last_value")) {
            TableSchema schema = schema(function);
            History history = new History(schema, MergeRules.of(schema, schema.tableOptions()));
            for (long seed = 0; seed < 400; seed++) {
                Random random = new Random(seed);
                versions.clear();
                for (int i = 1 + random.nextInt(3); i > 0; i--) {
                    if (random.nextBoolean()) {
                        change(
                                random.nextInt(3) == 0 ? RowKind.DELETE : RowKind.INSERT,
                                (long) random.nextInt(9),
                                names[random.nextInt(3)]);
                    }
                    update(
                            (long) random.nextInt(9),
                            names[random.nextInt(3)],
                            (long) random.nextInt(9),
                            names[random.nextInt(3)]);
                }
                Cuts.assertEquivalent(history, versions);
            }
        }
    }

    @Test
    void updatesBecomeOneVersion() {
        change(RowKind.INSERT, 10L, "a").update(10L, "a", 11L, "b").update(11L, "b", 9L, "c");
        assertThat(joined(LAST_NON_NULL)).containsExactly("4+I[1, 9, c]");
    }

    @Test
    void updatesWhoseRowIsBelowBecomeOneAddition() {
        update(10L, "a", 11L, "b").update(11L, "b", 9L, "c");
        assertThat(joined(LAST_NON_NULL)).containsExactly("3+I[1, -1, c]");
    }

    @Test
    void aValueThatBecomesNullIsKeptApart() {
        update(10L, "a", 11L, null).update(11L, null, 12L, "c");
        assertThat(joined(LAST_NON_NULL)).hasSize(2).first().asString().startsWith("0-U");
    }

    @Test
    void aNullThatStaysNullIsJoined() {
        update(10L, null, 11L, null);
        assertThat(joined(LAST_NON_NULL)).containsExactly("1+I[1, 1, null]");
    }

    @Test
    void aDeleteAtTheEndIsKeptApart() {
        update(10L, "a", 11L, "b").change(RowKind.DELETE, 11L, "b");
        assertThat(joined(LAST_NON_NULL)).hasSize(2).last().asString().startsWith("2-D");
    }

    @Test
    void whatIgnoresRetractionsIsJoined() {
        update(10L, "a", 11L, "b").update(11L, "b", 12L, "c");
        assertThat(joined("listagg", "fields.name.ignore-retract", "true")).containsExactly("3+I[1, 2, b,c]");
    }
}
