package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.env.Env;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.predicate.PredicateFormat;
import dev.varve.table.predicate.RandomPredicates;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.DecimalType;
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
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.reader.RecordReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A scan under a condition gives the rows of the full scan of which it is true: random tables with overlapping files, compactions
 * and schema changes, random conditions, columns, limits and parallelism; and Apache Paimon Java gives the same rows. Run more seeds
 * with {@code -Dscan.seeds=2000}, one with {@code -Dscan.seed=17}.
 */
class ScanPropertyTest {
    private static final int SEEDS = Integer.getInteger("scan.seeds", 10);
    private static final int CONDITIONS = 8;

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    private long prunedByPartition;
    private long prunedByBucket;
    private long prunedByKey;
    private long prunedByValue;
    private long prunedByLimit;
    private long comparedWithPaimon;

    @Test
    void aConditionGivesTheRowsOfTheFullScanOfWhichItIsTrue() throws Exception {
        Long single = Long.getLong("scan.seed");
        try (TableEngine engine = TableEngine.start(EngineSettings.defaults().withEnv(Env.system()))) {
            for (long seed = 1; seed <= SEEDS; seed++) {
                long chosen = single == null ? seed : single;
                try {
                    new Life(engine, chosen, directory.resolve("seed-" + seed)).run();
                } catch (Exception | AssertionError e) {
                    throw new AssertionError("failed with -Dscan.seed=" + chosen + ": " + e.getMessage(), e);
                }
                if (single != null) {
                    return;
                }
            }
        }
        // Otherwise the test would say little.
        assertThat(List.of(
                        prunedByPartition,
                        prunedByBucket,
                        prunedByKey,
                        prunedByValue,
                        prunedByLimit,
                        comparedWithPaimon))
                .as("by partition, bucket, key, value, limit; compared with Paimon")
                .allMatch(count -> count > 0);
    }

    @Test
    void tablesOfPaimonAreReadUnderConditionsToo() {
        var random = new Random(11);
        try (TableEngine engine = TableEngine.start(EngineSettings.defaults())) {
            for (String name : GoldenTables.names()) {
                Table table = engine.open(GoldenTables.table(name).toString());
                if (isReadable(table)) {
                    RowType type = table.schema().rowType();
                    List<GenericRow> all = Tables.rows(table);
                    for (int i = 0; i < 4; i++) {
                        Predicate predicate = new RandomPredicates(random, type, all).any(2);
                        assertThat(Tables.rows(table.scan().filter(predicate)).stream()
                                        .map(row -> GoldenValues.toJson(row, type))
                                        .toList())
                                .as("%s: %s", name, predicate)
                                .containsExactlyInAnyOrderElementsOf(all.stream()
                                        .filter(predicate::test)
                                        .map(row -> GoldenValues.toJson(row, type))
                                        .toList());
                    }
                }
            }
        }
    }

    private static boolean isReadable(Table table) {
        try {
            table.scan();
            return true;
        } catch (UnsupportedFormatException e) {
            return false;
        }
    }

    /** One table. */
    private final class Life {
        private final Random random;
        private final RandomTypes types;
        private final RandomRows values;
        private final PaimonTable paimon;
        private final TableSpec spec;
        private final List<GenericRow> keys = new ArrayList<>();
        private Table table;
        private RowType type;
        private long identifier;

        Life(TableEngine engine, long seed, Path home) throws Exception {
            random = new Random(seed);
            types = new RandomTypes(random);
            values = new RandomRows(random);
            spec = randomSpec();
            Path location = home.resolve("t");
            paimon = new PaimonTable(location, Files.createDirectories(home.resolve("tmp")));
            table = engine.create(location.toString(), spec);
            type = table.schema().rowType();
        }

        void run() throws Exception {
            while (keys.size() < 16) {
                keys.add(values.row(keyType()));
            }
            for (int step = 3 + random.nextInt(5); step > 0; step--) {
                step();
            }
            List<GenericRow> all = Tables.rows(table);
            var predicates = new RandomPredicates(random, type, all);
            for (int i = 0; i < CONDITIONS; i++) {
                check(all, predicates.any(random.nextInt(3)));
            }
        }

        private void step() {
            switch (random.nextInt(8)) {
                case 0 ->
                    table.evolve(List.of(new SchemaChange.SetOption("write-only", "false")))
                            .compact("compactor");
                case 1 -> evolve();
                default -> Tables.commit(table, "writer", ++identifier, randomChanges());
            }
        }

