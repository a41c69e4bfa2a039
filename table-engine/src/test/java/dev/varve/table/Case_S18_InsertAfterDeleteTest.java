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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Partial updates whose deletes remove the row: nothing from before a delete shows in what is inserted after it, however the three
 * records are spread over flushes and compactions; and the changelog says so.
 */
class Case_S18_InsertAfterDeleteTest {
    private static final Map<String, String> OPTIONS =
            Map.of("merge-engine", "partial-update", "partial-update.remove-record-on-delete", "true");
    private static final List<DataField> FIELDS = List.of(
            column("k", DataTypes.INT),
            column("a", DataTypes.INT),
            column("b", DataTypes.INT),
            column("c", DataTypes.INT));
    private static final List<GenericRow> RECORDS =
            List.of(row("+I", 1, 1, 1, 1), row("-D", 1, 1, 1, 1), row("+I", 1, null, 2, 2));

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    private SharedTable table(Map<String, String> more) throws Exception {
        var options = new HashMap<>(OPTIONS);
        options.putAll(more);
        return new SharedTable(directory, options, FIELDS).createdBy(Hand.VARVE);
    }

    /** Where the three records are cut into commits (|), and who compacts after a commit (V, P). */
    static Stream<String> spreads() {
        return Stream.of("012", "0|12", "01|2", "0|1|2")
                .flatMap(cut ->
                        Stream.of("", "V", "P").map(compactor -> cut.replace("|", compactor + "|") + compactor));
    }

    @ParameterizedTest
    @MethodSource("spreads")
    void nothingFromBeforeTheDeleteLeaks(String spread) throws Exception {
        SharedTable table = table(Map.of());
        run(table, spread, Hand.VARVE);
        assertThat(table.rows()).containsExactly("+I[1, null, 2, 2]");
        assertThat(table.varve().get(GenericRow.of(1))).hasValueSatisfying(row -> {
            assertThat(row.isNull(1)).isTrue();
            assertThat(row.intAt(2)).isEqualTo(2);
        });
        table.compact(Hand.VARVE);
        assertThat(table.rows()).containsExactly("+I[1, null, 2, 2]");
        LiveFile only = table.varve().files().get(0);
        assertThat(table.varve().files()).hasSize(1);
        // A compaction that leaves nothing of the key lets its numbers begin anew.
        assertThat(only.maxSequence())
                .as("that of the last record")
                .isEqualTo(spread.matches(".*[VP].*") ? only.minSequence() : 2);
        assertThat(only.minSequence()).isEqualTo(only.maxSequence());
        table.compact(Hand.PAIMON);
        assertThat(table.rows()).containsExactly("+I[1, null, 2, 2]");
    }

    private static void run(SharedTable table, String spread, Hand writer) throws Exception {
        for (String commit : spread.split("\\|")) {
            var rows = new ArrayList<GenericRow>();
            for (char step : commit.toCharArray()) {
                if (Character.isDigit(step)) {
                    rows.add(RECORDS.get(step - '0'));
                }
            }
            table.commit(writer, rows.toArray(GenericRow[]::new));
            if (commit.endsWith("V")) {
                table.compact(Hand.VARVE);
            } else if (commit.endsWith("P")) {
                table.compact(Hand.PAIMON);
            }
        }
    }

    /**
     * Paimon writes, each record as a commit of its own, and Varve goes on. A delete that Paimon wrote holds the columns of the row,
     * which Paimon takes for the beginning of the next one until it is compacted away; Varve does not.
     */
    @ParameterizedTest
    @ValueSource(strings = {"PPP", "PPV", "PVP", "VPP", "VPV", "VVP", "PVV"})
    void writtenInTurns(String writers) throws Exception {
        SharedTable table = table(Map.of());
        for (int i = 0; i < 3; i++) {
            table.commit(writers.charAt(i) == 'V' ? Hand.VARVE : Hand.PAIMON, RECORDS.get(i));
        }
        assertThat(Tables.rows(table.varve())).hasToString("[+I[1, null, 2, 2]]");
        if (writers.charAt(1) == 'V') {
            assertThat(table.rows()).containsExactly("+I[1, null, 2, 2]");
        }
        table.compact(Hand.VARVE);
        assertThat(table.rows()).containsExactly("+I[1, null, 2, 2]");
    }

