package dev.varve.table;

import static dev.varve.table.SharedTable.column;
import static dev.varve.table.SharedTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.SharedTable.Hand;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A sequence field decides, and a row that comes late never survives, whoever writes and compacts, with and without deletion vectors.
 */
class Case_S16_LateRowsTest {
    private static final List<DataField> ID_V = List.of(column("id", DataTypes.INT), column("v", DataTypes.INT));

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    private SharedTable table(Map<String, String> options, List<DataField> fields) {
        return new SharedTable(directory, options, fields);
    }

    /** Who writes the three commits and who compacts after each: any of the two, or nobody. */
    static Stream<String> turns() {
        return Stream.of("VVV", "PPP", "VPV", "PVP", "VVP", "PPV")
                .flatMap(writers -> Stream.of("---", "VVV", "PPP", "VPV", "PVP", "--V", "V-P", "-V-")
                        .map(compactors -> writers + " " + compactors));
    }

    private static void compact(SharedTable table, char hand) throws Exception {
        if (hand != '-') {
            table.compact(hand(hand));
        }
    }

    private static Hand hand(char hand) {
        return hand == 'V' ? Hand.VARVE : Hand.PAIMON;
    }

    @ParameterizedTest
    @MethodSource("turns")
    void theLateRowIsNeverTheSurvivor(String turns) throws Exception {
        SharedTable table = table(Map.of("sequence.field", "v"), ID_V).createdBy(hand(turns.charAt(0)));
        List<GenericRow[]> commits = List.of(
                new GenericRow[] {row("+I", 1, 1), row("+I", 2, 1)},
                new GenericRow[] {row("+U", 1, 2), row("+U", 2, 2)},
                new GenericRow[] {row("+U", 1, 3), row("+U", 2, 1)});
        List<List<String>> expected = List.of(
                List.of("+I[1, 1]", "+I[2, 1]"), List.of("+I[1, 2]", "+I[2, 2]"), List.of("+I[1, 3]", "+I[2, 2]"));
        for (int i = 0; i < 3; i++) {
            table.commit(hand(turns.charAt(i)), commits.get(i));
            assertThat(table.rows()).isEqualTo(expected.get(i));
            compact(table, turns.charAt(4 + i));
            assertThat(table.rows()).isEqualTo(expected.get(i));
            assertThat(table.varve().get(GenericRow.of(2)).orElseThrow().intAt(1))
                    .as("looked up")
                    .isEqualTo(i == 0 ? 1 : 2);
        }
    }

    /** All in one commit, in any order: the buffer merges as the files do. */
    @ParameterizedTest
    @ValueSource(strings = {"1 2 3", "3 2 1", "2 3 1", "3 1 2"})
    void withinOneCommit(String order) throws Exception {
        SharedTable table = table(Map.of("sequence.field", "v"), ID_V).createdBy(Hand.VARVE);
        table.commit(
                Hand.VARVE,
                Stream.of(order.split(" "))
                        .map(v -> row("+U", 1, Integer.parseInt(v)))
                        .toArray(GenericRow[]::new));
        assertThat(table.rows()).containsExactly("+I[1, 3]");
    }

    /** A late delete deletes nothing, one in time does, and a row that is late for a delete stays away. */
    @ParameterizedTest
    @ValueSource(strings = {"-", "V", "P"})
    void deletesComeLateAsWell(String compactor) throws Exception {
        SharedTable table = table(Map.of("sequence.field", "v"), ID_V).createdBy(Hand.VARVE);
        table.commit(Hand.VARVE, row("+I", 1, 5), row("+I", 2, 5), row("+I", 3, 5));
        table.commit(Hand.VARVE, row("-D", 1, 4), row("-D", 2, 6), row("+U", 3, 5));
        assertThat(table.rows()).containsExactly("+I[1, 5]", "+I[3, 5]");
        table.commit(Hand.VARVE, row("+U", 2, 5));
        assertThat(table.rows()).containsExactly("+I[1, 5]", "+I[3, 5]");
        compact(table, compactor.charAt(0));
        assertThat(table.rows()).containsExactly("+I[1, 5]", "+I[3, 5]");
    }

