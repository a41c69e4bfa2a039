package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.env.Env;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Varve and Apache Paimon Java take turns on one table: random schemas, random commits and compactions by either, and after each
 * step both read what a plain map says. Run more seeds with {@code -Dinterop.seeds=2000}, one with {@code -Dinterop.seed=17}.
 */
class PaimonInteropPropertyTest {
    private static final int SEEDS = Integer.getInteger("interop.seeds", 60);

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    @Test
    void eachReadsWhatTheOtherWroteAsTheModelSays() throws Exception {
        Long single = Long.getLong("interop.seed");
        for (long seed = 1; seed <= SEEDS; seed++) {
            long chosen = single == null ? seed : single;
            try {
                new History(chosen, directory.resolve("seed-" + seed)).run();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("failed with -Dinterop.seed=" + chosen + ": " + e.getMessage(), e);
            }
            if (single != null) {
                return;
            }
        }
    }

    /** One table's life. */
    private static final class History {
        private final Random random;
        private final RandomTypes types;
        private final RandomRows values;
        private final Path location;
        private final PaimonTable paimon;
        private final TableSpec spec;
        private final List<GenericRow> keys = new ArrayList<>();
        private final Map<JsonNode, GenericRow> model = new LinkedHashMap<>();
        private Table varve;
        private RowType type;
        private long identifier;

        History(long seed, Path home) throws Exception {
            random = new Random(seed);
            types = new RandomTypes(random);
            values = new RandomRows(random);
            location = home.resolve("w").resolve("d.db").resolve("t");
            paimon = new PaimonTable(location, Files.createDirectories(home.resolve("tmp")));
            spec = randomSpec();
        }

        void run() throws Exception {
            try (TableEngine engine =
                    TableEngine.start(EngineSettings.defaults().withEnv(Env.system()))) {
                if (random.nextBoolean()) {
                    paimon.create(spec);
                    varve = engine.open(location.toString());
                } else {
                    varve = engine.create(location.toString(), spec);
                }
                type = varve.schema().rowType();
                while (keys.size() < 12) {
                    GenericRow key = values.row(keyType());
                    if (canBeDirectories(key)) {
                        keys.add(key);
                    }
                }
                int steps = 2 + random.nextInt(5);
                for (int step = 0; step < steps; step++) {
                    step();
                    check();
                }
            }
        }

        private void step() throws Exception {
            switch (random.nextInt(10)) {
                case 0 -> varve.compact("compactor");
                case 1 -> paimon.compact();
                case 2 -> addColumn();
                case 3, 4, 5 -> paimon.commit(randomChanges(), type);
                default -> Tables.commit(varve, "varve", ++identifier, randomChanges());
            }
        }

        private void addColumn() {
            String name = "added" + type.arity();
            varve = varve.evolve(
                    List.of(SchemaChange.AddColumn.last(name, columnType(1).asNullable())));
            type = varve.schema().rowType();
            model.replaceAll((key, row) -> {
                GenericRow wider = new GenericRow(RowKind.INSERT, type.arity());
                for (int i = 0; i < row.arity(); i++) {
                    wider.set(i, row.valueAt(i));
                }
                return wider;
            });
        }

        private List<GenericRow> randomChanges() {
            var changes = new ArrayList<GenericRow>();
            int count = 1 + random.nextInt(20);
            for (int i = 0; i < count; i++) {
                GenericRow key = keys.get(random.nextInt(keys.size()));
                GenericRow row = values.row(type);
                List<String> names = spec.primaryKeys();
                for (int k = 0; k < names.size(); k++) {
                    row.set(type.indexOf(names.get(k)), key.valueAt(k));
                }
                JsonNode id = GoldenValues.toJson(key, keyType());
                if (random.nextInt(4) == 0) {
                    row.setKind(random.nextBoolean() ? RowKind.DELETE : RowKind.UPDATE_BEFORE);
                    model.remove(id);
                } else {
                    row.setKind(random.nextBoolean() ? RowKind.INSERT : RowKind.UPDATE_AFTER);
                    model.put(id, withKind(row));
                }
                changes.add(row);
            }
            return changes;
        }