        private void evolve() {
            List<DataField> others = type.fields().stream()
                    .filter(field -> !spec.primaryKeys().contains(field.name()))
                    .toList();
            String added = "added" + identifier + "_" + type.arity();
            SchemaChange change = SchemaChange.AddColumn.last(added, columnType());
            if (!others.isEmpty() && random.nextInt(3) > 0) {
                DataField field = others.get(random.nextInt(others.size()));
                change = switch (random.nextInt(4)) {
                    case 0 -> new SchemaChange.DropColumn(List.of(field.name()));
                    case 1 -> new SchemaChange.RenameColumn(List.of(field.name()), added);
                    default -> retyped(field).orElse(change);
                };
            }
            table = table.evolve(List.of(change));
            type = table.schema().rowType();
        }

        /** Changes that keep order, and some that do not. */
        private Optional<SchemaChange> retyped(DataField field) {
            DataType to = switch (field.type().root()) {
                case TINYINT, SMALLINT -> random.nextBoolean() ? DataTypes.INT : DataTypes.STRING;
                case INT -> random.nextBoolean() ? DataTypes.BIGINT : DataTypes.DOUBLE;
                case BIGINT -> random.nextBoolean() ? DataTypes.INT : DataTypes.decimal(20, 2);
                case FLOAT -> DataTypes.DOUBLE;
                case DECIMAL -> {
                    int scale = ((DecimalType) field.type()).scale();
                    yield random.nextBoolean() ? DataTypes.decimal(38, Math.min(scale, 20)) : DataTypes.DOUBLE;
                }
                case CHAR, VARCHAR -> random.nextBoolean() ? DataTypes.STRING : DataTypes.varchar(3);
                case TIMESTAMP -> DataTypes.timestamp(random.nextInt(10));
                case DATE -> DataTypes.timestamp(3);
                default -> null;
            };
            return Optional.ofNullable(to)
                    .map(target -> new SchemaChange.ChangeType(
                            List.of(field.name()),
                            target.withNullable(field.type().nullable())));
        }

        private List<GenericRow> randomChanges() {
            var changes = new ArrayList<GenericRow>();
            // Sometimes neighbours only, so that files do not all overlap.
            int from = random.nextInt(keys.size());
            int reach = random.nextBoolean() ? 3 : keys.size();
            for (int i = 1 + random.nextInt(12); i > 0; i--) {
                GenericRow key = keys.get((from + random.nextInt(reach)) % keys.size());
                GenericRow row = values.row(type);
                for (int k = 0; k < spec.primaryKeys().size(); k++) {
                    row.set(type.indexOf(spec.primaryKeys().get(k)), key.valueAt(k));
                }
                row.setKind(random.nextInt(5) == 0 ? RowKind.DELETE : RowKind.INSERT);
                changes.add(row);
            }
            return changes;
        }

        private void check(List<GenericRow> all, Predicate predicate) throws Exception {
            List<JsonNode> expected = json(all.stream().filter(predicate::test).toList(), type);
            String claim = predicate + " of " + type + " = " + new PredicateFormat(type).format(predicate);

            ScanPlan plan = table.scan().filter(predicate).plan();
            assertThat(json(rows(plan.open()), type)).as(claim).containsExactlyInAnyOrderElementsOf(expected);
            count(plan.statistics());
            checkText(predicate, expected, claim);
            checkSplits(plan, expected, claim);
            checkColumns(all, predicate, claim);
            checkLimit(predicate, expected, claim);
            checkPaimon(predicate, expected, claim);
        }

        private void checkText(Predicate predicate, List<JsonNode> expected, String claim) {
            TableScan scan = table.scan()
                    .where(new PredicateFormat(type).format(predicate))
                    .parallelism(1 + random.nextInt(4));
            assertThat(json(Tables.rows(scan), type)).as(claim).containsExactlyInAnyOrderElementsOf(expected);
        }

        private void checkSplits(ScanPlan plan, List<JsonNode> expected, String claim) {
            var rows = new ArrayList<GenericRow>();
            for (ScanSplit split : plan.splits()) {
                rows.addAll(rows(plan.open(split)));
            }
            assertThat(json(rows, type)).as(claim).containsExactlyInAnyOrderElementsOf(expected);
        }

        private void checkColumns(List<GenericRow> all, Predicate predicate, String claim) {
            List<String> columns =
                    type.names().stream().filter(name -> random.nextInt(3) == 0).toList();
            if (columns.isEmpty()) {
                return;
            }
            int[] positions = columns.stream().mapToInt(type::indexOf).toArray();
            RowType projected = type.project(positions);
            var expected = new ArrayList<GenericRow>();
            for (GenericRow row : all) {
                if (predicate.test(row)) {
                    Object[] some = new Object[positions.length];
                    for (int i = 0; i < some.length; i++) {
                        some[i] = row.valueAt(positions[i]);
                    }
                    expected.add(GenericRow.of(some));
                }
            }
            assertThat(json(Tables.rows(table.scan().columns(columns).filter(predicate)), projected))
                    .as(claim)
                    .containsExactlyInAnyOrderElementsOf(json(expected, projected));
        }

