package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Varve writes on top of tables that Apache Paimon 1.4.2 made, Paimon on top of that, and both read the same rows throughout. */
class GoldenWriteTest {
    /** Readable, but written with a feature this engine does not write yet. */
    private static final Set<String> NOT_WRITABLE = Set.of("bucket_postpone", "dynamic_bucket");
    /** Tables whose rows are made of several versions: what they must be is the business of other tests. */
    private static final Set<String> MERGED = Set.of("aggregation", "partial_update", "sequence_field");
    /** What is written on top changes nothing here. */
    private static final String FIRST_ROW = "first_row";

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    private TableEngine engine;

    @BeforeEach
    void startEngine() {
        engine = TableEngine.start(EngineSettings.defaults());
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    static Stream<String> writable() {
        return GoldenTablesTest.readable()
                .filter(name -> !NOT_WRITABLE.contains(name) && !MERGED.contains(name) && !name.equals(FIRST_ROW));
    }

    static Stream<String> merged() {
        return MERGED.stream().sorted();
    }

    static Stream<String> notWritable() {
        return NOT_WRITABLE.stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("writable")
    void bothReadWhatEitherWritesOnTop(String name) throws Exception {
        Path location = copy(name);
        Table table = engine.open(location.toString());
        PaimonTable paimon = new PaimonTable(location, Files.createDirectories(directory.resolve("tmp")));
        boolean waiting = table.schema().tableOptions().deletionVectors();
        if (waiting) {
            // Rows that wait on level 0 would become visible with the first commit.
            table.compact("varve-compaction");
        }
        RowType rowType = table.schema().rowType();
        History history = new History(
                name,
                table,
                waiting
                        ? Tables.rows(table).stream()
                                .map(row -> GenericRow.copyOf(row, rowType))
                                .toList()
                        : GoldenValues.expectedRows(name).stream()
                                .map(node -> GoldenValues.row(node, rowType))
                                .toList());

        Tables.commit(table, "varve", 1, history.changes());
        history.check(table, paimon);
        paimon.commit(history.changes(), table.schema().rowType());
        history.check(table, paimon);
        if (!"true".equals(table.schema().options().get("write-only"))) {
            table.compact("varve-compaction");
            history.check(table, paimon);
            Tables.commit(table, "varve", 2, history.changes());
            paimon.compact();
            history.check(table, paimon);
        }
        Tables.commit(table, "varve", 3, history.changes());
        history.check(table, paimon);
    }

    /** Rows get values of others, so that groups and sequences meet older and newer ones. */
    @ParameterizedTest
    @MethodSource("merged")
    void bothMergeWhatEitherWritesOnTop(String name) throws Exception {
        Path location = copy(name);
        Table table =
                engine.open(location.toString()).evolve(List.of(new SchemaChange.SetOption("write-only", "false")));
        PaimonTable paimon = new PaimonTable(location, Files.createDirectories(directory.resolve("tmp")));
        RowType type = table.schema().rowType();
        List<GenericRow> rows = Tables.rows(table);
        List<GenericRow> rotated = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            GenericRow row = GenericRow.copyOf(rows.get((i + 1) % rows.size()), type);
            row.set(0, rows.get(i).valueAt(0));
            rotated.add(row);
        }
        Tables.commit(table, "varve", 1, rotated);
        List<JsonNode> merged = bothRead(table, paimon);
        assertThat(table.compact("varve-compaction")).isNotEmpty();
        assertThat(bothRead(table, paimon)).hasSameElementsAs(merged);
        paimon.commit(rotated, type);
        bothRead(table, paimon);
        Tables.commit(table, "varve", 2, rows);
        paimon.compact();
        bothRead(table, paimon);
    }

    private static List<JsonNode> bothRead(Table table, PaimonTable paimon) throws Exception {
        RowType type = table.schema().rowType();
        List<JsonNode> ours = json(Tables.rows(table), type);
        assertThat(ours).isNotEmpty().containsExactlyInAnyOrderElementsOf(json(paimon.rows(type), type));
        return ours;
    }

    private static List<JsonNode> json(List<GenericRow> rows, RowType type) {
        return rows.stream()
                .map(row -> GoldenValues.comparable(GoldenValues.toJson(row, type)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("notWritable")
    void otherTablesAreRefusedBeforeAnythingIsWritten(String name) {
        Table table = engine.open(copy(name).toString());
        assertThatThrownBy(() -> table.newWriter("varve"))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("not supported");
    }

    /** The rows that the table must have, by primary key. */
    private static final class History {
        private final RowType type;
        private final List<String> primaryKeys;
        private final Map<JsonNode, GenericRow> model = new LinkedHashMap<>();
        private final Random random;
        private final RandomRows values;

        History(String name, Table table, List<GenericRow> rows) {
            type = table.schema().rowType();
            primaryKeys = table.schema().primaryKeys();
            random = new Random(name.hashCode());
            values = new RandomRows(random);
            rows.forEach(row -> model.put(key(row), row));
        }

        /** Updates some rows, deletes one, and inserts some whose keys mix those of others. */
        List<GenericRow> changes() {
            var changes = new ArrayList<GenericRow>();
            List<GenericRow> existing = new ArrayList<>(model.values());
            for (int i = 0; i < existing.size() && i < 5; i++) {
                GenericRow old = existing.get(random.nextInt(existing.size()));
                GenericRow row = values.row(type);
                primaryKeys.forEach(name -> row.set(type.indexOf(name), old.valueAt(type.indexOf(name))));
                row.setKind(i == 0 ? RowKind.DELETE : RowKind.UPDATE_AFTER);
                changes.add(row);
            }
            for (int i = 0; i < 3 && !existing.isEmpty(); i++) {
                GenericRow row = values.row(type);
                for (String name : primaryKeys) {
                    GenericRow donor = existing.get(random.nextInt(existing.size()));
                    row.set(type.indexOf(name), donor.valueAt(type.indexOf(name)));
                }
                changes.add(row);
            }
            for (GenericRow change : changes) {
                if (change.kind().isRetract()) {
                    model.remove(key(change));
                } else {
                    GenericRow stored = GenericRow.copyOf(change, type);
                    stored.setKind(RowKind.INSERT);
                    model.put(key(change), stored);
                }
            }
            return changes;
        }

        void check(Table table, PaimonTable paimon) throws Exception {
            List<JsonNode> expected = json(model.values());
            assertThat(json(Tables.rows(table))).as("read by Varve").containsExactlyInAnyOrderElementsOf(expected);
            assertThat(json(paimon.rows(type))).as("read by Paimon").containsExactlyInAnyOrderElementsOf(expected);
        }

        private List<JsonNode> json(Iterable<GenericRow> rows) {
            var nodes = new ArrayList<JsonNode>();
            rows.forEach(row -> nodes.add(GoldenValues.toJson(row, type)));
            return nodes;
        }

        private JsonNode key(GenericRow row) {
            RowType keyType =
                    type.project(primaryKeys.stream().mapToInt(type::indexOf).toArray());
            GenericRow key = new GenericRow(RowKind.INSERT, primaryKeys.size());
            for (int i = 0; i < primaryKeys.size(); i++) {
                key.set(i, row.valueAt(type.indexOf(primaryKeys.get(i))));
            }
            return GoldenValues.toJson(key, keyType);
        }
    }

    private Path copy(String name) {
        Path source = GoldenTables.table(name);
        Path target = directory.resolve("golden.db").resolve(name);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copied = target.resolve(source.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copied);
                } else {
                    Files.copy(file, copied);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return target;
    }
}
