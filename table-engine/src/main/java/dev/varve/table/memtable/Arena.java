package dev.varve.table.memtable;

import dev.varve.table.error.Check;
import dev.varve.table.error.LimitExceededException;
import java.util.Arrays;

/**
 * Append-only memory of one MemTable. It grows in chunks that double from very small to a page, so that thousands of tables with
 * a few rows each cost little, and one with many rows costs at most a page too much. An entry lies in one chunk; an entry larger
 * than a page gets a chunk of its own size.
 *
 * <p>An address is {@code chunk << 32 | offset} and grows with every entry. Confined to one thread.
 */
final class Arena {
    private static final int FIRST_CHUNK_BYTES = 256;
    private static final byte[][] NO_CHUNKS = new byte[0][];

    private final MemoryBudget budget;
    private byte[][] chunks = NO_CHUNKS;
    private int chunkCount;
    private int used;
    private long bytes;

    Arena(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Bytes taken from the budget. */
    long bytes() {
        return bytes;
    }

    /** Room for one entry, or -1 if the budget has none. */
    long allocate(int length) {
        if (chunkCount == 0 || length > chunks[chunkCount - 1].length - used) {
            int size = Math.max(length, nextChunkBytes());
            if (!budget.tryReserve(size)) {
                return -1;
            }
            append(size == MemoryBudget.PAGE_BYTES ? budget.takePage() : new byte[size]);
        }
        long address = (long) (chunkCount - 1) << 32 | used;
        used += length;
        return address;
    }

    /** Fails if an entry of this size can never be allocated, however much memory others give back. */
    void requirePossible(int length) {
        if (length > budget.limitBytes()) {
            throw new LimitExceededException("one row needs " + length + " bytes of write buffer, but all of it is "
                    + budget.limitBytes() + " bytes; give the write buffer more memory");
        }
    }

    private int nextChunkBytes() {
        if (chunkCount == 0) {
            return (int) Math.min(FIRST_CHUNK_BYTES, budget.limitBytes());
        }
        return (int) Math.min(MemoryBudget.PAGE_BYTES, 2L * chunks[chunkCount - 1].length);
    }

    private void append(byte[] chunk) {
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(4, 2 * chunkCount));
        }
        chunks[chunkCount++] = chunk;
        used = 0;
        bytes += chunk.length;
    }

    /** The array that holds the entry at this address. */
    byte[] chunk(long address) {
        return chunks[(int) (address >>> 32)];
    }

    /** Where in its array the entry begins. */
    static int offset(long address) {
        return (int) address;
    }

    /** Forgets all entries and gives all memory back. */
    void clear() {
        for (int i = 0; i < chunkCount; i++) {
            if (chunks[i].length == MemoryBudget.PAGE_BYTES) {
                budget.releasePage(chunks[i]);
            } else {
                budget.release(chunks[i].length);
            }
            bytes -= chunks[i].length;
        }
        Check.that(bytes == 0, "an arena without chunks still counts %s bytes", bytes);
        chunks = NO_CHUNKS;
        chunkCount = 0;
        used = 0;
    }
}
