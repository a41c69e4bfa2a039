package dev.varve.table.memtable;

/** Somebody who owns buffers of a {@link MemoryBudget} and can empty them. */
public interface MemoryOwner {
    /** Bytes of its largest buffer that it could give back now to a caller on this thread; 0 for nothing. */
    long largestBytes();

    /**
     * Empties buffers, largest first, until about {@code wantedBytes} are free or nothing is left.
     *
     * @return whether any memory was given back
     */
    boolean yieldMemory(long wantedBytes);
}