        private void checkLimit(Predicate predicate, List<JsonNode> expected, String claim) {
            int limit = random.nextInt(6);
            ScanPlan plan = table.scan()
                    .filter(predicate)
                    .limit(limit)
                    .parallelism(1 + random.nextInt(3))
                    .plan();
            List<JsonNode> some = json(rows(plan.open()), type);
            assertThat(some).as(claim).hasSize(Math.min(limit, expected.size()));
            assertThat(expected).as(claim).containsAll(some);

            ScanPlan unfiltered = table.scan().limit(limit).plan();
            int rows = rows(unfiltered.open()).size();
            assertThat(rows).isEqualTo(Math.min(limit, Tables.rows(table).size()));
            prunedByLimit += unfiltered.statistics().filesPrunedByLimit();
        }

        /** Paimon's generated comparisons of keys know neither NaN nor the sign of zero; nothing here has such keys. */
        private void checkPaimon(Predicate predicate, List<JsonNode> expected, String claim) throws Exception {
            var condition = new PaimonPredicates(type).of(predicate);
            if (condition.isEmpty() || random.nextInt(3) > 0) {
                return;
            }
            var builder = paimon.open().newReadBuilder().withFilter(condition.get());
            var rows = new ArrayList<GenericRow>();
            try (RecordReader<InternalRow> reader = builder.newRead()
                    .executeFilter()
                    .createReader(builder.newScan().plan())) {
                reader.forEachRemaining(row -> rows.add(PaimonRows.fromPaimon(row, type)));
            }
            rows.forEach(row -> row.setKind(RowKind.INSERT));
            assertThat(json(rows, type)).as("by Paimon: " + claim).containsExactlyInAnyOrderElementsOf(expected);
            comparedWithPaimon++;
        }

        private void count(ScanStatistics statistics) {
            prunedByPartition += statistics.entriesPrunedByPartition();
            prunedByBucket += statistics.entriesPrunedByBucket();
            prunedByKey += statistics.filesPrunedByKey();
            prunedByValue += statistics.filesPrunedByValue();
        }

        private List<GenericRow> rows(RowCursor cursor) {
            var rows = new ArrayList<GenericRow>();
            try (cursor) {
                while (cursor.advance()) {
                    rows.add(GenericRow.copyOf(cursor.row(), cursor.type()));
                }
            }
            return rows;
        }

        private List<JsonNode> json(List<GenericRow> rows, RowType rowType) {
            return rows.stream().map(row -> GoldenValues.toJson(row, rowType)).toList();
        }

        private RowType keyType() {
            return type.project(table.schema().positions(spec.primaryKeys()));
        }

        private TableSpec randomSpec() {
            var fields = new ArrayList<DataField>();
            var primaryKeys = new ArrayList<String>();
            var partitionKeys = new ArrayList<String>();
            if (random.nextInt(3) > 0) {
                fields.add(new DataField(0, "p", DataTypes.BOOLEAN.notNull()));
                partitionKeys.add("p");
            }
            for (int i = 1 + random.nextInt(2); i > 0; i--) {
                fields.add(new DataField(0, "k" + i, keyColumnType()));
                primaryKeys.add("k" + i);
            }
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                fields.add(random.nextInt(fields.size() + 1), new DataField(0, "v" + i, columnType()));
            }
            primaryKeys.addAll(random.nextInt(primaryKeys.size() + 1), partitionKeys);
            Map<String, String> options = new LinkedHashMap<>();
            options.put("bucket", Integer.toString(1 + random.nextInt(3)));
            options.put("write-only", Boolean.toString(random.nextInt(4) > 0));
            options.put(
                    "metadata.stats-mode",
                    List.of("truncate(16)", "truncate(1)", "full", "none").get(random.nextInt(4)));
            options.put("metadata.stats-dense-store", Boolean.toString(random.nextBoolean()));
            options.put("source.split.target-size", random.nextBoolean() ? "1 b" : "128 mb");
            return new TableSpec(fields, primaryKeys, partitionKeys, options, Optional.empty());
        }

        private DataType columnType() {
            DataType candidate = types.any(random.nextInt(2)).asNullable();
            return PaimonRows.canRead(candidate) ? candidate : columnType();
        }

        private DataType keyColumnType() {
            DataType candidate = types.key();
            boolean fractional = candidate.root() == TypeRoot.FLOAT || candidate.root() == TypeRoot.DOUBLE;
            return fractional || !PaimonRows.canRead(candidate) ? keyColumnType() : candidate;
        }
    }
}
