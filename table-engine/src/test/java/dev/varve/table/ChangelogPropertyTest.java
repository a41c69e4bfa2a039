package dev.varve.table;

import static dev.varve.table.SharedTable.column;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.SharedTable.Hand;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.source.ReadBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random histories of tables with every changelog producer and every merge engine that may have it. One table is written by Varve and
 * Apache Paimon Java in turns, a second one by Paimon alone, with the same rows and compactions. Throughout,
 *
 * <ol>
 *   <li>what Varve reads of the changes is what Paimon reads;
 *   <li>each step changed the same in both tables;
 *   <li>all changes of a changelog that compactions make, applied from the first one on, are the rows of the table, and every
 *       before image is the row that was there.
 * </ol>
 *
 * More seeds with {@code -Dchangelog.seeds=1000}, one with {@code -Dchangelog.seed=17}.
 */
class ChangelogPropertyTest {
    private static final int SEEDS = Integer.getInteger("changelog.seeds", 6);

    private static final List<DataField> FIELDS = List.of(
            column("id", DataTypes.INT),
            column("seq", DataTypes.INT),
            column("a", DataTypes.BIGINT),
            column("b", DataTypes.STRING));

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    @Test
    void changesAreThoseThatPaimonTellsAndMakeTheTable() throws Exception {
        Long single = Long.getLong("changelog.seed");
        for (long seed = single == null ? 1 : single; seed <= (single == null ? SEEDS : single); seed++) {
            try {
                new History(seed, Files.createDirectories(directory.resolve("seed-" + seed))).run();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("failed with -Dchangelog.seed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private enum Engine {
        LAST,
        LARGEST_SEQUENCE,
        PARTIAL,
        SUM,
        FIRST
    }

    private static final class History {
        private final Random random;
        private final Engine engine;
        private final String producer;
        private final int keys;
        private final SharedTable shared;
        private final SharedTable paimonAlone;
        private final Map<Integer, String> replayed = new TreeMap<>();

        History(long seed, Path directory) throws Exception {
            random = new Random(seed);
            engine = Engine.values()[(int) (seed % Engine.values().length)];
            producer = engine == Engine.FIRST
                    ? "lookup"
                    : List.of("input", "lookup", "lookup", "full-compaction").get(random.nextInt(4));
            keys = random.nextBoolean() ? 8 : 300;
            Map<String, String> options = options();
            shared = new SharedTable(directory, options, FIELDS).createdBy(hand());
            paimonAlone = new SharedTable(directory, options, FIELDS).createdBy(Hand.PAIMON);
        }

        private Map<String, String> options() {
            var options = new HashMap<>(Map.of("changelog-producer", producer, "write-only", "false"));
            options.put("bucket", Integer.toString(1 + random.nextInt(2)));
            // Both wait for a step of the history that compacts.
            options.put("full-compaction.delta-commits", "1000");
            if (random.nextInt(3) == 0) {
                options.put("target-file-size", "4 kb");
            }
            if (random.nextInt(3) == 0) {
                options.put("sort-spill-threshold", "2");
            }
            if (random.nextInt(3) == 0) {
                options.put("changelog-producer.row-deduplicate", "true");
                options.put("changelog-producer.row-deduplicate-ignore-fields", "b");
            }
            if (random.nextInt(3) == 0 && engine != Engine.FIRST && !producer.equals("full-compaction")) {
                options.put("deletion-vectors.enabled", "true");
            }
            switch (engine) {
                case LAST -> {}
                case LARGEST_SEQUENCE -> options.put("sequence.field", "seq");
                case PARTIAL -> options.put("merge-engine", "partial-update");
                case FIRST -> options.put("merge-engine", "first-row");
                case SUM -> {
                    options.put("merge-engine", "aggregation");
                    options.put("fields.a.aggregate-function", "sum");
                    options.put("fields.b.aggregate-function", "last_non_null_value");
                    options.put("fields.seq.aggregate-function", "max");
                }
            }
            return options;
        }

        private Hand hand() {
            return random.nextBoolean() ? Hand.VARVE : Hand.PAIMON;
        }

        void run() throws Exception {
            // Much that later compactions do not reach.
            step(rows(random.nextBoolean() ? 2000 : 5));
            int steps = 3 + random.nextInt(4);
            for (int step = 0; step < steps; step++) {
                if (random.nextInt(4) == 0) {
                    compact();
                } else {
                    step(rows(1 + random.nextInt(random.nextInt(3) == 0 ? 200 : 8)));
                }
            }
            compact();
            if (!producer.equals("input")) {
                assertThat(new ArrayList<>(replayed.values())).as("all changes").isEqualTo(rowsById());
            }
        }

        private void step(GenericRow[] rows) throws Exception {
            long before = latest(shared);
            long beforeAlone = latest(paimonAlone);
            shared.commit(hand(), rows);
            paimonAlone.commit(Hand.PAIMON, rows);
            check(before, beforeAlone);
        }

        private void compact() throws Exception {
            long before = latest(shared);
            long beforeAlone = latest(paimonAlone);
            shared.compact(hand());
            paimonAlone.compact(Hand.PAIMON);
            check(before, beforeAlone);
        }

        private static long latest(SharedTable table) {
            return table.varve().latestSnapshot().map(Snapshot::id).orElse(0L);
        }

        private void check(long before, long beforeAlone) throws Exception {
            List<GenericRow> changes = changes(shared, before);
            assertThat(texts(changesByPaimon(shared, before)))
                    .as("read by Paimon")
                    .isEqualTo(texts(changes));
            assertThat(texts(changes))
                    .as("what Paimon alone tells")
                    .isEqualTo(texts(changes(paimonAlone, beforeAlone)));
            if (!producer.equals("input")) {
                changes.forEach(this::replay);
            }
            if (producer.equals("lookup")) {
                assertThat(new ArrayList<>(replayed.values())).as("all changes").isEqualTo(rowsById());
            }
        }

        private void replay(GenericRow change) {
            int key = change.intAt(0);
            String row = counted(change);
            switch (change.kind()) {
                case INSERT ->
                    assertThat(replayed.put(key, row)).as("before %s", change).isNull();
                case UPDATE_BEFORE, DELETE ->
                    assertThat(replayed.remove(key)).as("before %s", change).isEqualTo(row);
                case UPDATE_AFTER ->
                    assertThat(replayed.put(key, row)).as("before %s", change).isNull();
            }
        }

        /** A row without the column that may change without being told. */
        private String counted(GenericRow row) {
            return row.valueAt(0) + " " + row.valueAt(1) + " " + row.valueAt(2);
        }

        private List<String> rowsById() throws Exception {
            shared.rows();
            Map<Integer, String> rows = new TreeMap<>();
            Tables.rows(shared.varve()).forEach(row -> rows.put(row.intAt(0), counted(row)));
            return new ArrayList<>(rows.values());
        }

        private static List<GenericRow> changes(SharedTable table, long after) {
            List<GenericRow> changes = new ArrayList<>();
            try (ChangelogCursor cursor = table.varve().changelog().after(after).open()) {
                while (cursor.advance()) {
                    changes.add(GenericRow.copyOf(cursor.row(), cursor.type()));
                }
            }
            return changes;
        }

        private static List<GenericRow> changesByPaimon(SharedTable table, long after) throws Exception {
            if (latest(table) == after) {
                return List.of();
            }
            FileStoreTable range = table.paimon()
                    .open()
                    .copy(Map.of(
                            "incremental-between",
                            after + "," + latest(table),
                            "incremental-between-scan-mode",
                            "changelog"));
            RowType type = table.varve().schema().rowType();
            ReadBuilder builder = range.newReadBuilder();
            List<GenericRow> changes = new ArrayList<>();
            try (RecordReader<InternalRow> reader =
                    builder.newRead().createReader(builder.newScan().plan())) {
                reader.forEachRemaining(row -> changes.add(PaimonRows.fromPaimon(row, type)));
            }
            return changes;
        }

        /** By key, the changes of a key in their order. */
        private static List<String> texts(List<GenericRow> changes) {
            Map<Integer, List<String>> byKey = new TreeMap<>();
            changes.forEach(change -> byKey.computeIfAbsent(change.intAt(0), key -> new ArrayList<>())
                    .add(change.toString()));
            return byKey.values().stream().flatMap(List::stream).toList();
        }

        private GenericRow[] rows(int count) {
            GenericRow[] rows = new GenericRow[count];
            for (int i = 0; i < count; i++) {
                rows[i] = GenericRow.of(
                        count > 1000 ? i : random.nextInt(keys),
                        random.nextInt(50),
                        random.nextInt(4) == 0 ? null : (Object) (long) random.nextInt(4),
                        random.nextInt(4) == 0 ? null : BinaryString.of("b" + random.nextInt(3)));
                rows[i].setKind(kind());
            }
            return rows;
        }

        private RowKind kind() {
            if (engine == Engine.LAST && random.nextInt(4) == 0) {
                return random.nextInt(3) == 0 ? RowKind.UPDATE_BEFORE : RowKind.DELETE;
            }
            // The kind of a first row is told as it was written by Paimon, and as what it is by Varve.
            return engine == Engine.FIRST || random.nextBoolean() ? RowKind.INSERT : RowKind.UPDATE_AFTER;
        }
    }
}
