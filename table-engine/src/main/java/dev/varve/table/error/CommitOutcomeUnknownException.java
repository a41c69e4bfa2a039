package dev.varve.table.error;

/** Nobody knows whether the commit happened. Look at the snapshots; delete nothing until then. */
public final class CommitOutcomeUnknownException extends TableException {
    private static final long serialVersionUID = 1L;

    public CommitOutcomeUnknownException(String message) {
        super(message, null);
    }

    public CommitOutcomeUnknownException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