        private GenericRow withKind(GenericRow row) {
            GenericRow copy = new GenericRow(RowKind.INSERT, row.arity());
            for (int i = 0; i < row.arity(); i++) {
                copy.set(i, row.valueAt(i));
            }
            return copy;
        }

        private void check() throws Exception {
            List<JsonNode> expected = json(model.values());
            assertThat(json(Tables.rows(varve))).as("read by Varve").containsExactlyInAnyOrderElementsOf(expected);
            assertThat(json(paimon.rows(type))).as("read by Paimon").containsExactlyInAnyOrderElementsOf(expected);
            GenericRow key = keys.get(random.nextInt(keys.size()));
            Optional<GenericRow> row = Optional.ofNullable(model.get(GoldenValues.toJson(key, keyType())));
            assertThat(varve.get(key).map(found -> GoldenValues.toJson(found, type)))
                    .as("looked up")
                    .isEqualTo(row.map(found -> GoldenValues.toJson(found, type)));
        }

        private List<JsonNode> json(Iterable<GenericRow> rows) {
            var nodes = new ArrayList<JsonNode>();
            rows.forEach(row -> nodes.add(GoldenValues.toJson(row, type)));
            return nodes;
        }

        /** No file system takes a NUL in a name, and partition values become names. */
        private boolean canBeDirectories(GenericRow key) {
            return spec.partitionKeys().stream()
                    .map(name -> key.valueAt(keyType().indexOf(name)))
                    .noneMatch(value -> value instanceof BinaryString text
                            && text.toString().indexOf('\0') >= 0);
        }

        private RowType keyType() {
            return type.project(varve.schema().positions(spec.primaryKeys()));
        }

        private TableSpec randomSpec() {
            var fields = new ArrayList<DataField>();
            var primaryKeys = new ArrayList<String>();
            var partitionKeys = new ArrayList<String>();
            int partitions = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0;
            for (int i = 0; i < partitions; i++) {
                fields.add(new DataField(0, "p" + i, partitionType()));
                partitionKeys.add("p" + i);
            }
            int keyCount = 1 + random.nextInt(3);
            for (int i = 0; i < keyCount; i++) {
                fields.add(new DataField(0, "k" + i, keyColumnType()));
                primaryKeys.add("k" + i);
            }
            int others = random.nextInt(6);
            for (int i = 0; i < others; i++) {
                fields.add(random.nextInt(fields.size() + 1), new DataField(0, "v" + i, columnType(2)));
            }
            primaryKeys.addAll(random.nextInt(primaryKeys.size() + 1), partitionKeys);
            var options = new LinkedHashMap<String, String>();
            options.put("bucket", Integer.toString(1 + random.nextInt(3)));
            if (random.nextInt(4) == 0) {
                options.put("data-file.thin-mode", "true");
            }
            if (random.nextInt(4) == 0) {
                options.put("num-sorted-run.compaction-trigger", "2");
            }
            if (random.nextInt(4) == 0) {
                options.put("manifest.merge-min-count", "2");
            }
            if (random.nextInt(6) == 0) {
                options.put("metadata.stats-mode", random.nextBoolean() ? "none" : "full");
            }
            return new TableSpec(fields, primaryKeys, partitionKeys, options, Optional.empty());
        }

        private DataType columnType(int depth) {
            DataType candidate = types.any(depth);
            return PaimonRows.canRead(candidate) ? candidate : columnType(depth);
        }

        /** Zeros of either sign and NaN are keys of their own here, but not in Paimon's generated comparisons. */
        private DataType keyColumnType() {
            DataType candidate = types.key();
            return candidate.root() == TypeRoot.FLOAT || candidate.root() == TypeRoot.DOUBLE
                    ? keyColumnType()
                    : candidate;
        }

        /** Bytes have no text for a directory name. */
        private DataType partitionType() {
            DataType candidate = keyColumnType();
            return candidate.root().isBinary() ? partitionType() : candidate;
        }
    }
}
