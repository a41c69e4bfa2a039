package dev.varve.table.maintain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.varve.table.fs.Location;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.SimpleStats;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotJson;
import dev.varve.table.testing.Records;
import dev.varve.table.type.RowType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every kind of damage is found, and named for what it is; a sound table is called sound. */
class TableVerifierTest {
    private static final int KEY = 0;
    private static final int SEQUENCE = 1;
    private static final int KIND = 2;
    private static final int P = 3;
    private static final int ID = 4;
    private static final int V = 5;

    /** Damages a table and tells where: the text that the finding's file must contain. */
    private interface Damage {
        String to(DamagedTable table);
    }

    private record Case(String name, boolean deep, Set<Rule> rules, Damage damage) {}

    private static Case shallow(String name, Rule rule, Damage damage) {
        return new Case(name, false, EnumSet.of(rule), damage);
    }

    private static Case deep(String name, Rule rule, Damage damage) {
        return new Case(name, true, EnumSet.of(rule), damage);
    }

    @Test
    void aSoundTableIsCalledSoundAndEverythingIsCounted() {
        DamagedTable table = new DamagedTable();
        Verification verification = table.verify(true, true);
        assertThat(verification.findings()).isEmpty();
        assertThat(verification.checked())
                .containsEntry(Checked.SNAPSHOTS, 3L)
                .containsEntry(Checked.MANIFEST_LISTS, 6L)
                .containsEntry(Checked.DATA_FILES, 6L)
                .containsEntry(Checked.ROWS, 60L)
                .containsEntry(Checked.KEYS_WITH_SEVERAL_VERSIONS, 20L)
                .containsEntry(Checked.UNREAD_FILES, 0L);
    }

    @Test
    void withoutDeepNoRowIsRead() {
        DamagedTable table = new DamagedTable();
        ManifestEntry file = table.live().get(0);
        table.io.put(table.place(file), new byte[(int) file.file().sizeBytes()]);
        assertThat(table.verify(false, false).findings()).isEmpty();
        assertThat(table.verify(false, false).checked()).containsEntry(Checked.ROWS, 0L);
        assertThat(table.verify(true, false).findings()).hasSize(1);
    }

    @Test
    void findingsAreCountedBeyondThoseThatAreKept() {
        Findings findings = new Findings();
        for (int i = 0; i < Findings.KEPT + 5; i++) {
            findings.add("f", Rule.FILE_SIZE, "a", "b");
        }
        Findings all = new Findings();
        all.addAll(findings);
        assertThat(all.count()).isEqualTo(Findings.KEPT + 5);
        assertThat(all.kept()).hasSize(Findings.KEPT);
    }

    @Test
    void anEmptyTableIsSound() {
        DamagedTable table = new DamagedTable();
        for (Location file : table.io.filesBelow(table.files.layout().snapshotDirectory())) {
            table.io.delete(file);
        }
        assertThat(table.verify(true, true).findingCount()).isZero();
        assertThat(table.verify(true, false).findingCount()).isZero();
    }

    @TestFactory
    Stream<DynamicTest> damageIsNamed() {
        List<Case> cases = new ArrayList<>();
        cases.addAll(damagedFiles());
        cases.addAll(damagedRows());
        cases.addAll(damagedMetadata());
        return cases.stream()
                .map(damaged -> dynamicTest(damaged.name(), () -> {
                    DamagedTable table = new DamagedTable();
                    String where = damaged.damage().to(table);
                    Verification verification = table.verify(damaged.deep(), false);
                    assertThat(verification.findings()).isNotEmpty();
                    assertThat(verification.findings().stream()
                                    .map(Finding::rule)
                                    .collect(Collectors.toSet()))
                            .as("%s", verification.findings())
                            .isEqualTo(damaged.rules());
                    assertThat(verification.findings())
                            .allSatisfy(finding -> assertThat(finding.file()).contains(where));
                }));
    }

