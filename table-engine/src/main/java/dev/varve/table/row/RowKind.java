package dev.varve.table.row;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.InvalidInputException;

/** What a row does to its key. The codes are stored in data files: never renumber. */
public enum RowKind {
    INSERT((byte) 0, "+I"),
    UPDATE_BEFORE((byte) 1, "-U"),
    UPDATE_AFTER((byte) 2, "+U"),
    DELETE((byte) 3, "-D");

    private static final RowKind[] BY_CODE = values();

    private final byte code;
    private final String shortName;

    RowKind(byte code, String shortName) {
        this.code = code;
        this.shortName = shortName;
    }

    /** The stored number, 0 to 3. */
    public byte code() {
        return code;
    }

    /** {@code +I}, {@code -U}, {@code +U} or {@code -D}. */
    public String shortName() {
        return shortName;
    }

    /** Whether the row adds a version (+I, +U) rather than takes one back (-U, -D). */
    public boolean isAdd() {
        return this == INSERT || this == UPDATE_AFTER;
    }

    public boolean isRetract() {
        return !isAdd();
    }

    public static RowKind ofCode(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new CorruptTableException("row kind " + code + " is not one of 0, 1, 2, 3");
        }
        return BY_CODE[code];
    }

    /** The inverse of {@link #shortName}. */
    public static RowKind parse(String shortName) {
        for (RowKind kind : BY_CODE) {
            if (kind.shortName.equals(shortName)) {
                return kind;
            }
        }
        throw new InvalidInputException("row kind '" + shortName + "' is not one of +I, -U, +U, -D");
    }
}
