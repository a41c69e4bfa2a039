package dev.varve.table;

import static dev.varve.table.SharedTable.column;
import static dev.varve.table.SharedTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.SharedTable.Hand;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A condition on a column whose value comes about by merging: statistics of single files say nothing about it, and leave out no file
 * that has to be merged with others. Those of keys do. Every answer is held against Apache Paimon's.
 */
class Case_S17_FilteredValuesTest {
    private static final List<DataField> K_V = List.of(column("k", DataTypes.INT), column("v", DataTypes.INT));

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    private SharedTable table(Map<String, String> options, List<DataField> fields) throws Exception {
        return new SharedTable(directory, options, fields).createdBy(Hand.VARVE);
    }

    private SharedTable aggregation(String function) throws Exception {
        return table(Map.of("merge-engine", "aggregation", "fields.v.aggregate-function", function), K_V);
    }

    @ParameterizedTest
    @ValueSource(strings = {"VV", "PP", "VP", "PV"})
    void theSumIsFound(String writers) throws Exception {
        SharedTable table = aggregation("sum");
        table.commit(hand(writers, 0), row("+I", 1, 1), row("+I", 2, 1)).commit(hand(writers, 1), row("+I", 1, 2));
        assertThat(table.rows("v = 3")).containsExactly("+I[1, 3]");
        assertThat(table.rows("v = 2")).isEmpty();
        assertThat(table.rows("v = 1")).containsExactly("+I[2, 1]");
        assertThat(table.rows("v > 2")).containsExactly("+I[1, 3]");
        assertThat(table.rows("v < 2")).containsExactly("+I[2, 1]");
        assertThat(table.rows("v <> 1")).containsExactly("+I[1, 3]");
        assertThat(table.rows("v in (3, 4)")).containsExactly("+I[1, 3]");
        assertThat(table.rows("v = 3 and k = 1")).containsExactly("+I[1, 3]");
        assertThat(table.rows("v = 3 or k = 2")).containsExactly("+I[1, 3]", "+I[2, 1]");
        for (Hand compactor : Hand.values()) {
            table.compact(compactor);
            assertThat(table.rows("v = 3")).containsExactly("+I[1, 3]");
            assertThat(table.rows("v = 2")).isEmpty();
        }
    }

    private static Hand hand(String writers, int commit) {
        return writers.charAt(commit) == 'V' ? Hand.VARVE : Hand.PAIMON;
    }

    /** A compacted file below, level-0 files above: in between no file may be left out either. */
    @ParameterizedTest
    @CsvSource({
        "sum, 15, 8",
        "min, 1, 7",
        "max, 9, 5",
        "last_value, 1, 9",
        "last_non_null_value, 1, 9",
        "first_value, 5, 1",
        "product, 45, 9",
    })
    void everyFunctionOverLevels(String function, int result, int none) throws Exception {
        SharedTable table = aggregation(function);
        int[] values = {5, 9, 1};
        for (int i = 0; i < values.length; i++) {
            table.commit(i == 1 ? Hand.PAIMON : Hand.VARVE, row("+I", 1, values[i]), row("+I", 2 + i, 100));
            if (i == 0) {
                table.compact(Hand.VARVE);
            }
        }
        assertThat(table.rows("v = " + result + " and k = 1")).containsExactly("+I[1, " + result + "]");
        assertThat(table.rows("v = " + none + " and k = 1")).isEmpty();
        assertThat(table.rows("k > 1")).hasSize(3);
    }

    static Stream<String> conditions() {
        return Stream.of(
                "a = 1",
                "b = 2",
                "a = 1 and b = 2",
                "c is null",
                "a is not null and b is not null",
                "b is null",
                "a is null",
                "a > 0 and b > 0 and c is null");
    }

    /** Columns of a row that come from different files. */
    @ParameterizedTest
    @MethodSource("conditions")
    void partialUpdates(String condition) throws Exception {
        List<DataField> fields = List.of(
                column("k", DataTypes.INT),
                column("a", DataTypes.INT),
                column("b", DataTypes.INT),
                column("c", DataTypes.INT));
        SharedTable table = table(Map.of("merge-engine", "partial-update"), fields);
        table.commit(Hand.VARVE, row("+I", 1, 1, null, null), row("+I", 2, 7, 7, 7), row("+I", 3, null, null, 3))
                .commit(Hand.PAIMON, row("+I", 1, null, 2, null), row("+I", 4, null, 4, null))
                .commit(Hand.VARVE, row("+I", 2, 8, null, null));
        List<String> all =
                List.of("+I[1, 1, 2, null]", "+I[2, 8, 7, 7]", "+I[3, null, null, 3]", "+I[4, null, 4, null]");
        assertThat(table.rows()).isEqualTo(all);
        Map<String, List<Integer>> expected = Map.of(
                "a = 1", List.of(0),
                "b = 2", List.of(0),
                "a = 1 and b = 2", List.of(0),
                "c is null", List.of(0, 3),
                "a is not null and b is not null", List.of(0, 1),
                "b is null", List.of(2),
                "a is null", List.of(2, 3),
                "a > 0 and b > 0 and c is null", List.of(0));
        List<String> rows = expected.get(condition).stream().map(all::get).toList();
        assertThat(table.rows(condition)).isEqualTo(rows);
        table.compact(Hand.VARVE);
        assertThat(table.rows(condition)).isEqualTo(rows);
    }

