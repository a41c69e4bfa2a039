package dev.varve.table.maintain;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.Tables;
import dev.varve.table.Warehouse;
import dev.varve.table.WarehouseOver;
import dev.varve.table.format.FileFormats;
import dev.varve.table.format.RowFileWriter;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotJson;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.Records;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A sound table in memory, and ways to break it: the newest snapshot is rewritten in place. Columns {@code p, id, v}, partitioned by
 * {@code p}, two buckets; three commits, of which the second replaces some rows of the first.
 */
final class DamagedTable {
    static final Location ROOT = Location.of("/w/d.db/t");

    /** Columns of a data file, as the format page has them. */
    private static final RowType PHYSICAL = new RowType(
            List.of(
                    new DataField(Integer.MAX_VALUE / 2 + 1, "_KEY_id", DataTypes.BIGINT.notNull()),
                    new DataField(Integer.MAX_VALUE - 1, "_SEQUENCE_NUMBER", DataTypes.BIGINT.notNull()),
                    new DataField(Integer.MAX_VALUE - 2, "_VALUE_KIND", DataTypes.TINYINT.notNull()),
                    new DataField(0, "p", DataTypes.INT.notNull()),
                    new DataField(1, "id", DataTypes.BIGINT.notNull()),
                    new DataField(2, "v", DataTypes.STRING)),
            false);

    final MemoryFileIO io = new MemoryFileIO();
    final ManualEnv env = ManualEnv.create();
    final TableFiles files;

    DamagedTable() {
        this(Map.of());
    }

    /** @param merging options that say how the table merges */
    DamagedTable(Map<String, String> merging) {
        Map<String, String> options = new LinkedHashMap<>(Map.of("bucket", "2", "write-only", "true"));
        options.putAll(merging);
        Warehouse warehouse = WarehouseOver.of(io, "/w", env);
        Table table = warehouse.create(
                new TableId("d", "t"),
                new TableSpec(
                        List.of(
                                new DataField(0, "p", DataTypes.INT.notNull()),
                                new DataField(1, "id", DataTypes.BIGINT.notNull()),
                                new DataField(2, "v", DataTypes.STRING)),
                        List.of("p", "id"),
                        List.of("p"),
                        options,
                        Optional.empty()));
        for (int commit = 1; commit <= 3; commit++) {
            var rows = new ArrayList<GenericRow>();
            for (int i = 0; i < 20; i++) {
                String v = i % 5 == 0 ? null : "value " + commit + " of " + i;
                rows.add(row(i % 7 == 3 && commit == 2 ? RowKind.DELETE : RowKind.INSERT, commit / 2, i, v));
            }
            Tables.commit(table, "writer", commit, rows);
        }
        files = TablesUnderTest.open(io, ROOT, env);
    }

    private static GenericRow row(RowKind kind, int p, long id, String v) {
        return GenericRow.ofKind(kind, p, id, v == null ? null : BinaryString.of(v));
    }

    Verification verify(boolean deep, boolean allSnapshots) {
        return new TableVerifier(TablesUnderTest.open(io, ROOT, env), new VerifyScope(deep, allSnapshots)).verify();
    }

    Snapshot newest() {
        return files.snapshots().latest().orElseThrow();
    }

    /** Live files of the newest snapshot; the first two are of one bucket, and the second has newer rows. */
    List<ManifestEntry> live() {
        return files.manifests().liveFiles(newest().manifestLists(), EntryFilter.ALL).stream()
                .sorted(Comparator.comparing((ManifestEntry entry) ->
                                -entry.bucket().partition().intAt(0))
                        .thenComparing(entry -> entry.bucket().bucket())
                        .thenComparing(entry -> entry.file().minSequence()))
                .toList();
    }

    Location place(ManifestEntry entry) {
        return files.paths().file(entry.bucket(), entry.file());
    }

    /** Changes the newest snapshot's file. */
    void snapshot(Object... changes) {
        Snapshot changed = Records.with(newest(), changes);
        io.put(
                files.layout().snapshot(changed.id()),
                SnapshotJson.format(changed).getBytes(UTF_8));
    }

    /** Makes these the entries of the newest snapshot, all in the manifests of its base. */
    void entries(List<ManifestEntry> entries) {
        manifests(files.manifests().writeEntries(entries), UnaryOperator.identity());
    }

    /** The newest snapshot consists of these manifests, told of in changed words. */
    void manifests(List<ManifestFileMeta> manifests, UnaryOperator<ManifestFileMeta> change) {
        ManifestListFile base =
                files.manifests().writeList(manifests.stream().map(change).toList());
        ManifestListFile delta = files.manifests().writeList(List.of());
        snapshot(
                "baseManifestList", base.name(),
                "baseManifestListSize", base.sizeBytes(),
                "deltaManifestList", delta.name(),
                "deltaManifestListSize", delta.sizeBytes(),
                "deltaRecordCount", 0L);
    }

    /** Replaces one live file's entry. */
    void entry(ManifestEntry old, ManifestEntry replacement) {
        var entries = new ArrayList<>(live());
        Collections.replaceAll(entries, old, replacement);
        entries(entries);
    }

    /** Changes what is known about a live file. */
    void meta(ManifestEntry entry, Object... changes) {
        entry(entry, Records.with(entry, "file", Records.with(entry.file(), changes)));
    }

    /** The rows of a file: key, sequence number, kind, then the table's columns. */
    List<GenericRow> rows(ManifestEntry entry) {
        var rows = new ArrayList<GenericRow>();
        DataFileMeta file = entry.file();
        try (var reader = FileFormats.load("parquet").openReader(io, place(entry), file.sizeBytes(), PHYSICAL)) {
            while (reader.advance()) {
                rows.add(GenericRow.copyOf(reader.row(), PHYSICAL));
            }
        }
        return rows;
    }

    /** Replaces a file's rows; of its metadata only the size follows. */
    void rows(ManifestEntry entry, List<GenericRow> rows) {
        io.delete(place(entry));
        RowFileWriter writer = FileFormats.load("parquet")
                .createWriter(
                        io,
                        place(entry),
                        PHYSICAL,
                        new WriteSettings(
                                "none",
                                1,
                                WriteSettings.DEFAULT_BLOCK_BYTES,
                                Collections.nCopies(PHYSICAL.arity(), StatisticsMode.FULL)));
        rows.forEach(writer::write);
        long size = writer.finish().sizeBytes();
        meta(entry, "sizeBytes", size);
    }
}
