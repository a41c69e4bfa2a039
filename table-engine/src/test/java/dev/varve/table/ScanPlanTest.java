package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each rule of pruning, proved by what planning counts: where it applies, and where it must not. */
class ScanPlanTest {
    private ManualEnv env;
    private Warehouse warehouse;
    private int tables;
    private long identifier;

    @BeforeEach
    void newWarehouse() {
        env = ManualEnv.seeded(1);
        warehouse = WarehouseOver.of(new MemoryFileIO(), "mem:/w", env);
    }

    /** Columns {@code p, k, v, s}, partitioned by {@code p} if asked for; writers do not compact. */
    private Table create(boolean partitioned, String... options) {
        Map<String, String> values = new LinkedHashMap<>(Map.of("bucket", "1", "write-only", "true"));
        for (int i = 0; i < options.length; i += 2) {
            values.put(options[i], options[i + 1]);
        }
        var fields = List.of(
                new DataField(0, "p", DataTypes.INT.notNull()),
                new DataField(0, "k", DataTypes.INT.notNull()),
                new DataField(0, "v", DataTypes.INT),
                new DataField(0, "s", DataTypes.STRING));
        return warehouse.create(
                new TableId("d", "t" + tables++),
                new TableSpec(
                        fields,
                        partitioned ? List.of("p", "k") : List.of("k"),
                        partitioned ? List.of("p") : List.of(),
                        values,
                        Optional.empty()));
    }

    private static GenericRow row(int p, int k, Integer v) {
        return GenericRow.of(p, k, v, BinaryString.of("s" + v));
    }

    private void commit(Table table, GenericRow... rows) {
        Tables.commit(table, "writer", ++identifier, List.of(rows));
    }

    /** What writers of these tables leave to others. */
    private static void compact(Table table) {
        table.evolve(List.of(new SchemaChange.SetOption("write-only", "false"))).compact("compactor");
    }

    private static ScanStatistics plan(Table table, String condition) {
        return table.scan().where(condition).plan().statistics();
    }

    private static List<Integer> keys(TableScan scan) {
        return Tables.rows(scan.columns(List.of("k"))).stream()
                .map(row -> row.intAt(0))
                .sorted()
                .toList();
    }

    @Test
    void manifestsAreLeftOutByTheBoundsOfTheirPartitions() {
        Table table = create(true);
        for (int p = 0; p < 5; p++) {
            commit(table, row(p, 1, 10), row(p, 2, 20));
        }
        ScanStatistics found = plan(table, "p >= 3");
        assertThat(found.manifests()).isEqualTo(5);
        assertThat(found.manifestsPruned()).isEqualTo(3);
        assertThat(found.plannedFiles()).isEqualTo(2);
        assertThat(keys(table.scan().where("p >= 3"))).containsExactly(1, 1, 2, 2);
        assertThat(plan(table, "p = 9").manifestsRead()).isZero();
        assertThat(plan(table, "p IN (0, 4)").manifestsRead()).isEqualTo(2);
    }

    @Test
    void entriesAreLeftOutByPartitionExactly() {
        Table table = create(true);
        commit(table, row(0, 1, 1), row(1, 1, 1), row(2, 1, 1));
        ScanStatistics found = plan(table, "p <> 1");
        assertThat(found.manifestsRead()).isEqualTo(1);
        assertThat(found.entriesPrunedByPartition()).isEqualTo(1);
        assertThat(found.plannedFiles()).isEqualTo(2);
    }

    @Test
    void partitionColumnsAreReplacedInsideOrs() {
        Table table = create(true);
        commit(table, row(0, 1, 1), row(1, 1, 1), row(2, 1, 1));
        ScanStatistics found = plan(table, "p = 0 AND k = 1 OR p = 1 AND k = 7");
        assertThat(found.entriesPrunedByPartition()).isEqualTo(1);
        assertThat(found.filesPrunedByKey()).isEqualTo(1);
        assertThat(found.plannedFiles()).isEqualTo(1);
    }

