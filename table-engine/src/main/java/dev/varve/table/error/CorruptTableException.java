package dev.varve.table.error;

/** Bytes on disk are not what the format says. The message names the file and, where known, the position. */
public final class CorruptTableException extends TableException {
    private static final long serialVersionUID = 1L;

    public CorruptTableException(String message) {
        super(message, null);
    }

    public CorruptTableException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean retryable() {
        return false;
    }
}
