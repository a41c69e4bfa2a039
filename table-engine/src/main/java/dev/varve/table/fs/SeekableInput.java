package dev.varve.table.fs;

/** An open file. Confined to one thread. Failures are {@link dev.varve.table.error.StorageException}. */
public interface SeekableInput extends AutoCloseable {
    /** Size of the file in bytes. */
    long size();

    /**
     * Fills {@code target[offset .. offset+length)} from the given position of the file.
     *
     * @throws dev.varve.table.error.CorruptTableException if the file ends before
     */
    void readFully(long position, byte[] target, int offset, int length);

    @Override
    void close();
}