    private static List<Case> damagedFiles() {
        return List.of(
                shallow("a data file is gone", Rule.FILE_EXISTS, table -> {
                    Location file = table.place(table.live().get(0));
                    table.io.delete(file);
                    return file.value();
                }),
                shallow("a data file is cut", Rule.FILE_SIZE, table -> {
                    Location file = table.place(table.live().get(0));
                    table.io.put(file, new byte[10]);
                    return file.value();
                }),
                shallow("an extra file is missing", Rule.FILE_EXISTS, table -> {
                    table.meta(table.live().get(0), "extraFiles", List.of("beside.index"));
                    return "beside.index";
                }),
                deep("a data file holds nonsense", Rule.FILE_READABLE, table -> {
                    ManifestEntry file = table.live().get(0);
                    table.io.put(table.place(file), new byte[(int) file.file().sizeBytes()]);
                    return file.file().name();
                }),
                shallow("a manifest is gone", Rule.FILE_EXISTS, table -> {
                    String name = manifest(table);
                    table.io.delete(table.files.layout().manifest(name));
                    return name;
                }),
                shallow("a manifest is cut", Rule.MANIFEST, table -> {
                    String name = manifest(table);
                    Location file = table.files.layout().manifest(name);
                    byte[] content = table.io.readAll(file);
                    table.io.put(file, Arrays.copyOf(content, content.length - 7));
                    return name;
                }),
                shallow("a manifest list is cut", Rule.MANIFEST_LIST, table -> {
                    String name = table.newest().baseManifestList();
                    table.io.put(table.files.layout().manifest(name), new byte[20]);
                    return name;
                }),
                shallow("a manifest list is gone", Rule.FILE_EXISTS, table -> {
                    String name = table.newest().deltaManifestList();
                    table.io.delete(table.files.layout().manifest(name));
                    return name;
                }),
                shallow("a file of statistics is gone", Rule.FILE_EXISTS, table -> {
                    table.snapshot("statistics", Optional.of("stat-1"));
                    return "stat-1";
                }));
    }

    private static String manifest(DamagedTable table) {
        return table.files
                .manifests()
                .readList(table.newest().deltaList())
                .get(0)
                .name();
    }

    private static List<Case> damagedRows() {
        return List.of(
                rows("rows are swapped", Rule.KEY_ORDER, (table, rows) -> {
                    Collections.swap(rows, 1, 2);
                    return rows;
                }),
                rows("a key comes twice", EnumSet.of(Rule.KEY_ORDER, Rule.ROW_COUNT), (table, rows) -> {
                    rows.add(1, rows.get(0));
                    return rows;
                }),
                rows("a row is missing", Rule.ROW_COUNT, (table, rows) -> {
                    rows.remove(1);
                    return rows;
                }),
                rows(
                        "the last row is missing",
                        EnumSet.of(Rule.ROW_COUNT, Rule.KEY_BOUNDS, Rule.SEQUENCE_BOUNDS),
                        (table, rows) -> {
                            rows.remove(rows.size() - 1);
                            return rows;
                        }),
                rows("a row became a retraction", Rule.DELETE_COUNT, (table, rows) -> {
                    rows.get(1).set(KIND, (byte) 3);
                    return rows;
                }),
                rows("a kind is none of the four", Rule.ROW_KIND, (table, rows) -> {
                    rows.get(1).set(KIND, (byte) 9);
                    return rows;
                }),
                rows("a sequence number is beyond the bounds", Rule.SEQUENCE_BOUNDS, (table, rows) -> {
                    rows.get(1).set(SEQUENCE, 1000L);
                    return rows;
                }),
                rows("a key column differs from its table column", Rule.KEY_COLUMNS, (table, rows) -> {
                    rows.get(1).set(KEY, rows.get(1).longAt(KEY) + 1);
                    return rows;
                }),
                rows("a value is below the minimum", Rule.STATISTICS, (table, rows) -> {
                    GenericRow row = rows.stream()
                            .filter(candidate -> !candidate.isNull(V))
                            .findFirst()
                            .orElseThrow();
                    row.set(V, BinaryString.of("a"));
                    return rows;
                }),
                rows("a value is above the maximum", Rule.STATISTICS, (table, rows) -> {
                    GenericRow row = rows.stream()
                            .filter(candidate -> !candidate.isNull(V))
                            .findFirst()
                            .orElseThrow();
                    row.set(V, BinaryString.of("z"));
                    return rows;
                }),
                rows("there are more nulls", Rule.STATISTICS, (table, rows) -> {
                    rows.stream()
                            .filter(candidate -> !candidate.isNull(V))
                            .findFirst()
                            .orElseThrow()
                            .set(V, null);
                    return rows;
                }),
                rows("a row is of another partition", EnumSet.of(Rule.PARTITION, Rule.STATISTICS), (table, rows) -> {
                    rows.get(1).set(P, 7);
                    return rows;
                }),
                rows("a row is of another bucket", EnumSet.of(Rule.BUCKET), (table, rows) -> {
                    // Keys between two of this bucket are of the other one.
                    for (int i = 1; i < rows.size() - 1; i++) {
                        long foreign = rows.get(i + 1).longAt(ID) - 1;
                        if (foreign > rows.get(i).longAt(ID)) {
                            rows.get(i).set(KEY, foreign);
                            rows.get(i).set(ID, foreign);
                            break;
                        }
                    }
                    return rows;
                }));
    }

