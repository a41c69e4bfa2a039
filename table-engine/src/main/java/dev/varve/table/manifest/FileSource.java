package dev.varve.table.manifest;

import dev.varve.table.error.CorruptTableException;

/** Where a data file's rows came from. The codes are stored: never renumber. */
public enum FileSource {
    APPEND(0),
    COMPACT(1);

    private final int code;

    FileSource(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static FileSource ofCode(int code) {
        return switch (code) {
            case 0 -> APPEND;
            case 1 -> COMPACT;
            default -> throw new CorruptTableException("file source " + code + " is not one of 0, 1");
        };
    }
}
