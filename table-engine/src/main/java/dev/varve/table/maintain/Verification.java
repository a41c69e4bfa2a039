package dev.varve.table.maintain;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The outcome of checking a table.
 *
 * @param checked how much of each kind was looked at, in the order of {@link Checked}
 * @param findingCount everything that is wrong
 * @param findings the first thousand of it
 */
public record Verification(Map<Checked, Long> checked, long findingCount, List<Finding> findings) {
    public Verification {
        checked = new EnumMap<>(checked);
        findings = List.copyOf(findings);
    }

    @Override
    public Map<Checked, Long> checked() {
        return new EnumMap<>(checked);
    }
}
