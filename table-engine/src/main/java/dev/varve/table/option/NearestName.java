package dev.varve.table.option;

import java.util.Collection;
import java.util.Optional;

/** Finds what a user probably meant. */
public final class NearestName {
    private NearestName() {}

    /**
     * The candidate that needs the fewest insertions, deletions, replacements and swaps of neighbours to become {@code name};
     * empty if even that one differs in more than a third of the name. Of equally near ones the first in alphabetical order.
     */
    public static Optional<String> of(String name, Collection<String> candidates) {
        int bound = Math.max(1, name.length() / 3);
        String nearest = null;
        int least = bound + 1;
        for (String candidate : candidates) {
            if (Math.abs(candidate.length() - name.length()) <= bound) {
                int distance = distance(name, candidate);
                if (distance < least || (distance == least && nearest != null && candidate.compareTo(nearest) < 0)) {
                    least = distance;
                    nearest = candidate;
                }
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Optimal string alignment distance: three rows of the usual table. */
    private static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }
}