    private static Case rows(
            String name, Rule rule, BiFunction<DamagedTable, List<GenericRow>, List<GenericRow>> change) {
        return rows(name, EnumSet.of(rule), change);
    }

    private static Case rows(
            String name, Set<Rule> rules, BiFunction<DamagedTable, List<GenericRow>, List<GenericRow>> change) {
        return new Case(name, true, rules, table -> {
            ManifestEntry file = table.live().get(0);
            table.rows(file, change.apply(table, table.rows(file)));
            return file.file().name();
        });
    }

    private static List<Case> damagedMetadata() {
        return List.of(
                deep("the first key is wrong", Rule.KEY_BOUNDS, table -> {
                    ManifestEntry entry = table.live().get(0);
                    table.meta(entry, "minKey", key(table, -5));
                    return entry.file().name();
                }),
                shallow("the first key is after the last", Rule.KEY_BOUNDS, table -> {
                    ManifestEntry entry = table.live().get(0);
                    table.meta(entry, "minKey", key(table, 500));
                    return entry.file().name();
                }),
                deep("statistics have another shape", Rule.STATISTICS, table -> {
                    ManifestEntry entry = table.live().get(0);
                    table.meta(entry, "keyStats", SimpleStats.EMPTY);
                    return entry.file().name();
                }),
                deep("statistics of a column that is not there", Rule.STATISTICS, table -> {
                    ManifestEntry entry = table.live().get(0);
                    table.meta(entry, "valueStatsColumns", Optional.of(List.of("p", "id", "w")));
                    return entry.file().name();
                }),
                deep("the number of retractions is wrong", Rule.DELETE_COUNT, table -> {
                    ManifestEntry entry = table.live().get(0);
                    table.meta(entry, "deleteRowCount", Optional.of(17L));
                    return entry.file().name();
                }),
                shallow("a file's schema is not there", Rule.FILE_SCHEMA, table -> {
                    ManifestEntry entry = table.live().get(0);
                    table.meta(entry, "schemaId", 4L);
                    return entry.file().name();
                }),
                shallow("the snapshot's schema is not there", Rule.FILE_SCHEMA, table -> {
                    table.snapshot("schemaId", 9L);
                    return "schema-9";
                }),
                new Case(
                        "a file lies in another bucket",
                        true,
                        EnumSet.of(Rule.BUCKET),
                        table ->
                                move(table, entry -> new BucketId(entry.bucket().partition(), 1))),
                new Case(
                        "a file lies in another partition",
                        true,
                        EnumSet.of(Rule.PARTITION),
                        table -> move(table, entry -> new BucketId(partition(table, 44), 0))),
                shallow("files of a level overlap", Rule.LEVEL_OVERLAP, table -> {
                    for (ManifestEntry entry : table.live().subList(0, 2)) {
                        table.meta(entry, "level", 2);
                    }
                    return "bucket-0/data-";
                }),
                deep("newer rows lie on a higher level", Rule.VERSION_ORDER, table -> {
                    table.meta(table.live().get(1), "level", 4);
                    return "bucket-0";
                }),
                deep("two versions are equally old", Rule.VERSION_ORDER, table -> {
                    ManifestEntry older = table.live().get(0);
                    ManifestEntry newer = table.live().get(1);
                    List<GenericRow> rows = table.rows(newer);
                    for (int i = 0; i < rows.size(); i++) {
                        rows.get(i).set(SEQUENCE, table.rows(older).get(i).longAt(SEQUENCE));
                    }
                    table.rows(newer, rows);
                    table.meta(
                            table.live().stream()
                                    .filter(entry -> entry.file()
                                            .name()
                                            .equals(newer.file().name()))
                                    .findFirst()
                                    .orElseThrow(),
                            "minSequence",
                            older.file().minSequence(),
                            "maxSequence",
                            older.file().maxSequence());
                    return "bucket-0";
                }),
                shallow("a partition has two numbers of buckets", Rule.TOTAL_BUCKETS, table -> {
                    ManifestEntry entry = table.live().get(0);
                    table.entry(entry, Records.with(entry, "totalBuckets", 3));
                    return "data-";
                }),
                shallow("a bucket's number is too large", Rule.BUCKET, table -> {
                    ManifestEntry entry = table.live().get(5);
                    List<ManifestEntry> entries = new ArrayList<>();
                    for (ManifestEntry other : table.live()) {
                        entries.add(
                                other.bucket().partition().equals(entry.bucket().partition())
                                        ? Records.with(other, "totalBuckets", 1)
                                        : other);
                    }
                    table.entries(entries);
                    return "bucket-1";
                }),
                shallow("the total of records is wrong", Rule.RECORD_COUNT, table -> {
                    table.snapshot("totalRecordCount", 61L);
                    return "snapshot-3";
                }),
                shallow("the records of the delta are wrong", Rule.RECORD_COUNT, table -> {
                    table.snapshot("deltaRecordCount", 0L);
                    return "snapshot-3";
                }),
                shallow("a file is added twice", Rule.LIVE_FILES, table -> {
                    List<ManifestEntry> entries = new ArrayList<>(table.live());
                    entries.add(entries.get(0));
                    table.entries(entries);
                    return "snapshot-3";
                }),
                shallow("a file is deleted that is not there", Rule.LIVE_FILES, table -> {
                    List<ManifestEntry> entries = new ArrayList<>(table.live());
                    DataFileMeta unknown = Records.with(entries.get(0).file(), "name", "data-x.parquet");
                    entries.add(Records.with(entries.get(0), "kind", Kind.DELETE, "file", unknown));
                    table.entries(entries);
                    return "snapshot-3";
                }),
                manifest("a manifest has other counts", "addedFiles", 7L),
                manifest("a manifest has another size", "sizeBytes", 7L),
                manifest("a manifest has other buckets", "minBucket", OptionalInt.of(1)),
                manifest("a manifest has other levels", "maxLevel", OptionalInt.of(1)),
                manifest("a manifest has another schema", "schemaId", 2L),
                manifest(
                        "a manifest has other partitions",
                        "partitionStats",
                        new SimpleStats(
                                partition(new DamagedTable(), 5), partition(new DamagedTable(), 6), List.of(0L))),
                shallow("a manifest list is longer than it says", Rule.MANIFEST_LIST, table -> {
                    table.snapshot("baseManifestListSize", OptionalLong.of(1));
                    return table.newest().baseManifestList();
                }));
    }

