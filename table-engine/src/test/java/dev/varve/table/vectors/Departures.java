package dev.varve.table.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;

/**
 * The vectors that a route does not give, each with the reason. Written as text, a reason followed by the ids it holds for:
 *
 * <pre>
 * a reason in one line
 *     id id id
 * </pre>
 */
record Departures(Map<String, String> reasons) {
    Departures {
        reasons = Map.copyOf(reasons);
    }

    static Departures parse(String text) {
        Map<String, String> reasons = new TreeMap<>();
        String reason = "";
        for (String line : text.lines().toList()) {
            if (!line.startsWith(" ")) {
                reason = line;
                continue;
            }
            for (String id : line.strip().split(" ")) {
                assertThat(reasons.put(id, reason))
                        .as("a second reason for " + id)
                        .isNull();
            }
        }
        return new Departures(reasons);
    }

    Departures and(Departures others) {
        Map<String, String> all = new TreeMap<>(reasons);
        others.reasons.forEach((id, reason) ->
                assertThat(all.put(id, reason)).as("a second reason for " + id).isNull());
        return new Departures(all);
    }

    /** Asserts that the vectors with these differences are those that are listed: none more, and none less. */
    void assertAreAll(Map<String, String> differences) {
        Map<String, String> unlisted = new TreeMap<>(differences);
        unlisted.keySet().removeAll(reasons.keySet());
        assertThat(unlisted).as("vectors that are not true and not listed").isEmpty();
        Map<String, String> stale = new TreeMap<>(reasons);
        stale.keySet().removeAll(differences.keySet());
        assertThat(stale).as("listed vectors that are true after all").isEmpty();
    }
}
