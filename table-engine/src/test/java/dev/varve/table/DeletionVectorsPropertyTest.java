package dev.varve.table;

import static dev.varve.table.SharedTable.column;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.SharedTable.Hand;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Varve and Apache Paimon Java take turns on a table with deletion vectors: both write, mark what they replace, compact, and read what
 * a map says, of the newest snapshot and of all before it. Rows that a write-only writer leaves on level 0 are seen by nobody until
 * somebody else compacts. More seeds with {@code -Dvectors.seeds=1000}, one with {@code -Dvectors.seed=17}.
 */
class DeletionVectorsPropertyTest {
    private static final int SEEDS = Integer.getInteger("vectors.seeds", 12);

    private static final List<DataField> FIELDS = List.of(
            column("id", DataTypes.INT),
            column("seq", DataTypes.INT),
            column("a", DataTypes.BIGINT),
            column("b", DataTypes.STRING));

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    @Test
    void bothReadWhatTheModelSays() throws Exception {
        Long single = Long.getLong("vectors.seed");
        for (long seed = single == null ? 1 : single; seed <= (single == null ? SEEDS : single); seed++) {
            try {
                new History(seed, directory).run();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("failed with -Dvectors.seed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }

    /** How versions of a key become one row. */
    private enum Engine {
        LAST,
        LARGEST_SEQUENCE,
        PARTIAL,
        SUM
    }

    private static final class History {
        private final Random random;
        private final Engine engine;
        private final int keys;
        private final SharedTable table;
        private final Map<Integer, GenericRow> written = new TreeMap<>();
        private final Map<Long, List<String>> seen = new TreeMap<>();
        private List<String> visible = List.of();
        private boolean hidden;

        History(long seed, Path directory) throws Exception {
            random = new Random(seed);
            engine = Engine.values()[random.nextInt(Engine.values().length)];
            keys = random.nextBoolean() ? 10 : 400;
            table = new SharedTable(directory, options(), FIELDS).createdBy(hand());
        }

        private Map<String, String> options() {
            var options = new HashMap<>(Map.of("deletion-vectors.enabled", "true", "write-only", "false"));
            options.put("deletion-vectors.bitmap64", Boolean.toString(random.nextBoolean()));
            options.put("bucket", Integer.toString(1 + random.nextInt(2)));
            if (random.nextInt(3) == 0) {
                options.put("target-file-size", "4 kb");
            }
            if (random.nextInt(3) == 0) {
                options.put("data-file.thin-mode", "true");
            }
            if (random.nextInt(3) == 0) {
                options.put("sort-spill-threshold", "2");
            }
            switch (engine) {
                case LAST -> {}
                case LARGEST_SEQUENCE -> options.put("sequence.field", "seq");
                case PARTIAL -> options.put("merge-engine", "partial-update");
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
            int steps = 4 + random.nextInt(8);
            for (int step = 0; step < steps; step++) {
                step();
                check();
            }
            seen.keySet().removeIf(id -> table.varve().findSnapshot(id).isEmpty());
            for (Map.Entry<Long, List<String>> snapshot : seen.entrySet()) {
                assertThat(texts(Tables.rows(table.varve().scan().snapshot(snapshot.getKey()))))
                        .as("snapshot %s", snapshot.getKey())
                        .isEqualTo(snapshot.getValue());
            }
        }

        private void step() throws Exception {
            switch (random.nextInt(8)) {
                case 0 -> {
                    table.compact(hand());
                    show();
                }
                case 1 -> {
                    table.commitWriteOnly(rows());
                    hidden = true;
                }
                default -> {
                    table.commit(hand(), rows());
                    if (hidden) {
                        table.compact(hand());
                    }
                    show();
                }
            }
        }

        private void show() {
            written.values().removeIf(row -> row.kind().isRetract());
            visible = texts(written.values());
            hidden = false;
        }

        private GenericRow[] rows() {
            var rows = new ArrayList<GenericRow>();
            int most = random.nextInt(3) == 0 ? 300 : 12;
            int count = 1 + random.nextInt(most);
            for (int i = 0; i < count; i++) {
                GenericRow row = row(random.nextInt(keys));
                rows.add(row);
                apply(row);
            }
            return rows.toArray(GenericRow[]::new);
        }

        private GenericRow row(int key) {
            GenericRow row = GenericRow.of(
                    key,
                    random.nextInt(50),
                    random.nextInt(4) == 0 ? null : random.nextLong(1000),
                    random.nextInt(4) == 0 ? null : BinaryString.of("b" + random.nextInt(1000)));
            boolean deletes = engine == Engine.LAST || engine == Engine.LARGEST_SEQUENCE;
            row.setKind(deletes && random.nextInt(4) == 0 ? RowKind.DELETE : RowKind.INSERT);
            return row;
        }

        /** Deletes stay until they are compacted: with a sequence field, older rows come after them in vain. */
        private void apply(GenericRow row) {
            int key = row.intAt(0);
            GenericRow before = written.get(key);
            if (before == null || engine == Engine.LAST) {
                written.put(key, row);
            } else if (engine == Engine.LARGEST_SEQUENCE) {
                if (row.intAt(1) >= before.intAt(1)) {
                    written.put(key, row);
                }
            } else {
                written.put(key, merged(before, row));
            }
        }

        private GenericRow merged(GenericRow before, GenericRow row) {
            Object a = row.isNull(2) ? before.valueAt(2) : row.valueAt(2);
            Object seq = row.valueAt(1);
            if (engine == Engine.SUM) {
                a = before.isNull(2) || row.isNull(2) ? a : (Object) (before.longAt(2) + row.longAt(2));
                seq = Math.max(before.intAt(1), row.intAt(1));
            }
            return GenericRow.of(row.intAt(0), seq, a, row.isNull(3) ? before.valueAt(3) : row.valueAt(3));
        }

        private void check() throws Exception {
            assertThat(table.rows()).isEqualTo(visible);
            Table varve = table.varve();
            varve.latestSnapshot().ifPresent(snapshot -> seen.put(snapshot.id(), visible));
            for (int i = 0; i < 5; i++) {
                int key = random.nextInt(keys);
                Optional<Row> found = varve.get(GenericRow.of(key));
                assertThat(found.isPresent())
                        .as("key %s", key)
                        .isEqualTo(visible.stream().anyMatch(row -> row.startsWith("+I[" + key + ", ")));
            }
            int limit = random.nextInt(visible.size() + 2);
            assertThat(Tables.rows(varve.scan().limit(limit))).hasSize(Math.min(limit, visible.size()));
            table.rows("a > 500");
            table.rows("id >= " + keys / 2 + " AND seq < 20");
        }

        private static List<String> texts(Iterable<GenericRow> rows) {
            var texts = new ArrayList<String>();
            rows.forEach(row -> {
                if (row.kind().isAdd()) {
                    GenericRow copy = GenericRow.of(row.valueAt(0), row.valueAt(1), row.valueAt(2), row.valueAt(3));
                    texts.add(copy.toString());
                }
            });
            return texts.stream().sorted().toList();
        }
    }
}
