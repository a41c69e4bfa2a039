package dev.varve.table.memtable;

import dev.varve.table.error.Check;
import dev.varve.table.row.BinaryRow;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one spill file.
 *
 * <pre>
 * file    run*                 each for somebody else: one file takes the runs of many buckets
 * run     block*
 * block   checksum int32       CRC-32C of the block's position in the file (int64) and of all that follows here
 *         raw length int32     bytes of the entries
 *         length int32         bytes that follow; equal to the raw length if they are not compressed
 *         bytes                entries ({@link Entry}), about 64 KB of them; an entry lies in one block
 * </pre>
 *
 * <p>Numbers of the block's header are big-endian. The runs may be used after {@link #finish}; {@link #close} without it deletes
 * the file. Confined to one thread.
 */
public final class SpillWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpillWriter.class);

    static final int BLOCK_BYTES = 64 << 10;
    static final int HEADER_BYTES = 12;

    private static final int OUTPUT_BYTES = 128 << 10;

    private final SpillFile file;
    private final SpillCodec.Compressor compressor;
    private final OutputStream output;
    private final CRC32C checksum = new CRC32C();
    private final byte[] header = new byte[Long.BYTES + HEADER_BYTES];
    private byte[] block = new byte[BLOCK_BYTES];
    private byte[] compressed = new byte[0];
    private int used;
    private long position;
    private long runStart;
    private long runRawBytes;
    private int runVersions;
    private int runs;
    private boolean complete;

    /**
     * Opens a file.
     *
     * @param ownerBytes counts the bytes of this file as long as it exists
     * @throws dev.varve.table.error.StorageException if the directory takes no file
     */
    public SpillWriter(SpillDirectory directory, SpillSettings settings, AtomicLong ownerBytes) {
        this.file = new SpillFile(directory, settings.codec(), ownerBytes);
        this.output = new BufferedOutputStream(directory.create(file.name()), OUTPUT_BYTES);
        this.compressor = settings.codec().compressor();
    }

    /**
     * Takes the next version of the run.
     *
     * @param row with the version's kind in its header; it is copied
     */
    public void add(long sequence, BinaryRow row) {
        int length = Entry.lengthOf(row);
        makeRoom(length);
        Entry.write(block, used, sequence, row);
        added(length);
    }

    /** Takes the next entry of the run. */
    void add(byte[] bytes, int at) {
        int length = Entry.length(bytes, at);
        makeRoom(length);
        System.arraycopy(bytes, at, block, used, length);
        added(length);
    }

    private void makeRoom(int length) {
        if (used > 0 && length > BLOCK_BYTES - used) {
            endBlock();
        }
        if (length > block.length) {
            block = new byte[length];
        }
    }

    private void added(int length) {
        used += length;
        runRawBytes += length;
        runVersions++;
        if (used >= BLOCK_BYTES) {
            endBlock();
        }
    }

    private void endBlock() {
        int bound = compressor.bound(used);
        if (compressed.length < bound) {
            compressed = new byte[bound];
        }
        int length = compressor.compress(block, used, compressed);
        boolean smaller = length < used;
        write(smaller ? compressed : block, smaller ? length : used);
        used = 0;
        if (block.length > BLOCK_BYTES) {
            block = new byte[BLOCK_BYTES];
            compressed = new byte[0];
        }
    }

    private void write(byte[] bytes, int length) {
        int sum = checksum(checksum, header, position, used, bytes, length);
        ByteBuffer.wrap(header).putInt(sum).putInt(used).putInt(length);
        try {
            output.write(header, 0, HEADER_BYTES);
            output.write(bytes, 0, length);
        } catch (IOException e) {
            throw file.directory().writeFailure(e);
        }
        position += HEADER_BYTES + length;
    }

    /** @param scratch 16 bytes at least */
    static int checksum(CRC32C checksum, byte[] scratch, long position, int rawLength, byte[] bytes, int length) {
        ByteBuffer.wrap(scratch).putLong(position).putInt(rawLength).putInt(length);
        checksum.reset();
        checksum.update(scratch, 0, Long.BYTES + 2 * Integer.BYTES);
        checksum.update(bytes, 0, length);
        return (int) checksum.getValue();
    }

    /** Ends the run that all versions since the one before belong to; there is at least one. */
    public SpilledRun endRun() {
        Check.argument(runVersions > 0, "a run without versions");
        if (used > 0) {
            endBlock();
        }
        SpilledRun run = new SpilledRun(file, runStart, position - runStart, runRawBytes, runVersions);
        runStart = position;
        runRawBytes = 0;
        runVersions = 0;
        runs++;
        return run;
    }

    /** Completes the file; its runs are good from now on. */
    public void finish() {
        Check.that(runVersions == 0 && runs > 0, "a spill file ends with %s versions of a run", runVersions);
        try {
            output.close();
        } catch (IOException e) {
            throw file.directory().writeFailure(e);
        }
        file.complete(position, runs);
        complete = true;
    }

    /** Frees buffers, and deletes the file unless it is complete. */
    @Override
    public void close() {
        compressor.close();
        if (complete) {
            return;
        }
        try {
            output.close();
        } catch (IOException e) {
            LOG.debug("incomplete spill file ended with an error: file={} reason=\"{}\"", file.name(), e.toString());
        }
        file.delete();
    }
}
