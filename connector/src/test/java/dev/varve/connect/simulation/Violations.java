package dev.varve.connect.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Rules that were found broken. They are found in the middle of the engine's calls, where an exception might be handled by it; so
 * they are noted, and thrown by the scheduler.
 */
final class Violations {
    private final List<AssertionError> found = new ArrayList<>();

    void report(String what, Object... arguments) {
        found.add(new AssertionError(what.formatted(arguments)));
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw found.get(0);
        }
    }
}
