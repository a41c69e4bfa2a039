package dev.varve.table.error;

/** A bound on memory, disk, files or attempts was reached. */
public final class LimitExceededException extends TableException {
    private static final long serialVersionUID = 1L;

    public LimitExceededException(String message) {
        super(message, null);
    }

    public LimitExceededException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