    @Test
    void bucketsAreLeftOutByTheBucketKey() {
        Table table = create(false, "bucket", "8");
        var rows = new ArrayList<GenericRow>();
        for (int k = 0; k < 200; k++) {
            rows.add(row(0, k, k));
        }
        commit(table, rows.toArray(GenericRow[]::new));
        ScanStatistics found = plan(table, "k = 5");
        assertThat(found.entries()).isEqualTo(8);
        assertThat(found.entriesPrunedByBucket()).isEqualTo(7);
        assertThat(keys(table.scan().where("k = 5"))).containsExactly(5);
        assertThat(keys(table.scan().where("k IN (5, 6, 7) AND k <> 6"))).containsExactly(5, 7);
        assertThat(plan(table, "k IN (5) OR k = 6").entriesPrunedByBucket()).isGreaterThanOrEqualTo(6);
        assertThat(plan(table, "k = 5 AND k = 6").entriesPrunedByBucket()).isZero();
        assertThat(plan(table, "k > 5").entriesPrunedByBucket()).isZero();
        assertThat(plan(table, "k NOT IN (5, 6)").entriesPrunedByBucket()).isZero();
        assertThat(plan(table, "k = 5 OR v = 6").entriesPrunedByBucket()).isZero();
    }

    @Test
    void moreCombinationsThanWorthTheWhileLeaveOutNoBucket() {
        Table table = create(false, "bucket", "8");
        commit(table, row(0, 1, 1));
        var values = new ArrayList<String>();
        for (int k = 0; k < 1000; k++) {
            values.add("-" + (k + 10));
        }
        assertThat(plan(table, "k IN (" + String.join(",", values) + ")").entriesPrunedByBucket()
                        + plan(table, "k IN (" + String.join(",", values) + ")").filesPrunedByKey())
                .isEqualTo(1);
        values.add("-9");
        ScanStatistics found = plan(table, "k IN (" + String.join(",", values) + ")");
        assertThat(found.entriesPrunedByBucket()).isZero();
        assertThat(found.filesPrunedByKey()).isEqualTo(1);
    }

    @Test
    void filesAreLeftOutByTheirRangeOfKeysEvenWhereVersionsOverlap() {
        Table table = create(false);
        commit(table, row(0, 1, 1), row(0, 10, 1));
        commit(table, row(0, 5, 2), row(0, 15, 2));
        commit(table, row(0, 100, 3));
        ScanStatistics found = plan(table, "k BETWEEN 2 AND 4");
        assertThat(found.filesPrunedByKey()).isEqualTo(2);
        assertThat(found.plannedFiles()).isEqualTo(1);
        assertThat(plan(table, "k = 12").plannedFiles()).isEqualTo(1);
        assertThat(plan(table, "k >= 16").plannedFiles()).isEqualTo(1);
        assertThat(plan(table, "k > 100").plannedFiles()).isZero();
    }

    @Test
    void valueStatisticsLeaveOutFilesThatOverlapNoOther() {
        Table table = create(false);
        commit(table, row(0, 1, 10), row(0, 2, 20));
        commit(table, row(0, 3, 30), row(0, 4, 40));
        ScanStatistics found = plan(table, "v > 25");
        assertThat(found.filesPrunedByValue()).isEqualTo(1);
        assertThat(keys(table.scan().where("v > 25"))).containsExactly(3, 4);
        assertThat(plan(table, "s = 's10'").filesPrunedByValue()).isEqualTo(1);
        assertThat(plan(table, "v IS NULL").plannedFiles()).isZero();
    }

    /** The newer file does not match; left out, it would let the row that it replaces reappear. */
    @Test
    void valueStatisticsLeaveNoFileOutThatHidesARow() {
        Table table = create(false);
        commit(table, row(0, 1, 10), row(0, 2, 10));
        commit(table, row(0, 1, 99), row(0, 2, 99));
        ScanStatistics found = plan(table, "v = 10");
        assertThat(found.filesPrunedByValue()).isZero();
        assertThat(found.plannedFiles()).isEqualTo(2);
        assertThat(keys(table.scan().where("v = 10"))).isEmpty();
        assertThat(keys(table.scan().where("v = 99"))).containsExactly(1, 2);
    }

