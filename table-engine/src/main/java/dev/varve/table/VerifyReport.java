package dev.varve.table;

import dev.varve.table.maintain.Finding;
import dev.varve.table.maintain.Verification;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a verification came to.
 *
 * @param checked how much was looked at: names like {@code manifests} or {@code rows}, in a fixed order, with their numbers
 * @param problemCount everything that is wrong
 * @param problems the first thousand of it
 */
public record VerifyReport(Map<String, Long> checked, long problemCount, List<Problem> problems) {
    public VerifyReport {
        checked = Collections.unmodifiableMap(new LinkedHashMap<>(checked));
        problems = List.copyOf(problems);
    }

    /**
     * Something that is not as it must be.
     *
     * @param rule name of the rule that does not hold, for example {@code row-count}; the reference of the command line explains all
     * @param file the file that is concerned
     * @param expected what metadata or format demand
     * @param found what there is
     */
    public record Problem(String rule, String file, String expected, String found) {
        @Override
        public String toString() {
            return rule + ": " + file + ": expected " + expected + ", found " + found;
        }
    }

    static VerifyReport of(Verification verification) {
        var checked = new LinkedHashMap<String, Long>();
        verification.checked().forEach((what, count) -> checked.put(what.text(), count));
        return new VerifyReport(
                checked,
                verification.findingCount(),
                verification.findings().stream().map(VerifyReport::problem).toList());
    }

    private static Problem problem(Finding finding) {
        return new Problem(finding.rule().text(), finding.file(), finding.expected(), finding.found());
    }

    /** Whether nothing is wrong. */
    public boolean isSound() {
        return problemCount == 0;
    }
}
