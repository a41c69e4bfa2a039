package dev.varve.table.parquet;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads parts of one file in few, large requests, because on an object store a request costs about as much as a megabyte.
 *
 * <ul>
 *   <li>The end of the file is read once and kept, if the footer is not known already: a small file as a whole, of a larger one what usually holds the footer.
 *   <li>The chunks of a row group are read at once, neighbours together, if they fit {@link #READ_AHEAD_BYTES}; else each is
 *       read in windows that share this budget in proportion, as all columns advance at the same pace.
 * </ul>
 *
 * <p>So an open reader holds about the budget at most, whatever the size of row groups. Confined to one thread.
 */
final class RangeReader implements AutoCloseable {
    /** Compressed bytes that one reader may hold ahead of what was decoded. */
    static final int READ_AHEAD_BYTES = 16 << 20;

    /** A file up to this size is read with a single request. */
    private static final int SMALL_FILE_BYTES = 2 << 20;

    private static final int TAIL_BYTES = 64 << 10;

    /** Bytes that nobody wants but that are cheaper to read than to skip. */
    private static final int MAX_GAP_BYTES = 512 << 10;

    private static final int MIN_WINDOW_BYTES = 64 << 10;

    private final SeekableInput input;
    private final long fileBytes;
    private final long tailStart;
    private Slice tail;

    /** @param fileBytes size recorded in metadata; the file must have exactly this size */
    RangeReader(SeekableInput input, Location file, long fileBytes) {
        this.input = input;
        this.fileBytes = fileBytes;
        if (input.size() != fileBytes) {
            throw new CorruptTableException(
                    file + " has " + input.size() + " bytes where the table's metadata records " + fileBytes);
        }
        tailStart = fileBytes <= SMALL_FILE_BYTES ? 0 : fileBytes - TAIL_BYTES;
    }

    /** Bytes near the end of the file; whoever asks for them will most probably want more of it. */
    Slice readEnd(long position, int length) {
        if (tail == null && position >= tailStart) {
            tail = read(tailStart, (int) (fileBytes - tailStart));
        }
        return read(position, length);
    }

    long fileBytes() {
        return fileBytes;
    }

    /** Bytes of the file, from the part that is kept or with one request. */
    Slice read(long position, int length) {
        if (tail != null && position >= tailStart) {
            return tail.part((int) (position - tailStart), length);
        }
        byte[] bytes = new byte[length];
        input.readFully(position, bytes, 0, length);
        return new Slice(bytes, 0, length);
    }

    /** Starts reading these chunks, which lie inside the file. One input each, in the same order. */
    List<ChunkInput> open(List<Chunk> chunks) {
        long total = chunks.stream().mapToLong(Chunk::length).sum();
        if (total > READ_AHEAD_BYTES) {
            return chunks.stream().map(chunk -> windowed(chunk, total)).toList();
        }
        ChunkInput[] inputs = new ChunkInput[chunks.size()];
        int[] order = IntStream.range(0, inputs.length)
                .boxed()
                .sorted(Comparator.comparingLong(i -> chunks.get(i).start()))
                .mapToInt(Integer::intValue)
                .toArray();
        int first = 0;
        while (first < order.length) {
            int next = first + 1;
            long end = chunks.get(order[first]).end();
            while (next < order.length && chunks.get(order[next]).start() - end <= MAX_GAP_BYTES) {
                end = Math.max(end, chunks.get(order[next++]).end());
            }
            long start = chunks.get(order[first]).start();
            Slice bytes = read(start, Math.toIntExact(end - start));
            for (int i = first; i < next; i++) {
                Chunk chunk = chunks.get(order[i]);
                inputs[order[i]] = new ChunkInput(bytes.part((int) (chunk.start() - start), (int) chunk.length()));
            }
            first = next;
        }
        return Arrays.asList(inputs);
    }

    private ChunkInput windowed(Chunk chunk, long total) {
        long share = (long) ((double) READ_AHEAD_BYTES * chunk.length() / total);
        return new ChunkInput(this, chunk, (int) Math.max(share, MIN_WINDOW_BYTES));
    }

    @Override
    public void close() {
        input.close();
    }

    /** Where a column of a row group lies in the file. */
    record Chunk(long start, long length) {
        long end() {
            return start + length;
        }
    }
}
