package dev.varve.table.manifest;

import dev.varve.table.avro.RecordOutput;
import dev.varve.table.avro.RecordSchema;
import dev.varve.table.avro.RecordView;
import dev.varve.table.error.CorruptTableException;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A manifest list's records: one a manifest (format page manifests, manifest list). */
final class ManifestListCodec implements MetadataCodec<ManifestFileMeta> {
    static final ManifestListCodec INSTANCE = new ManifestListCodec();

    private static final int VERSION = 2;

    private static final RecordSchema SCHEMA =
            RecordSchema.parse("""
            {"type":"record","name":"record","namespace":"org.apache.paimon.avro.generated","fields":[
             {"name":"_VERSION","type":"int"},
             {"name":"_FILE_NAME","type":"string"},
             {"name":"_FILE_SIZE","type":"long"},
             {"name":"_NUM_ADDED_FILES","type":"long"},
             {"name":"_NUM_DELETED_FILES","type":"long"},
             {"name":"_PARTITION_STATS","type":%s},
             {"name":"_SCHEMA_ID","type":"long"},
             {"name":"_MIN_BUCKET","type":["null","int"],"default":null},
             {"name":"_MAX_BUCKET","type":["null","int"],"default":null},
             {"name":"_MIN_LEVEL","type":["null","int"],"default":null},
             {"name":"_MAX_LEVEL","type":["null","int"],"default":null},
             {"name":"_MIN_ROW_ID","type":["null","long"],"default":null},
             {"name":"_MAX_ROW_ID","type":["null","long"],"default":null}]}
            """.formatted(SimpleStatsCodec.schema("record__PARTITION_STATS")));

    private static final int FILE_NAME = 1;
    private static final int FILE_SIZE = 2;
    private static final int ADDED_FILES = 3;
    private static final int DELETED_FILES = 4;
    private static final int PARTITION_STATS = 5;
    private static final int SCHEMA_ID = 6;
    private static final int MIN_BUCKET = 7;
    private static final int MAX_BUCKET = 8;
    private static final int MIN_LEVEL = 9;
    private static final int MAX_LEVEL = 10;
    private static final int MIN_ROW_ID = 11;
    private static final int MAX_ROW_ID = 12;

    private ManifestListCodec() {}

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
        return "manifest list";
    }

    @Override
    public void encode(ManifestFileMeta manifest, RecordOutput output) {
        output.putInt(VERSION);
        output.putString(manifest.name());
        output.putLong(manifest.sizeBytes());
        output.putLong(manifest.addedFiles());
        output.putLong(manifest.deletedFiles());
        SimpleStatsCodec.encode(manifest.partitionStats(), output);
        output.putLong(manifest.schemaId());
        putNullable(output, manifest.minBucket());
        putNullable(output, manifest.maxBucket());
        putNullable(output, manifest.minLevel());
        putNullable(output, manifest.maxLevel());
        putNullable(output, manifest.minRowId());
        putNullable(output, manifest.maxRowId());
    }

    private static void putNullable(RecordOutput output, OptionalInt value) {
        if (value.isPresent()) {
            output.putPresent();
            output.putInt(value.getAsInt());
        } else {
            output.putNull();
        }
    }

    private static void putNullable(RecordOutput output, OptionalLong value) {
        if (value.isPresent()) {
            output.putPresent();
            output.putLong(value.getAsLong());
        } else {
            output.putNull();
        }
    }

    @Override
    public ManifestFileMeta decode(RecordView record) {
        long added = record.longAt(ADDED_FILES);
        long deleted = record.longAt(DELETED_FILES);
        String name = record.stringAt(FILE_NAME);
        if (added < 0 || deleted < 0) {
            throw new CorruptTableException(
                    "manifest " + name + " with " + added + " added and " + deleted + " deleted files");
        }
        if (name.isBlank() || name.indexOf('/') >= 0) {
            throw new CorruptTableException("'" + name + "' is not the name of a manifest");
        }
        return new ManifestFileMeta(
                name,
                record.longAt(FILE_SIZE),
                added,
                deleted,
                SimpleStatsCodec.decode(record.recordAt(PARTITION_STATS)),
                record.longAt(SCHEMA_ID),
                optionalInt(record, MIN_BUCKET),
                optionalInt(record, MAX_BUCKET),
                optionalInt(record, MIN_LEVEL),
                optionalInt(record, MAX_LEVEL),
                optionalLong(record, MIN_ROW_ID),
                optionalLong(record, MAX_ROW_ID));
    }

    private static OptionalInt optionalInt(RecordView record, int field) {
        return record.isNull(field) ? OptionalInt.empty() : OptionalInt.of(record.intAt(field));
    }

    private static OptionalLong optionalLong(RecordView record, int field) {
        return record.isNull(field) ? OptionalLong.empty() : OptionalLong.of(record.longAt(field));
    }
}
