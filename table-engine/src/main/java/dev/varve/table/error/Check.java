package dev.varve.table.error;

import java.util.Locale;

/**
 * Assertions that are always on. A failed {@link #that} is a bug of ours; a failed {@link #argument} is a bug of the caller.
 *
 * <p>Values to print are boxed and packed into an array also where the condition holds. In code that runs once a row or a value,
 * write {@code if} and {@code throw} instead.
 */
public final class Check {
    private Check() {}

    /** Fails with {@link IllegalStateException} and the given state printed if the invariant does not hold. */
    public static void that(boolean holds, String message, Object... state) {
        if (!holds) {
            throw new IllegalStateException(format(message, state));
        }
    }

    /** Fails with {@link IllegalArgumentException} if a programmer passed something out of contract. */
    public static void argument(boolean holds, String message, Object... values) {
        if (!holds) {
            throw new IllegalArgumentException(format(message, values));
        }
    }

    /** For the end of an {@code instanceof} chain over a sealed type: {@code throw Check.unreachable(x)}. */
    public static IllegalStateException unreachable(Object value) {
        return new IllegalStateException("not handled: " + value);
    }

    private static String format(String message, Object... values) {
        return values.length == 0 ? message : String.format(Locale.ROOT, message, values);
    }
}
