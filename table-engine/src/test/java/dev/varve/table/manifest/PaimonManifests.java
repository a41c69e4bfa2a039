package dev.varve.table.manifest;

import dev.varve.table.row.BinaryRow;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.paimon.KeyValueFileStore;
import org.apache.paimon.io.DataFileMeta;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.FileStoreTableFactory;
import org.apache.paimon.utils.SerializationUtils;

/** The metadata of a local table as Apache Paimon reads it, turned into our records. */
public final class PaimonManifests {
    private final KeyValueFileStore store;
    private final FileStoreTable table;

    private PaimonManifests(FileStoreTable table) {
        this.table = table;
        this.store = (KeyValueFileStore) table.store();
    }

    public static PaimonManifests open(Path directory) {
        return new PaimonManifests(FileStoreTableFactory.create(
                org.apache.paimon.fs.local.LocalFileIO.create(), new org.apache.paimon.fs.Path(directory.toString())));
    }

    public FileStoreTable table() {
        return table;
    }

    public List<ManifestFileMeta> list(String name) {
        return store.manifestListFactory().create().read(name).stream()
                .map(PaimonManifests::manifest)
                .toList();
    }

    public List<ManifestEntry> entries(String manifest) {
        return store.manifestFileFactory().create().read(manifest).stream()
                .map(PaimonManifests::entry)
                .toList();
    }

    public List<ManifestEntry> liveFiles(long snapshot) {
        return store.newScan().withSnapshot(snapshot).plan().files().stream()
                .map(PaimonManifests::entry)
                .toList();
    }

    public List<IndexManifestEntry> index(String name) {
        return store.indexManifestFileFactory().create().read(name).stream()
                .map(PaimonManifests::index)
                .toList();
    }

    static ManifestFileMeta manifest(org.apache.paimon.manifest.ManifestFileMeta meta) {
        return new ManifestFileMeta(
                meta.fileName(),
                meta.fileSize(),
                meta.numAddedFiles(),
                meta.numDeletedFiles(),
                stats(meta.partitionStats()),
                meta.schemaId(),
                optional(meta.minBucket()),
                optional(meta.maxBucket()),
                optional(meta.minLevel()),
                optional(meta.maxLevel()),
                optional(meta.minRowId()),
                optional(meta.maxRowId()));
    }

    static ManifestEntry entry(org.apache.paimon.manifest.ManifestEntry entry) {
        return new ManifestEntry(
                ManifestEntry.Kind.valueOf(entry.kind().name()),
                new BucketId(row(entry.partition()), entry.bucket()),
                entry.totalBuckets(),
                file(entry.file()));
    }

    private static dev.varve.table.manifest.DataFileMeta file(DataFileMeta file) {
        return new dev.varve.table.manifest.DataFileMeta(
                file.fileName(),
                file.fileSize(),
                file.rowCount(),
                row(file.minKey()),
                row(file.maxKey()),
                stats(file.keyStats()),
                stats(file.valueStats()),
                file.minSequenceNumber(),
                file.maxSequenceNumber(),
                file.schemaId(),
                file.level(),
                file.extraFiles(),
                Optional.ofNullable(file.creationTime()).map(org.apache.paimon.data.Timestamp::getMillisecond),
                file.deleteRowCount(),
                Optional.ofNullable(file.embeddedIndex()).map(ByteBuffer::wrap),
                file.fileSource().map(source -> FileSource.valueOf(source.name())),
                Optional.ofNullable(file.valueStatsCols()),
                file.externalPath(),
                Optional.ofNullable(file.firstRowId()),
                Optional.ofNullable(file.writeCols()));
    }

    private static IndexManifestEntry index(org.apache.paimon.manifest.IndexManifestEntry entry) {
        return new IndexManifestEntry(
                new BucketId(row(entry.partition()), entry.bucket()),
                entry.indexFile().indexType(),
                entry.indexFile().fileName(),
                entry.indexFile().fileSize(),
                entry.indexFile().rowCount(),
                Optional.ofNullable(entry.indexFile().dvRanges())
                        .map(ranges -> ranges.values().stream()
                                .map(range -> new IndexManifestEntry.DeletionVectorRange(
                                        range.dataFileName(),
                                        range.offset(),
                                        range.length(),
                                        optional(range.cardinality())))
                                .toList()),
                Optional.ofNullable(entry.indexFile().externalPath()));
    }

    private static SimpleStats stats(org.apache.paimon.stats.SimpleStats stats) {
        List<Long> nullCounts = new ArrayList<>();
        for (int i = 0; i < stats.nullCounts().size(); i++) {
            nullCounts.add(
                    stats.nullCounts().isNullAt(i)
                            ? null
                            : (Long) stats.nullCounts().getLong(i));
        }
        return new SimpleStats(
                row(stats.minValues()), row(stats.maxValues()), Collections.unmodifiableList(nullCounts));
    }

    private static BinaryRow row(org.apache.paimon.data.BinaryRow row) {
        return BinaryRow.deserialize(SerializationUtils.serializeBinaryRow(row));
    }

    private static OptionalInt optional(Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static OptionalLong optional(Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
