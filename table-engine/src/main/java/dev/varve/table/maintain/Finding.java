package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

/**
 * Something about a table that is not as it must be.
 *
 * @param file the file that is concerned, as a path where there is one
 * @param rule what does not hold
 * @param expected what the metadata or the format demand
 * @param found what there is
 */
public record Finding(String file, Rule rule, String expected, String found) {
    public Finding {
        requireNonNull(file, "file is null");
        requireNonNull(rule, "rule is null");
        requireNonNull(expected, "expected is null");
        requireNonNull(found, "found is null");
    }

    @Override
    public String toString() {
        return rule.text() + ": " + file + ": expected " + expected + ", found " + found;
    }
}
