package dev.varve.table.error;

/**
 * Errors of steps that are all to be tried, such as closing several things: the first is kept, with the others attached. Confined
 * to one thread.
 */
public final class Failures {
    private RuntimeException first;

    /** Runs a step and keeps the exception with which it fails. An {@link Error} is thrown at once. */
    public void collect(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            if (first == null) {
                first = e;
            } else if (first != e) {
                first.addSuppressed(e);
            }
        }
    }

    /** Attaches what was collected to an error that is thrown anyway. */
    public void attachTo(Throwable cause) {
        if (first != null && first != cause) {
            cause.addSuppressed(first);
        }
    }

    /** Throws what was collected; does nothing if all steps went well. */
    public void throwIfAny() {
        if (first != null) {
            throw first;
        }
    }
}
