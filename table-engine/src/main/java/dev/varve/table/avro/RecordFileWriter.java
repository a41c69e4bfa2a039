package dev.varve.table.avro;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Writes one container file (drawn at {@link RecordFileReader}), compressed with Zstandard. Confined to one thread. After an
 * exception only {@link #abort} may be called.
 */
public final class RecordFileWriter<T> {
    private static final int BLOCK_BYTES = 64_000;

    private final RecordSchema schema;
    private final RecordEncoder<? super T> encoder;
    private final WireShape shape;
    private final byte[] sync;
    private final FileOutput file;
    private final RecordOutput block = new RecordOutput();
    private final RecordOutput frame = new RecordOutput();
    private long blockRecords;
    private boolean finished;

    public RecordFileWriter(
            FileIO io, Location location, RecordSchema schema, RecordEncoder<? super T> encoder, Env env) {
        this.schema = requireNonNull(schema, "schema is null");
        this.encoder = requireNonNull(encoder, "encoder is null");
        shape = schema.shape();
        sync = newSync(env);
        file = io.create(location);
    }

    private static byte[] newSync(Env env) {
        UUID marker = UUID.fromString(env.newUuid());
        return ByteBuffer.allocate(RecordFileReader.SYNC_BYTES)
                .putLong(marker.getMostSignificantBits())
                .putLong(marker.getLeastSignificantBits())
                .array();
    }

    public void write(T value) {
        int start = block.size();
        encoder.encode(value, block);
        assert isOneRecord(start) : "encoder and schema disagree: " + value;
        blockRecords++;
        if (block.size() >= BLOCK_BYTES) {
            flushBlock();
        }
    }

    private boolean isOneRecord(int start) {
        WireInput written = new WireInput("record").over(block.bytes(), start, block.size());
        shape.skip(written);
        return written.atEnd();
    }

    /** Bytes that the file has by now, without the block that is still being filled. */
    public long flushedBytes() {
        return file.position();
    }

    /** Finishes the file, which is then durable, and returns its size in bytes. */
    public long finish() {
        Check.that(!finished, "finished twice");
        if (blockRecords > 0 || file.position() == 0) {
            flushBlock();
        }
        long size = file.position();
        file.close();
        finished = true;
        return size;
    }

    /** Gives up because of {@code cause} and removes what was written; a failure to do so is attached to the cause. */
    public void abort(Exception cause) {
        if (!finished) {
            try {
                file.abort();
            } catch (StorageException e) {
                cause.addSuppressed(e);
            }
        }
    }

    private void flushBlock() {
        frame.reset();
        if (file.position() == 0) {
            putHeader();
        }
        if (blockRecords > 0) {
            byte[] data = BlockCodec.compress(block.bytes(), block.size());
            frame.putLong(blockRecords);
            frame.putBytes(data);
            frame.putRaw(sync, sync.length);
        }
        file.write(frame.bytes(), 0, frame.size());
        block.reset();
        blockRecords = 0;
    }

    private void putHeader() {
        frame.putRaw(RecordFileReader.MAGIC, RecordFileReader.MAGIC.length);
        frame.beginArray(2);
        frame.putString(RecordFileReader.SCHEMA_KEY);
        frame.putBytes(schema.toString().getBytes(UTF_8));
        frame.putString(RecordFileReader.CODEC_KEY);
        frame.putBytes(BlockCodec.ZSTANDARD.storedName().getBytes(UTF_8));
        frame.endArray();
        frame.putRaw(sync, sync.length);
    }
}
