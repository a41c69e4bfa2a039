package dev.varve.table.manifest;

import dev.varve.table.avro.RecordOutput;
import dev.varve.table.avro.RecordView;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.row.BinaryRow;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** The record {@code _FILE} of a manifest entry (format page manifests, file record). */
final class DataFileMetaCodec {
    static final String SCHEMA = """
            {"type":"record","name":"record__FILE","fields":[
             {"name":"_FILE_NAME","type":"string"},
             {"name":"_FILE_SIZE","type":"long"},
             {"name":"_ROW_COUNT","type":"long"},
             {"name":"_MIN_KEY","type":"bytes"},
             {"name":"_MAX_KEY","type":"bytes"},
             {"name":"_KEY_STATS","type":%s},
             {"name":"_VALUE_STATS","type":%s},
             {"name":"_MIN_SEQUENCE_NUMBER","type":"long"},
             {"name":"_MAX_SEQUENCE_NUMBER","type":"long"},
             {"name":"_SCHEMA_ID","type":"long"},
             {"name":"_LEVEL","type":"int"},
             {"name":"_EXTRA_FILES","type":{"type":"array","items":"string"}},
             {"name":"_CREATION_TIME","type":["null",{"type":"long","logicalType":"timestamp-millis"}],"default":null},
             {"name":"_DELETE_ROW_COUNT","type":["null","long"],"default":null},
             {"name":"_EMBEDDED_FILE_INDEX","type":["null","bytes"],"default":null},
             {"name":"_FILE_SOURCE","type":["null","int"],"default":null},
             {"name":"_VALUE_STATS_COLS","type":["null",{"type":"array","items":"string"}],"default":null},
             {"name":"_EXTERNAL_PATH","type":["null","string"],"default":null},
             {"name":"_FIRST_ROW_ID","type":["null","long"],"default":null},
             {"name":"_WRITE_COLS","type":["null",{"type":"array","items":"string"}],"default":null}]}
            """.formatted(
            SimpleStatsCodec.schema("record__FILE__KEY_STATS"), SimpleStatsCodec.schema("record__FILE__VALUE_STATS"));

    private static final int FILE_NAME = 0;
    private static final int FILE_SIZE = 1;
    private static final int ROW_COUNT = 2;
    private static final int MIN_KEY = 3;
    private static final int MAX_KEY = 4;
    private static final int KEY_STATS = 5;
    private static final int VALUE_STATS = 6;
    private static final int MIN_SEQUENCE_NUMBER = 7;
    private static final int MAX_SEQUENCE_NUMBER = 8;
    private static final int SCHEMA_ID = 9;
    private static final int LEVEL = 10;
    private static final int EXTRA_FILES = 11;
    private static final int CREATION_TIME = 12;
    private static final int DELETE_ROW_COUNT = 13;
    private static final int EMBEDDED_FILE_INDEX = 14;
    private static final int FILE_SOURCE = 15;
    private static final int VALUE_STATS_COLUMNS = 16;
    private static final int EXTERNAL_PATH = 17;
    private static final int FIRST_ROW_ID = 18;
    private static final int WRITE_COLUMNS = 19;

    private DataFileMetaCodec() {}

    static void encode(DataFileMeta file, RecordOutput output) {
        output.putString(file.name());
        output.putLong(file.sizeBytes());
        output.putLong(file.rowCount());
        output.putBytes(file.minKey().serialize());
        output.putBytes(file.maxKey().serialize());
        SimpleStatsCodec.encode(file.keyStats(), output);
        SimpleStatsCodec.encode(file.valueStats(), output);
        output.putLong(file.minSequence());
        output.putLong(file.maxSequence());
        output.putLong(file.schemaId());
        output.putInt(file.level());
        putStrings(output, file.extraFiles());
        putNullable(output, file.creationTimeMillis(), RecordOutput::putLong);
        putNullable(output, file.deleteRowCount(), RecordOutput::putLong);
        putNullable(output, file.embeddedIndex(), DataFileMetaCodec::putBuffer);
        putNullable(output, file.source().map(FileSource::code), RecordOutput::putInt);
        putNullable(output, file.valueStatsColumns(), DataFileMetaCodec::putStrings);
        putNullable(output, file.externalPath(), RecordOutput::putString);
        putNullable(output, file.firstRowId(), RecordOutput::putLong);
        putNullable(output, file.writeColumns(), DataFileMetaCodec::putStrings);
    }

    @FunctionalInterface
    private interface Put<T> {
        void put(RecordOutput output, T value);
    }

    private static <T> void putNullable(RecordOutput output, Optional<T> value, Put<T> put) {
        if (value.isPresent()) {
            output.putPresent();
            put.put(output, value.get());
        } else {
            output.putNull();
        }
    }

    private static void putStrings(RecordOutput output, List<String> values) {
        output.beginArray(values.size());
        values.forEach(output::putString);
        output.endArray();
    }

    private static void putBuffer(RecordOutput output, ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        output.putBytes(bytes);
    }

    static DataFileMeta decode(RecordView record) {
        DataFileMeta file = new DataFileMeta(
                record.stringAt(FILE_NAME),
                record.longAt(FILE_SIZE),
                record.longAt(ROW_COUNT),
                BinaryRow.deserialize(record.bytesAt(MIN_KEY)),
                BinaryRow.deserialize(record.bytesAt(MAX_KEY)),
                SimpleStatsCodec.decode(record.recordAt(KEY_STATS)),
                SimpleStatsCodec.decode(record.recordAt(VALUE_STATS)),
                record.longAt(MIN_SEQUENCE_NUMBER),
                record.longAt(MAX_SEQUENCE_NUMBER),
                record.longAt(SCHEMA_ID),
                record.intAt(LEVEL),
                record.stringsAt(EXTRA_FILES),
                optional(record, CREATION_TIME, RecordView::longAt),
                optional(record, DELETE_ROW_COUNT, RecordView::longAt),
                optional(record, EMBEDDED_FILE_INDEX, RecordView::bytesAt)
                        .map(bytes -> ByteBuffer.wrap(bytes).asReadOnlyBuffer()),
                optional(record, FILE_SOURCE, RecordView::intAt).map(FileSource::ofCode),
                optional(record, VALUE_STATS_COLUMNS, RecordView::stringsAt),
                optional(record, EXTERNAL_PATH, RecordView::stringAt),
                optional(record, FIRST_ROW_ID, RecordView::longAt),
                optional(record, WRITE_COLUMNS, RecordView::stringsAt));
        requirePlausible(file);
        return file;
    }

    @FunctionalInterface
    private interface At<T> {
        T at(RecordView record, int field);
    }

    private static <T> Optional<T> optional(RecordView record, int field, At<T> accessor) {
        return record.isNull(field) ? Optional.empty() : Optional.of(accessor.at(record, field));
    }

    private static void requirePlausible(DataFileMeta file) {
        if (file.name().isBlank() || file.name().indexOf('/') >= 0) {
            throw new CorruptTableException("'" + file.name() + "' is not the name of a data file");
        }
        if (file.sizeBytes() < 0 || file.rowCount() < 0 || file.level() < 0 || file.schemaId() < 0) {
            throw new CorruptTableException("file " + file.name() + " with " + file.sizeBytes() + " bytes, "
                    + file.rowCount() + " rows, level " + file.level() + " and schema " + file.schemaId());
        }
    }
}
