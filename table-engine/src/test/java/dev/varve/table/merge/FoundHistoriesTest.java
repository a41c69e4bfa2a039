package dev.varve.table.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories whose result once depended on where they were cut, as random tests found them. Columns: {@link MergeTimingTest}. */
class FoundHistoriesTest {
    private static final String GROUP = "merge-engine = partial-update; fields.g.sequence-group = a,b";
    private static final String AGGREGATION =
            "merge-engine = aggregation; fields.default-aggregate-function = last_value; sequence.field = g";

    @Test
    void mergedUpdateBeforesDoNotRemoveTheRow() {
        check(
                GROUP + "; partial-update.remove-record-on-sequence-group = g",
                "+I a=1 g=1 z=7",
                "-U a=1 g=2",
                "-U a=1 g=3",
                "a=null g=3 z=7");
    }

    @Test
    void aLateNullDoesNotForgetTheFirstValue() {
        String options = GROUP + "; fields.a.aggregate-function = first_non_null_value";
        check(options, "+I a=5 g=5", "+I g=4", "+I a=7 g=6", "a=5 g=6");
        check(options, "+I g=5", "+I a=3 g=4", "+I a=7 g=6", "a=3 g=6");
    }

    @Test
    void aRemovalBetweenAdditionsKeepsThemApart() {
        check(
                AGGREGATION + "; fields.a.aggregate-function = sum; aggregation.remove-record-on-delete = true",
                "-D g=3",
                "+I a=1 g=1",
                "+I a=4 g=5",
                "a=4 g=5");
    }

    @Test
    void aDivisorBetweenFactorsKeepsThemApart() {
        check(
                AGGREGATION + "; fields.a.aggregate-function = product",
                "-D a=2 g=3",
                "+I a=3 g=1",
                "+I a=5 g=5",
                "a=5 g=5");
    }

    /** Not independent of cuts, as the package description says: what a complete merge makes of retractions is a row. */
    @Test
    void retractionsAloneFixAFirstValueThatIgnoresThem() {
        TableSchema schema =
                MergeTimingTest.schema("merge-engine = aggregation; fields.a.aggregate-function = first_value;"
                        + " fields.a.ignore-retract = true; fields.b.aggregate-function = sum");
        History history = new History(schema, MergeRules.of(schema, schema.tableOptions()));
        KeyValue retraction = history.version(0, RowKind.DELETE, row(schema, "a=1 b=4"));
        KeyValue addition = history.version(1, RowKind.INSERT, row(schema, "a=2 b=5"));
        KeyValue merged = history.complete(List.of(retraction)).orElseThrow();
        assertThat(merged.kind()).isEqualTo(RowKind.INSERT);
        int a = schema.rowType().indexOf("a");
        int b = schema.rowType().indexOf("b");
        GenericRow atOnce = history.visible(List.of(retraction, addition)).orElseThrow();
        GenericRow inSteps = history.visible(List.of(merged, addition)).orElseThrow();
        assertThat(List.of(atOnce.valueAt(b), inSteps.valueAt(b))).containsExactly(1, 1);
        assertThat(atOnce.valueAt(a)).isEqualTo(2);
        assertThat(inSteps.valueAt(a)).isNull();
    }

    /** Three versions in order of arrival, and columns of the row that every cut must give. */
    private static void check(String options, String first, String second, String third, String expected) {
        TableSchema schema = MergeTimingTest.schema(options);
        MergeRules.requireWritable(schema, schema.tableOptions());
        History history = new History(schema, MergeRules.of(schema, schema.tableOptions()));
        List<KeyValue> versions = new ArrayList<>();
        for (String version : List.of(first, second, third)) {
            RowKind kind = RowKind.parse(version.substring(0, 2));
            versions.add(history.version(versions.size(), kind, row(schema, version.substring(3))));
        }
        GenericRow visible = history.visible(versions).orElseThrow();
        for (String column : expected.split(" ")) {
            assertThat(visible.valueAt(position(schema, column))).as(column).isEqualTo(value(column));
        }
        Cuts.assertEquivalent(history, versions);
    }

    private static GenericRow row(TableSchema schema, String columns) {
        GenericRow row = new GenericRow(RowKind.INSERT, schema.fields().size());
        row.set(0, 1);
        for (String column : columns.split(" ")) {
            row.set(position(schema, column), value(column));
        }
        return row;
    }

    private static int position(TableSchema schema, String column) {
        return schema.rowType().indexOf(column.substring(0, column.indexOf('=')));
    }

    private static Integer value(String column) {
        String text = column.substring(column.indexOf('=') + 1);
        return text.equals("null") ? null : Integer.valueOf(text);
    }
}
