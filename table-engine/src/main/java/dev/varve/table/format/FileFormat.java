package dev.varve.table.format;

import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.type.RowType;

/** One data file format, found through {@link java.util.ServiceLoader}: see {@link FileFormats}. Safe for several threads. */
public interface FileFormat {
    /** The extension of its files, which is also its name in table options: {@code parquet}. */
    String name();

    /**
     * Starts a file. Field ids of {@code type} are stored in the file; nested ids of lists and maps follow the format page on
     * data files.
     */
    RowFileWriter createWriter(FileIO io, Location file, RowType type, WriteSettings settings);

    /**
     * Opens a file to read some of its columns.
     *
     * @param fileBytes exact size of the file as recorded in metadata
     * @param type columns wanted, found in the file by name with exactly the type they were written with (nested fields may be
     *     a subset); a column that the file does not have reads as null
     * @param settings what may be left out, and where metadata is kept
     * @throws dev.varve.table.error.CorruptTableException if the file is not of this format or ends early
     */
    RowFileReader openReader(FileIO io, Location file, long fileBytes, RowType type, ReadSettings settings);

    /** Opens a file to read all of its rows. */
    default RowFileReader openReader(FileIO io, Location file, long fileBytes, RowType type) {
        return openReader(io, file, fileBytes, type, ReadSettings.plain());
    }
}
