package dev.varve.table.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.TypeParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of one key give the same row however they are cut into flushes and partial compactions. Size by
 * {@code -Dvarve.merge.histories}. Values are small, so that sequences tie, come late, and overflow nothing.
 */
class MergeTimingTest {
    private static final int HISTORIES = Integer.getInteger("varve.merge.histories", 60);
    private static final int MOST_VERSIONS = 6;

    /** Columns: k key; a, b, g one group; c, s, t another; z outside; x text. */
    private static final List<String> COLUMNS =
            List.of("k INT NOT NULL", "a INT", "b INT", "g INT", "c INT", "s INT", "t INT", "z INT", "x STRING");

    static TableSchema schema(String options) {
        List<DataField> fields = new ArrayList<>();
        for (String column : COLUMNS) {
            String[] words = column.split(" ", 2);
            fields.add(new DataField(fields.size(), words[0], TypeParser.parse(words[1])));
        }
        Map<String, String> parsed = new LinkedHashMap<>(Map.of("bucket", "1"));
        for (String option : options.split("; ")) {
            String[] words = option.split(" = ", 2);
            parsed.put(words[0], words[1]);
        }
        return new TableSchema(
                TableSchema.CURRENT_VERSION,
                0,
                fields,
                fields.size() - 1,
                List.of(),
                List.of("k"),
                parsed,
                Optional.empty(),
                0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "merge-engine = deduplicate",
                "merge-engine = deduplicate; ignore-delete = true",
                "merge-engine = deduplicate; sequence.field = g,s",
                "merge-engine = deduplicate; sequence.field = g,s; sequence.field.sort-order = descending",
                "merge-engine = first-row",
                "merge-engine = first-row; ignore-delete = true",
                "merge-engine = partial-update",
                "merge-engine = partial-update; ignore-delete = true",
                "merge-engine = partial-update; sequence.field = g",
                "merge-engine = partial-update; partial-update.remove-record-on-delete = true",
                "merge-engine = partial-update; fields.g.sequence-group = a,b; fields.s,t.sequence-group = c",
                "merge-engine = partial-update; fields.g.sequence-group = a,b; fields.s,t.sequence-group = c;"
                        + " partial-update.remove-record-on-sequence-group = s",
                "merge-engine = partial-update; fields.g.sequence-group = a,b; fields.s,t.sequence-group = c;"
                        + " fields.a.aggregate-function = sum; fields.c.aggregate-function = sum",
                "merge-engine = partial-update; fields.g.sequence-group = a,b; fields.s,t.sequence-group = c;"
                        + " fields.a.aggregate-function = max; fields.c.aggregate-function = sum;"
                        + " partial-update.remove-record-on-sequence-group = g",
                "merge-engine = partial-update; fields.g.sequence-group = a,b,x; fields.x.aggregate-function = listagg;"
                        + " fields.b.aggregate-function = first_non_null_value; fields.a.aggregate-function = last_value",
                "merge-engine = aggregation; fields.default-aggregate-function = sum; fields.x.aggregate-function = last_value",
                "merge-engine = aggregation; fields.a.aggregate-function = product; fields.x.aggregate-function = listagg;"
                        + " fields.x.ignore-retract = true",
                "merge-engine = aggregation; fields.a.aggregate-function = max; fields.b.aggregate-function = first_value;"
                        + " fields.x.aggregate-function = listagg; aggregation.remove-record-on-delete = true",
                "merge-engine = aggregation; fields.default-aggregate-function = min; fields.x.aggregate-function = last_value;"
                        + " sequence.field = g",
                "merge-engine = aggregation; fields.default-aggregate-function = sum; fields.x.aggregate-function = last_value;"
                        + " sequence.field = g",
                "merge-engine = aggregation; fields.default-aggregate-function = first_value; sequence.field = g"
            })
    void independentOfFlushesAndPartialCompactions(String options) {
        TableSchema schema = schema(options);
        TableOptions tableOptions = schema.tableOptions();
        MergeRules.requireWritable(schema, tableOptions);
        History history = new History(schema, MergeRules.of(schema, tableOptions));
        boolean ofRetractions = false;
        for (int seed = 0; seed < HISTORIES; seed++) {
            List<KeyValue> versions = versions(history, new Random(seed));
            if (!versions.isEmpty()) {
                Cuts.assertEquivalent(history, versions);
                ofRetractions |=
                        versions.stream().anyMatch(version -> version.kind().isRetract());
            }
        }
        boolean refusesAll = options.matches("merge-engine = (first-row|partial-update(; sequence.field = g)?)");
        boolean cannotRetract =
                options.contains("= min") || options.contains("default-aggregate-function = first_value");
        assertThat(ofRetractions).isEqualTo(!refusesAll && !cannotRetract);
    }

    /** Random versions that the table accepts. */
    private static List<KeyValue> versions(History history, Random random) {
        List<KeyValue> versions = new ArrayList<>();
        int count = 1 + random.nextInt(MOST_VERSIONS);
        for (int i = 0; i < count; i++) {
            GenericRow row = new GenericRow(RowKind.INSERT, COLUMNS.size());
            row.set(0, 1);
            for (int column = 1; column < COLUMNS.size() - 1; column++) {
                row.set(column, random.nextInt(4) == 0 ? null : (Object) (1 + random.nextInt(4)));
            }
            row.set(COLUMNS.size() - 1, random.nextInt(4) == 0 ? null : BinaryString.of("t" + i));
            RowKind kind =
                    random.nextInt(3) > 0 ? RowKind.INSERT : RowKind.values()[random.nextInt(RowKind.values().length)];
            if (kind.isAdd() || applies(history, kind, row)) {
                versions.add(history.version(i, kind, row));
            }
        }
        return versions;
    }

    private static boolean applies(History history, RowKind kind, GenericRow row) {
        try {
            history.rules().retractions().requireApplicable(kind, row);
            return true;
        } catch (InvalidInputException e) {
            assertThat(e).hasMessageContaining("cannot be written");
            return false;
        }
    }
}
