package dev.varve.table.format;

import dev.varve.table.error.UnsupportedFormatException;
import java.util.List;
import java.util.ServiceLoader;

/** Finds formats by the name stored in metadata. */
public final class FileFormats {
    /** Looked for once: searching the class path costs more than opening a small file. */
    private static final class Known {
        // The engine's own class loader: inside a Connect worker the thread's loader may be another plugin's.
        static final List<FileFormat> FORMATS =
                ServiceLoader.load(FileFormat.class, FileFormats.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
    }

    private FileFormats() {}

    /** The format with this name, for example the extension of a data file. */
    public static FileFormat load(String name) {
        for (FileFormat format : Known.FORMATS) {
            if (format.name().equals(name)) {
                return format;
            }
        }
        throw new UnsupportedFormatException(
                "data file format '" + name + "' is not supported; this engine reads and writes parquet");
    }
}
