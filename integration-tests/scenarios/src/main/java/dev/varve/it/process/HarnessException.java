package dev.varve.it.process;

/** The harness could not do its part: a process did not start, an answer did not come. The message carries the evidence. */
public final class HarnessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HarnessException(String message) {
        super(message);
    }

    public HarnessException(String message, Throwable cause) {
        super(message, cause);
    }
}
