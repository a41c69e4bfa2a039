package dev.varve.table.error;

/** The user gave an option, schema, value or record that cannot be accepted. The message names it, what was expected and what to do. */
public final class InvalidInputException extends TableException {
    private static final long serialVersionUID = 1L;

    public InvalidInputException(String message) {
        super(message, null);
    }

    public InvalidInputException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean retryable() {
        return false;
    }
}
