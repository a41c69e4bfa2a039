package dev.varve.table.error;

/** The table uses a newer or foreign feature that this engine refuses rather than misreads. The message names the feature and where it stands. */
public final class UnsupportedFormatException extends TableException {
    private static final long serialVersionUID = 1L;

    public UnsupportedFormatException(String message) {
        super(message, null);
    }

    public UnsupportedFormatException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean retryable() {
        return false;
    }
}