    @Test
    void aDeletedRowDoesNotReappearEither() {
        Table table = create(false);
        commit(table, row(0, 1, 10), row(0, 2, 10));
        commit(table, GenericRow.ofKind(RowKind.DELETE, 0, 1, 99, null));
        assertThat(keys(table.scan().where("v = 10"))).containsExactly(2);
        assertThat(plan(table, "v = 10").plannedFiles()).isEqualTo(2);
    }

    @Test
    void filesThatOverlapAreLeftOutTogetherIfNoneMatches() {
        Table table = create(false);
        commit(table, row(0, 1, 10), row(0, 2, 10));
        commit(table, row(0, 1, 20), row(0, 2, 20));
        commit(table, row(0, 7, 70));
        ScanStatistics found = plan(table, "v > 50");
        assertThat(found.filesPrunedByValue()).isEqualTo(2);
        assertThat(found.plannedFiles()).isEqualTo(1);
        assertThat(keys(table.scan().where("v > 50"))).containsExactly(7);
    }

    /** The file with the newer version goes by its keys, which cannot hide what the condition asks for. */
    @Test
    void valueStatisticsOnlyLookAtFilesThatKeysLeave() {
        Table table = create(false);
        commit(table, row(0, 1, 10), row(0, 5, 10));
        commit(table, row(0, 5, 20), row(0, 9, 20));
        ScanStatistics found = plan(table, "k < 5 AND v > 15");
        assertThat(found.filesPrunedByKey()).isEqualTo(1);
        assertThat(found.filesPrunedByValue()).isEqualTo(1);
        assertThat(keys(table.scan().where("k < 5 AND v > 15"))).isEmpty();
    }

    @Test
    void withoutStatisticsNothingIsLeftOut() {
        Table table = create(false, "metadata.stats-mode", "none");
        commit(table, row(0, 1, 10));
        assertThat(plan(table, "v > 25").filesPrunedByValue()).isZero();
        assertThat(plan(table, "v IS NULL").plannedFiles()).isEqualTo(1);
    }

    @Test
    void statisticsFollowAColumnThroughItsChanges() {
        Table table = create(false);
        commit(table, row(0, 1, 10));
        table = table.evolve(List.of(
                new SchemaChange.RenameColumn(List.of("v"), "w"),
                new SchemaChange.ChangeType(List.of("w"), DataTypes.BIGINT),
                SchemaChange.AddColumn.last("v", DataTypes.INT)));
        assertThat(plan(table, "w > 5000000000").filesPrunedByValue()).isEqualTo(1);
        assertThat(plan(table, "w = 10").plannedFiles()).isEqualTo(1);
        assertThat(plan(table, "v = 10").filesPrunedByValue())
                .as("null in old files")
                .isEqualTo(1);
        assertThat(plan(table, "v IS NULL").plannedFiles()).isEqualTo(1);
        table = table.evolve(List.of(new SchemaChange.ChangeType(List.of("w"), DataTypes.STRING)));
        assertThat(plan(table, "w = 'x'").filesPrunedByValue())
                .as("order is lost")
                .isZero();
        assertThat(keys(table.scan().where("w = '10'"))).containsExactly(1);
    }

    @Test
    void aLimitLeavesOutFilesOnceOthersHaveRowsEnough() {
        Table table = create(false, "bucket", "4");
        var rows = new ArrayList<GenericRow>();
        for (int k = 0; k < 400; k++) {
            rows.add(row(0, k, k));
        }
        commit(table, rows.toArray(GenericRow[]::new));
        ScanStatistics found = table.scan().limit(5).plan().statistics();
        assertThat(found.plannedFiles()).isEqualTo(1);
        assertThat(found.filesPrunedByLimit()).isEqualTo(3);
        assertThat(Tables.rows(table.scan().limit(5))).hasSize(5);
        assertThat(table.scan().limit(0).plan().splits()).isEmpty();
        assertThat(table.scan().where("v >= 0").limit(5).plan().statistics().filesPrunedByLimit())
                .as("a condition may drop any row")
                .isZero();
    }

