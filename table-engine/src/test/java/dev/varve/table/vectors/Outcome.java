package dev.varve.table.vectors;

import java.util.List;

/**
 * What came of a vector.
 *
 * @param rows what a read returns, as {@link VectorCase#text} shows it
 * @param refused messages of the rows that were refused when they were written
 * @param failure message of the merge that failed, empty if none did
 */
record Outcome(List<String> rows, List<String> refused, String failure) {
    Outcome {
        rows = List.copyOf(rows);
        refused = List.copyOf(refused);
    }

    static Outcome failed(Throwable e) {
        return new Outcome(List.of(), List.of(), String.valueOf(e.getMessage()));
    }

    /** How this differs from what the vector says, empty if it does not. */
    String differenceFrom(VectorCase vector) {
        boolean asExpected = switch (vector.failsAt()) {
            case "write" -> !refused.isEmpty() && rows.equals(vector.acceptedRows()) && failure.isEmpty();
            case "merge" -> !failure.isEmpty();
            default -> rows.equals(vector.expected()) && refused.isEmpty() && failure.isEmpty();
        };
        return asExpected ? "" : "found " + this + ", expected " + vector.json();
    }
}
