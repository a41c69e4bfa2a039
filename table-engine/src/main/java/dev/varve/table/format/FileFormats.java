package dev.varve.table.format;

import dev.varve.table.error.UnsupportedFormatException;
import java.util.ServiceLoader;

/** Finds formats by the name stored in metadata. */
public final class FileFormats {
    private FileFormats() {}

    /** The format with this name, for example the extension of a data file. */
    public static FileFormat load(String name) {
        // The engine's own class loader: inside a Connect worker the thread's loader may be another plugin's.
        for (FileFormat format : ServiceLoader.load(FileFormat.class, FileFormats.class.getClassLoader())) {
            if (format.name().equals(name)) {
                return format;
            }
        }
        throw new UnsupportedFormatException(
                "data file format '" + name + "' is not supported; this engine reads and writes parquet");
    }
}