    @Test
    void aLimitTrustsNoFileThatMayHoldDeletes() {
        Table table = create(false);
        commit(table, row(0, 1, 1), GenericRow.ofKind(RowKind.DELETE, 0, 2, 1, null));
        commit(table, row(0, 10, 1));
        assertThat(table.scan().limit(2).plan().statistics().filesPrunedByLimit())
                .isZero();
        assertThat(keys(table.scan().limit(2))).containsExactly(1, 10);
    }

    @Test
    void splitsHoldSectionsUndividedUpToTheirSize() {
        Table table = create(false);
        commit(table, row(0, 1, 1), row(0, 5, 1));
        commit(table, row(0, 3, 2), row(0, 9, 2));
        commit(table, row(0, 20, 3));
        commit(table, row(0, 30, 4));
        assertThat(table.scan().plan().splits()).as("all fit").hasSize(1);
        List<ScanSplit> small = table.scan()
                .options(Map.of("source.split.target-size", "1 b"))
                .plan()
                .splits();
        assertThat(small).extracting(ScanSplit::files).containsExactly(2, 1, 1);
        assertThat(small).extracting(split -> split.rowCount().isPresent()).containsExactly(false, true, true);
        List<ScanSplit> pairs = table.scan()
                .options(Map.of("source.split.target-size", "8 mb"))
                .plan()
                .splits();
        assertThat(pairs)
                .as("a file weighs 4 MB at least")
                .extracting(ScanSplit::files)
                .containsExactly(3, 1);
    }

    @Test
    void compactedFilesAreReadRaw() {
        Table table = create(false);
        commit(table, row(0, 1, 1), row(0, 5, 1));
        commit(table, row(0, 3, 2), row(0, 9, 2));
        compact(table);
        ScanPlan plan = table.scan().plan();
        assertThat(plan.statistics().rawSplits()).isEqualTo(1);
        assertThat(plan.splits().get(0).rowCount()).hasValue(4);
    }

    @Test
    void aTableWithoutSnapshotHasNothingToRead() {
        Table table = create(false);
        ScanPlan plan = table.scan().where("v = 1").plan();
        assertThat(plan.snapshot()).isEmpty();
        assertThat(plan.splits()).isEmpty();
        assertThat(Tables.rows(table.scan().parallelism(4))).isEmpty();
    }

    @Test
    void theVersionIsChosenByIdTagOrTime() {
        Table table = create(false);
        commit(table, row(0, 1, 1));
        long first = env.currentTimeMillis();
        env.advance(Duration.ofSeconds(10));
        commit(table, row(0, 2, 2));
        Table newest = table.evolve(List.of(new SchemaChange.RenameColumn(List.of("v"), "w")));
        newest.maintenance().createTag("second", OptionalLong.of(2), Optional.empty());
        commit(newest, row(0, 3, 3));

        assertThat(keys(newest.scan().snapshot(1))).containsExactly(1);
        assertThat(keys(newest.scan().tag("second"))).containsExactly(1, 2);
        assertThat(keys(newest.scan().asOf(Instant.ofEpochMilli(first)))).containsExactly(1);
        assertThat(keys(newest.scan().options(Map.of("scan.version", "second"))))
                .containsExactly(1, 2);
        assertThat(keys(newest.scan().options(Map.of("scan.version", "1")))).containsExactly(1);
        assertThat(keys(newest.scan().options(Map.of("scan.snapshot-id", "2")))).containsExactly(1, 2);
        assertThat(keys(newest.scan().options(Map.of("scan.tag-name", "second"))))
                .containsExactly(1, 2);
        assertThat(keys(newest.scan().options(Map.of("scan.timestamp-millis", "" + (first + 9_999)))))
                .containsExactly(1);
        assertThat(keys(newest.scan())).containsExactly(1, 2, 3);
        assertThat(newest.scan().snapshot(1).rowType().names())
                .as("columns of then")
                .contains("v");
        assertThat(keys(newest.scan().snapshot(2).where("v = 2"))).containsExactly(2);
        assertThatThrownBy(() -> newest.scan().where("v = 2").plan()).hasMessageContaining("no column 'v'");
    }