    /** Other rows around, several lives of one key, and a delete at the end. */
    @ParameterizedTest
    @ValueSource(strings = {"-", "V", "P"})
    void severalLives(String compactor) throws Exception {
        SharedTable table = table(Map.of());
        GenericRow[] steps = {
            row("+I", 1, 1, null, null), row("+I", 2, 5, 5, 5), row("+U", 1, null, 1, null), row("-D", 1, 1, 1, null),
            row("+I", 1, null, null, 3), row("+U", 1, null, 4, null), row("-D", 1, null, 4, 3), row("-D", 2, 5, 5, 5),
            row("-D", 1, null, null, null), row("+I", 1, null, null, null), row("+U", 2, null, 9, null),
        };
        int[] cuts = {2, 4, 5, 8, 11};
        int from = 0;
        for (int to : cuts) {
            table.commit(
                    Hand.VARVE, Stream.of(steps).skip(from).limit(to - from).toArray(GenericRow[]::new));
            from = to;
            table.rows();
            if (!compactor.equals("-")) {
                table.compact(compactor.equals("V") ? Hand.VARVE : Hand.PAIMON);
            }
        }
        assertThat(table.rows()).containsExactly("+I[1, null, null, null]", "+I[2, null, 9, null]");
    }

    /** Only the delete is left: the row is gone, and stays so. */
    @ParameterizedTest
    @ValueSource(strings = {"01", "0|1", "0V|1", "0|1V", "0P|1P"})
    void aDeleteAtTheEndRemovesTheRow(String spread) throws Exception {
        SharedTable table = table(Map.of());
        run(table, spread, Hand.VARVE);
        assertThat(table.rows()).isEmpty();
        table.compact(Hand.VARVE);
        assertThat(table.rows()).isEmpty();
        assertThat(table.varve().get(GenericRow.of(1))).isEmpty();
    }

    /** A condition on what was before the delete finds nothing. */
    @Test
    void conditionsDoNotSeeThroughTheDelete() throws Exception {
        SharedTable table = table(Map.of());
        run(table, "0V|1|2", Hand.VARVE);
        assertThat(table.rows("a = 1")).isEmpty();
        assertThat(table.rows("a is null")).containsExactly("+I[1, null, 2, 2]");
        assertThat(table.rows("b = 2 and c = 2")).hasSize(1);
        assertThat(table.rows("b = 1")).isEmpty();
    }

    /** Commits, each with its compaction, and what readers of changes get. */
    static Stream<Arguments> changelogs() {
        String inserted = "+I[1, 1, 1, 1]";
        String deleted = "-D[1, 1, 1, 1]";
        String after = "+I[1, null, 2, 2]";
        List<Arguments> cases = new ArrayList<>();
        for (String cut : List.of("012", "0|12", "01|2", "0|1|2")) {
            List<String> made = switch (cut) {
                case "0|1|2" -> List.of(inserted, deleted, after);
                case "0|12" -> List.of(inserted, "-U[1, 1, 1, 1]", "+U[1, null, 2, 2]");
                default -> List.of(after);
            };
            cases.add(Arguments.of("input", cut, List.of(inserted, deleted, after)));
            cases.add(Arguments.of("lookup", cut, made));
            cases.add(Arguments.of("full-compaction", cut, made));
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("changelogs")
    void theChangelogTellsOfTheDelete(String producer, String spread, List<String> expected) throws Exception {
        SharedTable table = table(Map.of("changelog-producer", producer, "write-only", "false"));
        run(table, spread, Hand.VARVE);
        if (producer.equals("input")) {
            // Deletes are stored whole, for the changelog's sake, and Paimon begins the next row with them until they
            // are compacted.
            assertThat(Tables.rows(table.varve())).hasToString("[+I[1, null, 2, 2]]");
        } else {
            assertThat(table.rows()).containsExactly("+I[1, null, 2, 2]");
        }
        assertThat(table.changes()).isEqualTo(expected);
        table.compact(Hand.VARVE);
        assertThat(table.changes()).isEqualTo(expected);
    }

    /** Whoever writes and compacts, the changelog of lookups says the same. */
    @ParameterizedTest
    @ValueSource(strings = {"PPP", "PPV", "PVP", "VPP", "VPV", "VVP", "PVV"})
    void theChangelogIsMadeInTurns(String writers) throws Exception {
        SharedTable table = table(Map.of("changelog-producer", "lookup", "write-only", "false"));
        for (int i = 0; i < 3; i++) {
            table.commit(writers.charAt(i) == 'V' ? Hand.VARVE : Hand.PAIMON, RECORDS.get(i));
        }
        assertThat(table.rows()).containsExactly("+I[1, null, 2, 2]");
        assertThat(table.changes()).containsExactly("+I[1, 1, 1, 1]", "-D[1, 1, 1, 1]", "+I[1, null, 2, 2]");
    }
}
