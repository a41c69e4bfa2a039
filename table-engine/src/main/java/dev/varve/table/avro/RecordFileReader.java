package dev.varve.table.avro;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.UnsupportedFormatException;
import java.util.Arrays;

/**
 * Iterates over the records of one container file in memory.
 *
 * <pre>
 * magic      4 bytes   "Obj", 1
 * metadata   map       avro.schema, avro.codec: string -> bytes
 * sync       16 bytes  any
 * blocks     until the end of the file:
 *   count    number    records in the block
 *   size     number    bytes of data
 *   data     size      the records one after another, compressed with the codec
 *   sync     16 bytes  as above
 * </pre>
 *
 * <p>Fields are matched by name (see {@link RecordPlan}); damage ends in {@link CorruptTableException} naming the file. Confined
 * to one thread.
 */
public final class RecordFileReader {
    static final byte[] MAGIC = {'O', 'b', 'j', 1};
    static final int SYNC_BYTES = 16;
    static final String SCHEMA_KEY = "avro.schema";
    static final String CODEC_KEY = "avro.codec";

    private final String name;
    private final byte[] content;
    private final WireInput input;
    private final byte[] sync = new byte[SYNC_BYTES];
    private final BlockCodec codec;
    private final RecordPlan plan;
    private final RecordView record;

    private byte[] block;
    private int blockPosition;
    private long blockRecords;
    private long recordNumber;

    /**
     * @param wanted the record type to see
     * @param name the file, for errors
     * @param content the whole file; not changed
     * @throws UnsupportedFormatException if the file is of another format, codec or has other types
     */
    public RecordFileReader(RecordSchema wanted, String name, byte[] content) {
        this.name = name;
        this.content = content;
        this.input = new WireInput(name).over(content, 0, content.length);
        requireMagic();
        String schema = null;
        String codecName = BlockCodec.NULL.storedName();
        for (int count = input.readItemCount(); count > 0; count = input.readItemCount()) {
            for (int i = 0; i < count; i++) {
                String key = input.readString();
                byte[] value = input.readBytes();
                switch (key) {
                    case SCHEMA_KEY -> schema = new String(value, UTF_8);
                    case CODEC_KEY -> codecName = new String(value, UTF_8);
                    default -> {
                        // Other metadata is for other readers.
                    }
                }
            }
        }
        input.readFully(sync);
        if (schema == null) {
            throw new CorruptTableException(name + " is damaged: its header has no " + SCHEMA_KEY);
        }
        codec = BlockCodec.parse(codecName, name);
        plan = wanted.planFor(schema, name);
        record = new RecordView(plan);
    }

    private void requireMagic() {
        if (content.length >= MAGIC.length && !Arrays.equals(content, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            String found = new String(content, 0, 3, ISO_8859_1);
            if (found.equals("PAR") || found.equals("ORC")) {
                throw new UnsupportedFormatException(
                        name + " is a " + found + " file; this engine reads metadata in Avro only (manifest.format)");
            }
            throw new CorruptTableException(name + " is damaged: it does not begin like an Avro file");
        }
        input.skip(MAGIC.length);
    }

    /** Whether the file's records have fields that {@code wanted} does not: they are lost if the file is rewritten. */
    public boolean holdsUnknownFields() {
        return plan.holdsUnknownFields();
    }

    /**
     * Moves to the next record.
     *
     * @return false at the end
     */
    public boolean advance() {
        while (blockRecords == 0) {
            if (block != null && blockPosition != block.length) {
                throw corrupt("a block has " + (block.length - blockPosition) + " bytes more than its records");
            }
            if (input.atEnd()) {
                return false;
            }
            nextBlock();
        }
        recordNumber++;
        blockRecords--;
        try {
            blockPosition = record.moveTo(block, blockPosition, block.length);
        } catch (CorruptTableException e) {
            throw corrupt(e.getMessage(), e);
        }
        return true;
    }

    /** The current record; lent until the next {@link #advance}. */
    public RecordView record() {
        return record;
    }

    /** An error about the current record. */
    public CorruptTableException corrupt(String problem) {
        return corrupt(problem, null);
    }

    /** An error about the current record. */
    public CorruptTableException corrupt(String problem, Throwable cause) {
        return new CorruptTableException(name + ", record " + recordNumber + ": " + problem, cause);
    }

    private void nextBlock() {
        long count = input.readLong();
        int size = input.readLength();
        int from = input.position();
        if (count < 0 || input.remaining() < size + SYNC_BYTES) {
            throw input.corrupt(
                    "a block of " + count + " records in " + size + " bytes where " + input.remaining() + " are left");
        }
        block = codec.expandBlock(input, content, from, from + size);
        input.skip(size);
        if (!Arrays.equals(content, input.position(), input.position() + SYNC_BYTES, sync, 0, SYNC_BYTES)) {
            throw input.corrupt("a block does not end with the file's sync marker");
        }
        input.skip(SYNC_BYTES);
        if (count > block.length) {
            throw input.corrupt("a block of " + block.length + " bytes claims " + count + " records");
        }
        blockRecords = count;
        blockPosition = 0;
    }
}
