package dev.varve.table.manifest;

import dev.varve.table.avro.RecordEncoder;
import dev.varve.table.avro.RecordSchema;
import dev.varve.table.avro.RecordView;

/**
 * How one kind of metadata record lies in its files. The first field of every kind is {@code _VERSION}, which the codec writes
 * and the reader checks.
 */
interface MetadataCodec<T> extends RecordEncoder<T> {
    /** Position of {@code _VERSION} in every schema. */
    int VERSION_FIELD = 0;

    RecordSchema schema();

    /** The only {@code _VERSION} that is understood. */
    int version();

    /** What such a file is called in errors. */
    String what();

    /** Decodes the record; the version is already checked. Failures need not name the file: the reader does. */
    T decode(RecordView record);
}
