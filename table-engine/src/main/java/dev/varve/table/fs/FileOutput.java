package dev.varve.table.fs;

/** A file being written. Confined to one thread. Failures are {@link dev.varve.table.error.StorageException}. */
public interface FileOutput extends AutoCloseable {
    void write(byte[] bytes, int offset, int length);

    /** Bytes written so far. */
    long position();

    /** Makes the content durable and visible. After a failure the file is incomplete: {@link #abort} removes it. */
    @Override
    void close();

    /**
     * Gives the file up and removes what is there of it, as well as the store allows. Does nothing after a close that
     * succeeded: the file is then one to {@link FileIO#delete}.
     */
    void abort();
}