    /** Null is the oldest, equal ones are ordered by arrival, several fields by the first that differs. */
    @ParameterizedTest
    @ValueSource(strings = {"---", "VVV", "PPP"})
    void nullsTiesAndSeveralFields(String compactors) throws Exception {
        List<DataField> fields = List.of(
                column("id", DataTypes.INT),
                column("v", DataTypes.INT),
                column("w", DataTypes.BIGINT),
                column("n", DataTypes.INT));
        SharedTable table = table(Map.of("sequence.field", "v,w"), fields).createdBy(Hand.VARVE);
        List<GenericRow[]> commits = List.of(
                new GenericRow[] {
                    row("+I", 1, null, null, 1),
                    row("+I", 2, 1, null, 1),
                    row("+I", 3, 1, 5L, 1),
                    row("+I", 4, 2, 1L, 1)
                },
                new GenericRow[] {
                    row("+I", 1, null, null, 2),
                    row("+I", 2, null, 9L, 2),
                    row("+I", 3, 1, 5L, 2),
                    row("+I", 4, 1, 9L, 2)
                },
                new GenericRow[] {
                    row("+I", 1, 0, null, 3), row("+I", 2, 1, 0L, 3), row("+I", 3, 1, 4L, 3), row("+I", 4, 2, 2L, 3)
                });
        for (int i = 0; i < 3; i++) {
            table.commit(Hand.VARVE, commits.get(i));
            table.rows();
            compact(table, compactors.charAt(i));
        }
        assertThat(table.rows())
                .containsExactly("+I[1, 0, null, 3]", "+I[2, 1, 0, 3]", "+I[3, 1, 5, 2]", "+I[4, 2, 2, 3]");
    }

    /** Where smaller is newer. */
    @ParameterizedTest
    @CsvSource({"ascending, '+I[1, 3]'", "descending, '+I[1, 1]'"})
    void theOrderOfTheSequence(String order, String expected) throws Exception {
        SharedTable table = table(Map.of("sequence.field", "v", "sequence.field.sort-order", order), ID_V)
                .createdBy(Hand.VARVE);
        for (int v : new int[] {2, 3, 1}) {
            table.commit(Hand.VARVE, row("+U", 1, v)).compact(v == 3 ? Hand.PAIMON : Hand.VARVE);
        }
        assertThat(table.rows()).containsExactly(expected);
    }

    /** Partial updates and aggregations with a sequence field: the late row adds what is not given otherwise, and no more. */
    @ParameterizedTest
    @ValueSource(strings = {"---", "VVV", "PPP", "-V-"})
    void partialUpdatesAndAggregations(String compactors) throws Exception {
        List<DataField> fields = List.of(
                column("id", DataTypes.INT),
                column("v", DataTypes.INT),
                column("a", DataTypes.INT),
                column("b", DataTypes.INT));
        SharedTable partial = table(Map.of("merge-engine", "partial-update", "sequence.field", "v"), fields)
                .createdBy(Hand.VARVE);
        List<GenericRow> rows = List.of(row("+I", 1, 1, 10, null), row("+I", 1, 3, 30, null), row("+I", 1, 2, 20, 20));
        for (int i = 0; i < 3; i++) {
            partial.commit(Hand.VARVE, rows.get(i));
            compact(partial, compactors.charAt(i));
        }
        assertThat(partial.rows()).containsExactly("+I[1, 3, 30, 20]");
    }

    /** Many keys, of which the late rows are some: files with disjoint and with overlapping keys. */
    @ParameterizedTest
    @ValueSource(strings = {"VV", "PP", "VP", "PV"})
    void manyKeys(String turns) throws Exception {
        SharedTable table = table(Map.of("sequence.field", "v"), ID_V).createdBy(Hand.VARVE);
        table.commit(
                hand(turns.charAt(0)),
                IntStream.range(0, 300).mapToObj(i -> row("+I", i, 10)).toArray(GenericRow[]::new));
        table.compact(hand(turns.charAt(1)));
        table.commit(
                hand(turns.charAt(1)),
                IntStream.range(0, 300)
                        .filter(i -> i % 3 == 0)
                        .mapToObj(i -> row("+U", i, i % 2 == 0 ? 11 : 9))
                        .toArray(GenericRow[]::new));
        table.compact(hand(turns.charAt(0)));
        assertThat(table.rows()).hasSize(300);
        assertThat(table.rows("v = 11")).hasSize(50);
        assertThat(table.rows("v < 10")).isEmpty();
    }

