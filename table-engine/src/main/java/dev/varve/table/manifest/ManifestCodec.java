package dev.varve.table.manifest;

import dev.varve.table.avro.RecordOutput;
import dev.varve.table.avro.RecordSchema;
import dev.varve.table.avro.RecordView;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.row.BinaryRow;
import java.util.HashMap;
import java.util.Map;

/**
 * A manifest's records: one an entry (format page manifests, manifest). Entries of one bucket share its {@link BucketId}.
 * Confined to one thread.
 */
final class ManifestCodec implements MetadataCodec<ManifestEntry> {
    private static final int VERSION = 2;

    private static final RecordSchema SCHEMA = RecordSchema.parse("""
            {"type":"record","name":"record","namespace":"org.apache.paimon.avro.generated","fields":[
             {"name":"_VERSION","type":"int"},
             {"name":"_KIND","type":"int"},
             {"name":"_PARTITION","type":"bytes"},
             {"name":"_BUCKET","type":"int"},
             {"name":"_TOTAL_BUCKETS","type":"int"},
             {"name":"_FILE","type":%s}]}
            """.formatted(DataFileMetaCodec.SCHEMA));

    private static final int KIND = 1;
    private static final int PARTITION = 2;
    private static final int BUCKET = 3;
    private static final int TOTAL_BUCKETS = 4;
    private static final int FILE = 5;

    private static final int ADD = 0;
    private static final int DELETE = 1;

    private final int partitionArity;
    private final int keyArity;
    private final Map<BucketId, BucketId> buckets = new HashMap<>();
    private BucketId lastBucket = new BucketId(BinaryRow.EMPTY, 0);
    private byte[] lastPartition = BinaryRow.EMPTY.serialize();

    /**
     * @param partitionArity number of partition columns
     * @param keyArity number of columns of the trimmed primary key
     */
    ManifestCodec(int partitionArity, int keyArity) {
        this.partitionArity = partitionArity;
        this.keyArity = keyArity;
    }

    @Override
    public RecordSchema schema() {
        return SCHEMA;
    }

    @Override
    public int version() {
        return VERSION;
    }

    @Override
    public String what() {
        return "manifest";
    }

    @Override
    public void encode(ManifestEntry entry, RecordOutput output) {
        output.putInt(VERSION);
        output.putInt(
                switch (entry.kind()) {
                    case ADD -> ADD;
                    case DELETE -> DELETE;
                });
        output.putBytes(entry.bucket().partition().serialize());
        output.putInt(entry.bucket().bucket());
        output.putInt(entry.totalBuckets());
        DataFileMetaCodec.encode(entry.file(), output);
    }

    @Override
    public ManifestEntry decode(RecordView record) {
        DataFileMeta file = DataFileMetaCodec.decode(record.recordAt(FILE));
        requireArity(file.minKey(), keyArity, "smallest key", file);
        requireArity(file.maxKey(), keyArity, "largest key", file);
        return new ManifestEntry(kind(record), bucket(record), totalBuckets(record), file);
    }

    private static void requireArity(BinaryRow row, int arity, String what, DataFileMeta file) {
        if (row.arity() != arity) {
            throw new CorruptTableException("the " + what + " of file " + file.name() + " has " + row.arity()
                    + " fields where the primary key has " + arity);
        }
    }

    /** The entry's kind, without decoding the rest. */
    Kind kind(RecordView record) {
        int code = record.intAt(KIND);
        return switch (code) {
            case ADD -> Kind.ADD;
            case DELETE -> Kind.DELETE;
            default -> throw new CorruptTableException("entry kind " + code + " is not one of 0, 1");
        };
    }

    /** The entry's bucket, without decoding the rest. */
    BucketId bucket(RecordView record) {
        int bucket = record.intAt(BUCKET);
        boolean samePartition = record.bytesEqual(PARTITION, lastPartition);
        if (!samePartition || lastBucket.bucket() != bucket) {
            BinaryRow partition = samePartition ? lastBucket.partition() : partition(record);
            lastBucket = buckets.computeIfAbsent(new BucketId(partition, bucket), id -> id);
        }
        return lastBucket;
    }

    /** The entry's number of buckets, without decoding the rest. */
    int totalBuckets(RecordView record) {
        return record.intAt(TOTAL_BUCKETS);
    }

    private BinaryRow partition(RecordView record) {
        byte[] serialized = record.bytesAt(PARTITION);
        BinaryRow partition = BinaryRow.deserialize(serialized);
        if (partition.arity() != partitionArity) {
            throw new CorruptTableException("a partition row has " + partition.arity() + " fields where the table has "
                    + partitionArity + " partition columns");
        }
        lastPartition = serialized;
        return partition;
    }
}
