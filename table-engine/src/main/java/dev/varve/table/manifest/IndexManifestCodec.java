package dev.varve.table.manifest;

import dev.varve.table.avro.RecordOutput;
import dev.varve.table.avro.RecordSchema;
import dev.varve.table.avro.RecordView;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.manifest.IndexManifestEntry.DeletionVectorRange;
import dev.varve.table.row.BinaryRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An index manifest's records: one an index file (format page index, index manifest). */
final class IndexManifestCodec implements MetadataCodec<IndexManifestEntry> {
    private static final int VERSION = 1;

    private static final RecordSchema SCHEMA = RecordSchema.parse("""
            {"type":"record","name":"record","namespace":"org.apache.paimon.avro.generated","fields":[
             {"name":"_VERSION","type":"int"},
             {"name":"_KIND","type":"int"},
             {"name":"_PARTITION","type":"bytes"},
             {"name":"_BUCKET","type":"int"},
             {"name":"_INDEX_TYPE","type":"string"},
             {"name":"_FILE_NAME","type":"string"},
             {"name":"_FILE_SIZE","type":"long"},
             {"name":"_ROW_COUNT","type":"long"},
             {"name":"_DELETIONS_VECTORS_RANGES","type":["null",{"type":"array","items":["null",
              {"type":"record","name":"record__DELETIONS_VECTORS_RANGES","fields":[
               {"name":"f0","type":"string"},
               {"name":"f1","type":"int"},
               {"name":"f2","type":"int"},
               {"name":"_CARDINALITY","type":["null","long"],"default":null}]}]}],"default":null},
             {"name":"_EXTERNAL_PATH","type":["null","string"],"default":null},
             {"name":"_GLOBAL_INDEX","type":["null",{"type":"record","name":"record__GLOBAL_INDEX","fields":[
              {"name":"_ROW_RANGE_START","type":"long"},
              {"name":"_ROW_RANGE_END","type":"long"},
              {"name":"_INDEX_FIELD_ID","type":"int"},
              {"name":"_EXTRA_FIELD_IDS","type":["null",{"type":"array","items":"int"}],"default":null},
              {"name":"_INDEX_META","type":["null","bytes"],"default":null}]}],"default":null}]}
            """);

    private static final int KIND = 1;
    private static final int PARTITION = 2;
    private static final int BUCKET = 3;
    private static final int INDEX_TYPE = 4;
    private static final int FILE_NAME = 5;
    private static final int FILE_SIZE = 6;
    private static final int ROW_COUNT = 7;
    private static final int DELETION_VECTORS = 8;
    private static final int EXTERNAL_PATH = 9;
    private static final int GLOBAL_INDEX = 10;

    private static final int RANGE_FILE = 0;
    private static final int RANGE_OFFSET = 1;
    private static final int RANGE_LENGTH = 2;
    private static final int RANGE_CARDINALITY = 3;

    private static final int ADD = 0;

    private final int partitionArity;

    /**
     * @param partitionArity number of partition columns
     */
    IndexManifestCodec(int partitionArity) {
        this.partitionArity = partitionArity;
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
        return "index manifest";
    }

    @Override
    public void encode(IndexManifestEntry entry, RecordOutput output) {
        output.putInt(VERSION);
        output.putInt(ADD);
        output.putBytes(entry.bucket().partition().serialize());
        output.putInt(entry.bucket().bucket());
        output.putString(entry.type());
        output.putString(entry.name());
        output.putLong(entry.sizeBytes());
        output.putLong(entry.rowCount());
        if (entry.deletionVectors().isPresent()) {
            output.putPresent();
            putRanges(entry.deletionVectors().get(), output);
        } else {
            output.putNull();
        }
        if (entry.externalPath().isPresent()) {
            output.putPresent();
            output.putString(entry.externalPath().get());
        } else {
            output.putNull();
        }
        output.putNull();
    }

    private static void putRanges(List<DeletionVectorRange> ranges, RecordOutput output) {
        output.beginArray(ranges.size());
        for (DeletionVectorRange range : ranges) {
            output.putPresent();
            output.putString(range.dataFile());
            output.putInt(range.offset());
            output.putInt(range.length());
            if (range.cardinality().isPresent()) {
                output.putPresent();
                output.putLong(range.cardinality().getAsLong());
            } else {
                output.putNull();
            }
        }
        output.endArray();
    }

    @Override
    public IndexManifestEntry decode(RecordView record) {
        int kind = record.intAt(KIND);
        String name = record.stringAt(FILE_NAME);
        if (kind != ADD) {
            throw new CorruptTableException("index file " + name + " has kind " + kind + " where 0 is expected");
        }
        if (!record.isNull(GLOBAL_INDEX)) {
            throw new UnsupportedFormatException("index file " + name
                    + " is a global index, which only tables with row tracking have; this engine does not know them");
        }
        BinaryRow partition = BinaryRow.deserialize(record.bytesAt(PARTITION));
        if (partition.arity() != partitionArity) {
            throw new CorruptTableException("the partition row of index file " + name + " has " + partition.arity()
                    + " fields where the table has " + partitionArity + " partition columns");
        }
        Optional<List<DeletionVectorRange>> ranges = record.isNull(DELETION_VECTORS)
                ? Optional.empty()
                : Optional.of(record.recordsAt(DELETION_VECTORS, IndexManifestCodec::decodeRange));
        return new IndexManifestEntry(
                new BucketId(partition, record.intAt(BUCKET)),
                record.stringAt(INDEX_TYPE),
                name,
                record.longAt(FILE_SIZE),
                record.longAt(ROW_COUNT),
                ranges,
                record.isNull(EXTERNAL_PATH) ? Optional.empty() : Optional.of(record.stringAt(EXTERNAL_PATH)));
    }

    private static DeletionVectorRange decodeRange(RecordView range) {
        return new DeletionVectorRange(
                range.stringAt(RANGE_FILE),
                range.intAt(RANGE_OFFSET),
                range.intAt(RANGE_LENGTH),
                range.isNull(RANGE_CARDINALITY)
                        ? OptionalLong.empty()
                        : OptionalLong.of(range.longAt(RANGE_CARDINALITY)));
    }
}