    /** With deletion vectors: the late row marks nothing that stays, whoever writes and compacts. */
    @ParameterizedTest
    @ValueSource(strings = {"VVV", "PPP", "VPV", "PVP", "VVP", "PPV"})
    void withDeletionVectors(String writers) throws Exception {
        for (String bitmap64 : List.of("false", "true")) {
            SharedTable table = table(
                            Map.of(
                                    "sequence.field",
                                    "v",
                                    "deletion-vectors.enabled",
                                    "true",
                                    "deletion-vectors.bitmap64",
                                    bitmap64,
                                    "write-only",
                                    "false"),
                            ID_V)
                    .createdBy(hand(writers.charAt(0)));
            // Rows below which the compactions of the case do not reach, so that these rows are marked there.
            table.commit(
                    hand(writers.charAt(0)),
                    IntStream.range(3, 5000).mapToObj(i -> row("+I", i, 0)).toArray(GenericRow[]::new));
            List<GenericRow[]> commits = List.of(
                    new GenericRow[] {row("+I", 1, 1), row("+I", 2, 1)},
                    new GenericRow[] {row("+U", 1, 2), row("+U", 2, 2)},
                    new GenericRow[] {row("+U", 1, 3), row("+U", 2, 1)});
            List<List<String>> expected = List.of(
                    List.of("+I[1, 1]", "+I[2, 1]"), List.of("+I[1, 2]", "+I[2, 2]"), List.of("+I[1, 3]", "+I[2, 2]"));
            for (int i = 0; i < 3; i++) {
                table.commit(hand(writers.charAt(i)), commits.get(i));
                assertThat(table.rows()).hasSize(4999);
                assertThat(table.rows("id < 3")).isEqualTo(expected.get(i));
                assertThat(table.varve().get(GenericRow.of(2)).orElseThrow().intAt(1))
                        .as("looked up")
                        .isEqualTo(i == 0 ? 1 : 2);
            }
            table.compact(hand(writers.charAt(2)));
            assertThat(table.rows("id < 3")).isEqualTo(expected.get(2));
        }
    }

    /** The changelog of lookups: the late row changes nothing, and is told as such. */
    @ParameterizedTest
    @ValueSource(strings = {"VVV", "PPP", "VPV", "PVP", "VVP", "PPV"})
    void withAChangelog(String writers) throws Exception {
        for (String vectors : List.of("false", "true")) {
            SharedTable table = table(
                            Map.of(
                                    "sequence.field",
                                    "v",
                                    "changelog-producer",
                                    "lookup",
                                    "deletion-vectors.enabled",
                                    vectors,
                                    "write-only",
                                    "false"),
                            ID_V)
                    .createdBy(hand(writers.charAt(0)));
            table.commit(hand(writers.charAt(0)), row("+I", 1, 1), row("+I", 2, 1))
                    .commit(hand(writers.charAt(1)), row("+U", 1, 2), row("+U", 2, 2))
                    .commit(hand(writers.charAt(2)), row("+U", 1, 3), row("+U", 2, 1));
            assertThat(table.rows()).containsExactly("+I[1, 3]", "+I[2, 2]");
            assertThat(table.changes())
                    .containsExactly(
                            "+I[1, 1]",
                            "+I[2, 1]",
                            "-U[1, 1]",
                            "+U[1, 2]",
                            "-U[2, 1]",
                            "+U[2, 2]",
                            "-U[1, 2]",
                            "+U[1, 3]",
                            "-U[2, 2]",
                            "+U[2, 2]");
        }
    }
}
