package dev.varve.table.memtable;

import java.io.IOException;
import java.io.OutputStream;

/** Where spill files lie. Safe for use by several threads, each with files of its own. */
public interface SpillStore {
    /** Makes a file that does not exist yet. */
    OutputStream create(String name) throws IOException;

    /** Opens a complete file. */
    Input open(String name) throws IOException;

    /** Deletes a file; nothing happens if there is none. */
    void delete(String name) throws IOException;

    /** Gives up everything. */
    void close() throws IOException;

    /** For messages: where the files lie. */
    String describe();

    /** A file that is read at any position. Confined to one thread. */
    interface Input extends AutoCloseable {
        /**
         * Fills a part of an array from a position of the file on.
         *
         * @throws java.io.EOFException if the file ends before
         */
        void readFully(long position, byte[] to, int offset, int length) throws IOException;

        @Override
        void close() throws IOException;
    }
}