    private static Case manifest(String name, String component, Object value) {
        return shallow(name, Rule.MANIFEST, table -> {
            table.manifests(
                    table.files.manifests().writeEntries(table.live()),
                    manifest -> Records.with(manifest, component, value));
            return "manifest-";
        });
    }

    /** The last file, which is alone in its bucket, with its bytes. */
    private static String move(DamagedTable table, Function<ManifestEntry, BucketId> to) {
        ManifestEntry entry = table.live().get(4);
        ManifestEntry moved = Records.with(entry, "bucket", to.apply(entry));
        table.io.put(table.place(moved), table.io.readAll(table.place(entry)));
        table.entry(entry, moved);
        return entry.file().name();
    }

    private static BinaryRow key(DamagedTable table, long id) {
        return new RowSerializer(table.files.schema().keyType()).toBinary(GenericRow.of(id));
    }

    private static BinaryRow partition(DamagedTable table, int p) {
        RowType type = table.files.schema().partitionType();
        return new RowSerializer(type).toBinary(GenericRow.of(p));
    }

    /** Without EARLIEST, snapshots below a gap are no part of the table. */
    @Test
    void aGapBetweenSnapshotsIsFound() {
        DamagedTable table = new DamagedTable();
        table.io.overwrite(table.files.layout().earliestHint(), "1".getBytes(StandardCharsets.UTF_8));
        table.io.delete(table.files.layout().snapshot(2));
        assertThat(table.verify(false, true).findings())
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.toString())
                                .isEqualTo(
                                        "snapshot: /w/d.db/t/snapshot/snapshot-3: expected a snapshot 2 before it, found none after 1"));
        assertThat(table.verify(false, false).findings()).isEmpty();
    }

    @Test
    void whatSnapshotsCarryOnMustNotGetLost() {
        DamagedTable table = new DamagedTable();
        Snapshot third = table.newest();
        table.snapshot("nextRowId", OptionalLong.of(4), "watermark", OptionalLong.of(100));
        Snapshot fourth = Records.with(
                third,
                "id",
                4L,
                "baseManifestList",
                third.deltaManifestList(),
                "baseManifestListSize",
                third.deltaManifestListSize());
        table.io.put(table.files.layout().snapshot(4), SnapshotJson.format(fourth));
        assertThat(table.verify(false, true).findings())
                .filteredOn(finding -> finding.rule() == Rule.SNAPSHOT)
                .extracting(finding -> finding.expected().replaceAll(" .*", ""))
                .containsExactlyInAnyOrder("nextRowId", "watermark", "as");
    }

    @Test
    void whatIsGoneWithItsSnapshotIsNoDamage() {
        DamagedTable table = new DamagedTable();
        Location lost = table.place(table.live().get(0));
        LongFunction<TableSchema> schemas = table.files.schemas();
        LongFunction<TableSchema> expiring = id -> {
            table.io.delete(table.files.layout().snapshot(3));
            table.io.delete(lost);
            return schemas.apply(id);
        };
        TableFiles files = Records.with(table.files, "schemas", expiring);
        Verification verification = new TableVerifier(files, new VerifyScope(false, false)).verify();
        assertThat(verification.checked())
                .containsEntry(Checked.EXPIRED_MEANWHILE, 1L)
                .containsEntry(Checked.SNAPSHOTS, 1L);
        // The file belongs to the snapshot before it as well, which is still there.
        assertThat(verification.findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.rule()).isEqualTo(Rule.FILE_EXISTS));
    }

    @Test
    void inAFirstRowTableAKeyLiesAboveLevelZeroOnceOnly() {
        DamagedTable table = new DamagedTable(Map.of("merge-engine", "first-row", "ignore-delete", "true"));
        table.meta(table.live().get(0), "level", 5);
        assertThat(table.verify(true, false).findings()).isEmpty();
        table.meta(table.live().get(1), "level", 4);
        assertThat(table.verify(true, false).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.VERSION_ORDER);
            assertThat(finding.expected()).contains("a key once above level 0");
        });
        assertThat(table.verify(false, false).findings()).isEmpty();
    }
}
