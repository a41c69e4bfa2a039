package dev.varve.table.lsm;

import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;

/** Opens data files of one bucket. */
@FunctionalInterface
public interface FileReaders {
    /** The versions in a file, each key once, ascending. The caller closes the reader. */
    KeyValueReader open(DataFileMeta file);
}
