package dev.varve.table.error;

/** Another writer changed what this commit wanted to replace: delete the output and plan anew. */
public final class CommitConflictException extends TableException {
    private static final long serialVersionUID = 1L;

    public CommitConflictException(String message) {
        super(message, null);
    }

    public CommitConflictException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean retryable() {
        return true;
    }

    @Override
    public boolean conflict() {
        return true;
    }
}
