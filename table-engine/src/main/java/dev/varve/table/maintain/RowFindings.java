package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;

/** What is wrong with the rows of one file: of each rule and subject the first case, and how many there are. Confined to one thread. */
final class RowFindings {
    private final String file;
    private final Map<String, Case> cases = new LinkedHashMap<>();

    private static final class Case {
        private final Rule rule;
        private final String expected;
        private final String found;
        private long count = 1;

        Case(Rule rule, String expected, String found) {
            this.rule = rule;
            this.expected = expected;
            this.found = found;
        }
    }

    /** @param file the file as findings name it */
    RowFindings(String file) {
        this.file = requireNonNull(file, "file is null");
    }

    /** Notes a case of which there may be many. */
    void add(Rule rule, long row, String expected, String found) {
        add(rule, "", row, expected, found);
    }

    /**
     * Notes a case of which there may be many.
     *
     * @param subject tells cases of one rule apart: a column, say
     */
    void add(Rule rule, String subject, long row, String expected, String found) {
        Case first = cases.get(rule + subject);
        if (first == null) {
            cases.put(rule + subject, new Case(rule, expected, "row " + row + ": " + found));
        } else {
            first.count++;
        }
    }

    /** Notes something about the file as a whole. */
    void addOfFile(Rule rule, String expected, String found) {
        cases.put(rule + expected, new Case(rule, expected, found));
    }

    void reportTo(Findings findings) {
        for (Case of : cases.values()) {
            findings.add(
                    file, of.rule, of.expected, of.count == 1 ? of.found : of.found + " (" + of.count + " such rows)");
        }
    }
}
