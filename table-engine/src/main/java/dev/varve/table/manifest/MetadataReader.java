package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import dev.varve.table.avro.RecordFileReader;
import dev.varve.table.avro.RecordView;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.UnsupportedFormatException;

/**
 * Iterates over one metadata file. Checks the version of every record, and adds file and record number to what its codec
 * complains about. Confined to one thread.
 */
final class MetadataReader<T> {
    private final MetadataCodec<T> codec;
    private final String name;
    private final RecordFileReader records;

    /**
     * @param name the file, for errors
     * @param content the whole file
     */
    MetadataReader(MetadataCodec<T> codec, String name, byte[] content) {
        this.codec = requireNonNull(codec, "codec is null");
        this.name = codec.what() + " " + name;
        this.records = new RecordFileReader(codec.schema(), this.name, content);
    }

    /** Moves to the next record; false at the end. */
    boolean advance() {
        if (!records.advance()) {
            return false;
        }
        int version = read(record -> record.intAt(MetadataCodec.VERSION_FIELD));
        if (version != codec.version()) {
            throw new UnsupportedFormatException(
                    name + " has version " + version + "; this engine reads version " + codec.version());
        }
        return true;
    }

    /** The current record as a value. */
    T decode() {
        return read(codec::decode);
    }

    /** Something about the current record. */
    <R> R read(RecordAccess<R> access) {
        try {
            return access.read(records.record());
        } catch (CorruptTableException e) {
            throw records.corrupt(e.getMessage(), e);
        } catch (UnsupportedFormatException e) {
            throw new UnsupportedFormatException(name + ": " + e.getMessage(), e);
        }
    }

    @FunctionalInterface
    interface RecordAccess<R> {
        R read(RecordView record);
    }

    CorruptTableException corrupt(String problem) {
        return new CorruptTableException(name + ": " + problem);
    }

    /** Whether rewriting the file would lose something that a newer writer put there. */
    boolean holdsUnknownFields() {
        return records.holdsUnknownFields();
    }
}
