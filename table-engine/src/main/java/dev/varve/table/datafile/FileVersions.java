package dev.varve.table.datafile;

import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.row.KeyValue;

/** The versions in one data file that are wanted, in file order, which is key order. Confined to one thread. */
public interface FileVersions extends KeyValueReader {
    /** None are wanted. */
    FileVersions EMPTY = new FileVersions() {
        @Override
        public boolean advance() {
            return false;
        }

        @Override
        public KeyValue current() {
            throw new IllegalStateException("there is no version");
        }

        @Override
        public long position() {
            throw new IllegalStateException("there is no version");
        }

        @Override
        public void close() {}
    };

    /** The number of the current version's row in the file, from 0: rows that are left out count. */
    long position();
}