    @Test
    void aVersionThatIsNotThereIsTheUsersMistake() {
        Table table = create(false);
        commit(table, row(0, 1, 1));
        refused(table.scan().snapshot(2), "snapshotId 2 is out of available snapshotId range [1, 1]");
        refused(table.scan().snapshot(0), "snapshotId 0 is out of available");
        refused(table.scan().tag("x"), "Tag 'x' doesn't exist");
        refused(
                table.scan().options(Map.of("scan.timestamp-millis", "5")),
                "There is currently no snapshot earlier than or equal to timestamp [5]");
        refused(table.scan().options(Map.of("scan.timestamp", "soon")), "time 'soon' cannot be read");
        refused(
                table.scan().options(Map.of("scan.watermark", "7")),
                "There is currently no snapshot later than or equal to watermark[7]");
        refused(table.scan().options(Map.of("scan.version", "v9")), "Cannot find a time travel version for v9");
        refused(
                table.scan().options(Map.of("scan.snapshot-id", "1", "scan.tag-name", "x")),
                "must set only one key in [");
        refused(
                table.scan().options(Map.of("scan.mode", "latest", "scan.snapshot-id", "1")),
                "[scan.snapshot-id] must be null when you set [latest] for scan.mode");
        refused(table.scan().options(Map.of("scan.mode", "from-snapshot")), "must set only one key in [");
        refused(create(false).scan().snapshot(1), "the table has no snapshots");
        assertThatThrownBy(() -> table.scan().options(Map.of("bucket", "2")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'bucket' is not one of a read");
    }

    private static void refused(TableScan scan, String why) {
        assertThatThrownBy(scan::plan).isInstanceOf(InvalidInputException.class).hasMessageContaining(why);
    }

    /** The option names the column as it is called now, the version as it was called then. */
    @Test
    void bucketsOfAnOlderVersionAreFoundByTheNamesOfThen() {
        Table table = create(false, "bucket", "4", "bucket-key", "k");
        commit(table, row(0, 1, 1), row(0, 2, 2), row(0, 3, 3));
        Table renamed = table.evolve(List.of(new SchemaChange.RenameColumn(List.of("k"), "key")));
        assertThat(keys(renamed.scan().snapshot(1).where("k = 2"))).containsExactly(2);
        assertThat(Tables.rows(renamed.scan().where("key = 2"))).hasSize(1);
        assertThat(renamed.scan().where("key = 2").plan().statistics().plannedFiles())
                .isEqualTo(1);
    }

    /** Each file is judged by the number of buckets with which it was written. */
    @Test
    void aKeyIsFoundWhateverTheNumberOfBucketsIsNow() {
        Table table = create(true, "bucket", "3");
        commit(table, row(0, 1, 1), row(0, 2, 2), row(0, 3, 3), row(0, 4, 4));
        Table wider = table.evolve(List.of(new SchemaChange.SetOption("bucket", "7")));
        commit(wider, row(1, 1, 1), row(1, 2, 2), row(1, 3, 3), row(1, 4, 4));
        for (int k = 1; k <= 4; k++) {
            assertThat(keys(wider.scan().where("k = " + k))).containsExactly(k, k);
        }
    }

    @Test
    void theLastCompactedVersionCanBeRead() {
        Table table = create(false);
        commit(table, row(0, 1, 1));
        commit(table, row(0, 1, 2));
        compact(table);
        commit(table, row(0, 2, 2));
        assertThat(keys(table.scan().options(Map.of("scan.mode", "compacted-full"))))
                .containsExactly(1);
    }
}
