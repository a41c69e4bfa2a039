package dev.varve.table.predicate;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;

/** The text of a condition, for errors that show where they are. Immutable. */
record ConditionText(String text) {
    /** Characters shown on either side of the place. */
    private static final int SHOWN = 40;

    ConditionText {
        requireNonNull(text, "text is null");
    }

    /** An error at a place, from 0: names its column, from 1, and points to it in a second and third line. */
    InvalidInputException error(int position, String problem) {
        return error(position, problem, null);
    }

    InvalidInputException error(int position, String problem, Throwable cause) {
        int from = Math.max(0, position - SHOWN);
        int to = Math.min(text.length(), position + SHOWN);
        String before = from > 0 ? "…" : "";
        // Line breaks and tabs would put the caret elsewhere.
        String shown = text.substring(from, to).replaceAll("\\p{Cntrl}", " ");
        String line = before + shown + (to < text.length() ? "…" : "");
        return new InvalidInputException(
                "condition, column " + (position + 1) + ": " + problem + "\n  " + line + "\n  "
                        + " ".repeat(before.length() + position - from) + "^",
                cause);
    }
}
