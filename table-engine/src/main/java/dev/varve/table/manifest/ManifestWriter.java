package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import dev.varve.table.avro.RecordFileWriter;
import dev.varve.table.row.BinaryRow;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Writes one manifest and keeps what its list will say about it. Confined to one thread. */
final class ManifestWriter {
    private final String name;
    private final RecordFileWriter<ManifestEntry> file;
    private final PartitionStatistics partitionStatistics;
    private final Map<BinaryRow, Long> partitions = new HashMap<>();
    private long added;
    private long deleted;
    private long schemaId;
    private int minBucket = Integer.MAX_VALUE;
    private int maxBucket = Integer.MIN_VALUE;
    private int minLevel = Integer.MAX_VALUE;
    private int maxLevel = Integer.MIN_VALUE;

    ManifestWriter(String name, RecordFileWriter<ManifestEntry> file, PartitionStatistics partitionStatistics) {
        this.name = requireNonNull(name, "name is null");
        this.file = requireNonNull(file, "file is null");
        this.partitionStatistics = requireNonNull(partitionStatistics, "partitionStatistics is null");
    }

    void write(ManifestEntry entry) {
        file.write(entry);
        switch (entry.kind()) {
            case ADD -> added++;
            case DELETE -> deleted++;
        }
        int bucket = entry.bucket().bucket();
        int level = entry.file().level();
        partitions.merge(entry.bucket().partition(), 1L, Long::sum);
        schemaId = Math.max(schemaId, entry.file().schemaId());
        minBucket = Math.min(minBucket, bucket);
        maxBucket = Math.max(maxBucket, bucket);
        minLevel = Math.min(minLevel, level);
        maxLevel = Math.max(maxLevel, level);
    }

    /** Bytes in the file so far, without those not yet compressed. */
    long flushedBytes() {
        return file.flushedBytes();
    }

    /** Finishes the file, which has at least one entry; it is durable afterwards. */
    ManifestFileMeta finish() {
        long size = file.finish();
        return new ManifestFileMeta(
                name,
                size,
                added,
                deleted,
                partitionStatistics.of(partitions),
                schemaId,
                OptionalInt.of(minBucket),
                OptionalInt.of(maxBucket),
                OptionalInt.of(minLevel),
                OptionalInt.of(maxLevel),
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    void abort(Exception cause) {
        file.abort(cause);
    }
}
