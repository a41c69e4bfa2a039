package dev.varve.table.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All ways of cutting a history into flushes, given as bits: bit {@code i} set means a flush after version {@code i}. */
final class Cuts {
    private Cuts() {}

    /**
     * Asserts that a read gives the same row whether all versions are merged at once, or flushed in groups, or flushed in groups of
     * which the newer ones were compacted above the oldest.
     */
    static void assertEquivalent(History history, List<KeyValue> versions) {
        Optional<GenericRow> expected = history.visible(versions);
        for (int cuts = 0; cuts < 1 << (versions.size() - 1); cuts++) {
            List<List<KeyValue>> flushes = flushes(history, versions, cuts);
            List<KeyValue> all = flushes.stream().flatMap(List::stream).toList();
            assertThat(history.visible(all))
                    .as("%s cut by %s into %s", text(versions), Integer.toBinaryString(cuts), text(all))
                    .isEqualTo(expected);

            List<KeyValue> compacted = new ArrayList<>(flushes.get(0));
            compacted.addAll(history.joined(
                    flushes.stream().skip(1).flatMap(List::stream).toList()));
            assertThat(history.visible(compacted))
                    .as("%s cut by %s, compacted to %s", text(versions), Integer.toBinaryString(cuts), text(compacted))
                    .isEqualTo(expected);
        }
    }

    private static List<List<KeyValue>> flushes(History history, List<KeyValue> versions, int cuts) {
        List<List<KeyValue>> flushes = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < versions.size(); i++) {
            if (i == versions.size() - 1 || (cuts >>> i & 1) != 0) {
                flushes.add(history.joined(versions.subList(start, i + 1)));
                start = i + 1;
            }
        }
        return flushes;
    }

    static List<String> text(List<KeyValue> versions) {
        return versions.stream()
                .map(version -> version.sequence() + version.kind().shortName() + version.value())
                .toList();
    }
}
