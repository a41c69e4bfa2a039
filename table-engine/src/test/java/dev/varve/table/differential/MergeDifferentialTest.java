package dev.varve.table.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.CompactionOwnership;
import dev.varve.table.PaimonTable;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.TableWriter;
import dev.varve.table.Tables;
import dev.varve.table.WarehouseOver;
import dev.varve.table.differential.RandomHistory.Change;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.type.RowType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random tables of all merge engines, random histories, cut at random into commits, partial and full compactions: a scan, lookups
 * and the model give the same rows; and Apache Paimon Java reads, writes and compacts to the same rows where it keeps to the rules
 * ({@link PaimonDepartures}). More seeds with {@code -Ddifferential.seeds=20000}, one with {@code -Ddifferential.seed=17}.
 */
class MergeDifferentialTest {
    private static final int SEEDS = Integer.getInteger("differential.seeds", 600);
    private static final TableId ID = new TableId("d", "t");

    @TempDir(factory = MemoryTempDir.class)
    private Path temporary;

    /** Who writes. */
    private enum Writers {
        VARVE,
        VARVE_READ_BY_PAIMON,
        PAIMON,
        BOTH
    }

    @Test
    void allGiveTheSameRows() throws Exception {
        Long single = Long.getLong("differential.seed");
        if (single != null) {
            run(single);
            return;
        }
        List<String> failures = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                run(seed);
            } catch (Exception | AssertionError e) {
                failures.add("-Ddifferential.seed=" + seed + ": " + e.getMessage());
            }
        }
        assertThat(failures).isEmpty();
    }

    private void run(long seed) throws Exception {
        new Life(seed, temporary).run();
    }

    /** One table's life. */
    private static final class Life {
        private final Random random;
        private final Writers writers;
        private final TableCase table;
        private final HistoryRules rules;
        private final RandomHistory history;
        private final TableSpec spec;
        private final Table varve;
        private final PaimonTable paimon;
        private final RowType type;
        private long identifier;

        Life(long seed, Path temporary) throws Exception {
            // The first answers of neighbouring seeds are alike.
            random = new Random(seed * 0x9E3779B97F4A7C15L);
            Writers drawn = random.nextBoolean() ? Writers.VARVE : Writers.values()[1 + random.nextInt(3)];
            table = RandomTables.next(random, drawn != Writers.VARVE);
            writers = PaimonDepartures.fail(table) ? Writers.VARVE : drawn;
            boolean forPaimon = writers != Writers.VARVE;
            rules = forPaimon ? HistoryRules.forPaimon(table, random) : HistoryRules.wild(table, random);
            history = new RandomHistory(random, table, rules);
            spec = withoutCompactions(table.spec());
            var io = new MemoryFileIO();
            varve = WarehouseOver.of(io, "/w", ManualEnv.seeded(seed)).create(ID, spec);
            paimon = PaimonTable.over(io, varve.location(), temporary);
            type = varve.schema().rowType();
        }

        private TableSpec withoutCompactions(TableSpec asked) {
            if (rules.compacts() && !rules.oneVersionACommit()) {
                return asked;
            }
            Map<String, String> options = new LinkedHashMap<>(asked.options());
            options.put("num-sorted-run.compaction-trigger", "1000");
            options.remove("full-compaction.delta-commits");
            return new TableSpec(asked.fields(), asked.primaryKeys(), asked.partitionKeys(), options, asked.comment());
        }

        void run() throws Exception {
            try {
                int commits = 1 + random.nextInt(7);
                for (int i = 0; i < commits; i++) {
                    commit(history.commit());
                    if (rules.compacts() && random.nextInt(4) == 0) {
                        compact();
                    }
                    if (random.nextInt(3) == 0) {
                        check();
                    }
                }
                check();
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        writers + " " + rules + "\n" + type + "\n" + spec.options() + "\n" + e.getMessage(), e);
            }
        }

        private void commit(List<Change> changes) throws Exception {
            identifier++;
            boolean paimons = writers == Writers.PAIMON || writers == Writers.BOTH && random.nextBoolean();
            if (paimons) {
                paimon.commit(changes.stream().map(Change::row).toList(), type);
                return;
            }
            String user = random.nextBoolean() ? "first" : "second";
            try (TableWriter writer = varve.newWriter(user, CompactionOwnership.ALL)) {
                writer.awaitCompactions();
                for (Change change : changes) {
                    write(writer, change);
                }
                writer.commit(writer.prepare(), identifier, Map.of(), Guard.NONE, false);
            }
        }

        private static void write(TableWriter writer, Change change) {
            if (change.refused()) {
                assertThatThrownBy(() -> writer.write(change.row()))
                        .as("%s %s", change.row().kind(), change.row())
                        .isInstanceOf(InvalidInputException.class)
                        .hasMessageContaining("cannot be written");
            } else {
                writer.write(change.row());
            }
        }

        private void compact() throws Exception {
            boolean paimons = writers == Writers.PAIMON || writers == Writers.BOTH && random.nextBoolean();
            if (paimons) {
                paimon.compact();
            } else {
                varve.compact("compactor");
            }
        }

        private void check() throws Exception {
            List<String> expected = texts(history.model().rows());
            assertThat(texts(plain(Tables.rows(varve))))
                    .as("scan, of%s", written())
                    .containsExactlyInAnyOrderElementsOf(expected);
            if (writers != Writers.VARVE) {
                assertThat(texts(plain(paimon.rows(type))))
                        .as("read by Paimon, of%s", written())
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
            checkPartOfRows();
            for (List<Object> key : history.keys()) {
                GenericRow keyRow = GenericRow.of(key.toArray());
                List<Object> plainKey =
                        Plain.row(keyRow, type.project(varve.schema().positions(spec.primaryKeys())));
                assertThat(varve.get(keyRow).map(row -> GenericRow.copyOf(row, type)).stream()
                                .map(row -> text(Plain.row(row, type)))
                                .toList())
                        .as("looked up, of%s", history.model().versions(plainKey))
                        .isEqualTo(history.model().row(plainKey).stream()
                                .map(this::text)
                                .toList());
            }
        }

        /** Some columns of the rows for which a condition holds. */
        private void checkPartOfRows() {
            RandomCondition condition = RandomCondition.of(table, random);
            List<Integer> wanted = new ArrayList<>();
            for (int i = 0; i < type.arity(); i++) {
                if (random.nextBoolean()) {
                    wanted.add(random.nextInt(wanted.size() + 1), i);
                }
            }
            List<String> names =
                    wanted.stream().map(i -> table.columns().get(i).name()).toList();
            List<Column> columns = wanted.stream().map(table.columns()::get).toList();
            RowType projected = type.project(wanted.stream().mapToInt(i -> i).toArray());
            List<String> found = Tables.rows(varve.scan().columns(names).where(condition.text())).stream()
                    .map(row -> PlainText.of(columns, Plain.row(row, projected)))
                    .toList();
            List<String> expected = history.model().rows().stream()
                    .filter(condition.holds())
                    .map(row -> PlainText.of(
                            columns, wanted.stream().map(row::get).collect(ArrayList::new, List::add, List::addAll)))
                    .toList();
            assertThat(found)
                    .as("columns %s where %s, of%s", names, condition.text(), written())
                    .containsExactlyInAnyOrderElementsOf(expected);
        }

        private String written() {
            StringBuilder text = new StringBuilder();
            history.model()
                    .keys()
                    .forEach(key -> text.append("\n ")
                            .append(key)
                            .append(history.model().versions(key)));
            return text.toString();
        }

        private List<List<Object>> plain(List<GenericRow> rows) {
            return rows.stream().map(row -> Plain.row(row, type)).toList();
        }

        private List<String> texts(List<List<Object>> rows) {
            return rows.stream().map(this::text).toList();
        }

        private String text(List<Object> row) {
            return PlainText.of(table.columns(), row);
        }
    }
}
