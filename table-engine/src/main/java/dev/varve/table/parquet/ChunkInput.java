package dev.varve.table.parquet;

import java.io.EOFException;
import java.io.InputStream;

/**
 * The bytes of one column in one row group, in order: as a stream for page headers, as slices for pages. Slices stay valid after
 * later reads. Confined to one thread.
 */
final class ChunkInput extends InputStream {
    private final RangeReader file;
    private final int windowBytes;
    private byte[] buffer;
    private int position;
    private int limit;

    /** Where in the file the buffer ends, and how many bytes of the chunk follow. */
    private long nextPosition;

    private long unread;

    /** A chunk that is in memory as a whole. */
    ChunkInput(Slice bytes) {
        file = null;
        windowBytes = 0;
        buffer = bytes.bytes;
        position = bytes.offset;
        limit = bytes.end();
    }

    /** A chunk that is read in windows. */
    ChunkInput(RangeReader file, RangeReader.Chunk chunk, int windowBytes) {
        this.file = file;
        this.windowBytes = windowBytes;
        buffer = new byte[0];
        nextPosition = chunk.start();
        unread = chunk.length();
    }

    /** Bytes of the chunk that were not consumed yet. */
    long remaining() {
        return limit - position + unread;
    }

    /** The next bytes in one piece. */
    Slice take(int length) throws EOFException {
        if (length < 0 || length > remaining()) {
            throw new EOFException("the column has " + remaining() + " more bytes where " + length + " are needed");
        }
        if (length > limit - position) {
            fill(length);
        }
        Slice slice = new Slice(buffer, position, length);
        position += length;
        return slice;
    }

    @Override
    public int read() {
        if (remaining() == 0) {
            return -1;
        }
        if (position == limit) {
            fill(1);
        }
        return buffer[position++] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (remaining() == 0) {
            return -1;
        }
        if (position == limit) {
            fill(1);
        }
        int count = Math.min(length, limit - position);
        System.arraycopy(buffer, position, target, offset, count);
        position += count;
        return count;
    }

    /** Makes at least {@code length} bytes available, in a new array because slices of the old one are in use. */
    private void fill(int length) {
        int left = limit - position;
        int more = (int) Math.min(Math.max(windowBytes, length - left), unread);
        Slice next = file.read(nextPosition, more);
        if (left == 0) {
            buffer = next.bytes;
            position = next.offset;
            limit = next.end();
        } else {
            byte[] joined = new byte[left + more];
            System.arraycopy(buffer, position, joined, 0, left);
            System.arraycopy(next.bytes, next.offset, joined, left, more);
            buffer = joined;
            position = 0;
            limit = joined.length;
        }
        nextPosition += more;
        unread -= more;
    }
}
