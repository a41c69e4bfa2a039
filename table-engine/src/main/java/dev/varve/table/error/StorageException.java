package dev.varve.table.error;

/** The store failed. The message names the path and the operation. */
public final class StorageException extends TableException {
    private static final long serialVersionUID = 1L;

    /** What kind of failure it was, as far as it can be told. */
    public enum Kind {
        /** The file is not there. */
        NOT_FOUND,
        /** The store refused: permissions, credentials, read-only, no space. Trying again does not help by itself. */
        REFUSED,
        /** Timeouts, resets, throttling, unclear I/O errors: trying again may help. */
        TRANSIENT
    }

    private final Kind kind;

    public StorageException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    public boolean isNotFound() {
        return kind == Kind.NOT_FOUND;
    }

    @Override
    public boolean retryable() {
        return kind == Kind.TRANSIENT;
    }
}
