package dev.varve.table.error;

/**
 * Root of everything the engine reports. The kinds say whose fault it is and what helps; two facts, {@link #retryable} and
 * {@link #conflict}, are all that a caller needs to decide what to do next.
 */
public abstract sealed class TableException extends RuntimeException
        permits InvalidInputException,
                UnsupportedFormatException,
                CorruptTableException,
                StorageException,
                CommitConflictException,
                CommitOutcomeUnknownException,
                LimitExceededException {
    private static final long serialVersionUID = 1L;

    protected TableException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Whether the same call may succeed later without anybody changing anything. */
    public abstract boolean retryable();

    /** Whether another writer changed what this call wanted to replace, so that the work must be planned anew. */
    public boolean conflict() {
        return false;
    }
}