    /** The newer file has the value that is not asked for: leaving it out would bring the old row back. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oldValuesAreNotBroughtBack(boolean compactFirst) throws Exception {
        SharedTable table = table(Map.of(), K_V);
        table.commit(Hand.VARVE, row("+I", 1, 1), row("+I", 2, 1), row("+I", 3, 1));
        if (compactFirst) {
            table.compact(Hand.PAIMON);
        }
        table.commit(Hand.VARVE, row("+U", 1, 2), row("-D", 2, 1)).commit(Hand.PAIMON, row("+U", 3, null));
        assertThat(table.rows("v = 1")).isEmpty();
        assertThat(table.rows("v = 2")).containsExactly("+I[1, 2]");
        assertThat(table.rows("v is null")).containsExactly("+I[3, null]");
        assertThat(table.rows("v is not null")).containsExactly("+I[1, 2]");
    }

    /** The first row of a key counts, wherever the value that is asked for lies. */
    @Test
    void firstRows() throws Exception {
        SharedTable table = table(Map.of("merge-engine", "first-row"), K_V);
        table.commit(Hand.VARVE, row("+I", 1, 1)).compact(Hand.VARVE);
        table.commit(Hand.VARVE, row("+I", 1, 3), row("+I", 2, 3)).compact(Hand.VARVE);
        assertThat(Tables.rows(table.varve().scan().where("v = 3")).toString()).isEqualTo("[+I[2, 3]]");
        assertThat(Tables.rows(table.varve().scan().where("v = 1")).toString()).isEqualTo("[+I[1, 1]]");
    }

    /** A sequence field: the survivor need not be in the newest file. */
    @Test
    void sequenceFields() throws Exception {
        SharedTable table = table(Map.of("sequence.field", "v"), K_V);
        table.commit(Hand.VARVE, row("+I", 1, 5))
                .commit(Hand.PAIMON, row("+I", 1, 3))
                .commit(Hand.VARVE, row("+I", 1, 4));
        assertThat(table.rows("v = 5")).containsExactly("+I[1, 5]");
        assertThat(table.rows("v = 3")).isEmpty();
        assertThat(table.rows("v = 4")).isEmpty();
    }

    /** Texts with long common beginnings, which statistics cut off, and values of another function beside. */
    @Test
    void longTexts() throws Exception {
        String stem = "x".repeat(100);
        Map<String, String> options = new HashMap<>(Map.of("merge-engine", "aggregation"));
        options.put("fields.v.aggregate-function", "max");
        options.put("fields.s.aggregate-function", "listagg");
        List<DataField> fields =
                List.of(column("k", DataTypes.INT), column("v", DataTypes.STRING), column("s", DataTypes.STRING));
        SharedTable table = table(options, fields);
        table.commit(Hand.VARVE, text(1, stem + "b", "p")).commit(Hand.PAIMON, text(1, stem + "c", "q"));
        table.commit(Hand.VARVE, text(2, stem + "a", "r"));
        assertThat(table.rows("v = '" + stem + "c'")).hasSize(1);
        assertThat(table.rows("v = '" + stem + "b'")).isEmpty();
        assertThat(table.rows("v > '" + stem + "a'")).hasSize(1);
        assertThat(table.rows("s = 'p,q'")).hasSize(1);
        assertThat(table.rows("s = 'p'")).isEmpty();
        table.compact(Hand.VARVE);
        assertThat(table.rows("s = 'p,q' and v > '" + stem + "b'")).hasSize(1);
    }

    private static GenericRow text(int key, String value, String more) {
        return row("+I", key, BinaryString.of(value), BinaryString.of(more));
    }

    /** Key columns leave files out: what is not read is counted. */
    @Test
    void keysLeaveFilesOut() throws Exception {
        SharedTable table = aggregation("sum");
        table.commit(Hand.VARVE, row("+I", 1, 1)).commit(Hand.VARVE, row("+I", 1_000, 1));
        try (RowCursor cursor = table.varve().scan().where("k = 1000 and v = 1").open()) {
            assertThat(cursor.advance()).isTrue();
            assertThat(cursor.advance()).isFalse();
        }
        assertThat(table.rows("k = 1000")).containsExactly("+I[1000, 1]");
        assertThat(table.varve().scan().where("k = 1000").plan().statistics().filesPrunedByKey())
                .isEqualTo(1);
    }
}
