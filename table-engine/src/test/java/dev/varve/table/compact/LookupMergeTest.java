package dev.varve.table.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.datafile.FileVersions;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.lsm.Section;
import dev.varve.table.lsm.SectionReader;
import dev.varve.table.lsm.SortedRun;
import dev.varve.table.lsm.VersionsReader;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.testing.FileMetas;
import dev.varve.table.testing.LendingReader;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files are written as {@code "+I 1 a@5 | -D 2 b@6"}: kind, key, value, sequence number. Merged rows list what they were made of. */
class LookupMergeTest {
    private static final KeyValueLayout LAYOUT = KeyValueLayout.of(
            new RowType(
                    List.of(new DataField(0, "k", DataTypes.INT.notNull()), new DataField(1, "v", DataTypes.STRING)),
                    false),
            List.of("k"));

    private static final SequenceOrder BY_VALUE =
            (left, right) -> left.stringAt(1).compareTo(right.stringAt(1));

    private final Map<String, List<KeyValue>> contents = new HashMap<>();
    private final List<String> watched = new ArrayList<>();

    @Test
    void aKeyThatIsNewNeedsNothingElse() {
        assertThat(merge(level0("+I 1 a@5"), "", List.of())).containsExactly("+I 1 a@5");
        assertThat(watched).containsExactly("1: none -> +I 1 a@5");
    }

    @Test
    void keysThatDidNotChangePassAsTheyAre() {
        assertThat(merge(level0("+I 2 b@9"), "+I 1 a@1 | +I 3 c@2", List.of()))
                .containsExactly("+I 1 a@1", "+I 2 b@9", "+I 3 c@2");
        assertThat(watched).containsExactly("2: none -> +I 2 b@9");
    }

    @Test
    void theRowInsideIsTheOldOneAndOlderRunsAreNotAsked() {
        assertThat(merge(level0("+U 1 z@9"), "+I 1 a@1", List.of("+I 1 x@0"))).containsExactly("+U 1 a,z@9");
        assertThat(watched).containsExactly("1: +I 1 a@1 -> +U 1 a,z@9");
    }

    @Test
    void theFirstOlderRunThatHasTheKeyDecides() {
        assertThat(merge(level0("+U 1 z@9"), "", List.of("+I 0 o@4 | +I 1 b@3", "+I 1 a@1")))
                .containsExactly("+U 1 b,z@9");
        assertThat(watched).containsExactly("found older-0:1", "1: +I 1 b@3 -> +U 1 b,z@9");
    }

    @Test
    void aDeleteInAnOlderRunIsFoundAsWell() {
        merge(level0("+U 1 z@9"), "", List.of("-D 1 b@3", "+I 1 a@1"));
        assertThat(watched.get(1)).startsWith("1: -D 1 b@3 -> ");
    }

    @Test
    void allVersionsOfLevelZeroAreMergedFromOldToNew() {
        assertThat(merge(level0("+I 1 c@7 | +I 2 y@8", "+I 1 b@5", "+I 1 d@9"), "", List.of("+I 1 a@1")))
                .containsExactly("+I 1 a,b,c,d@9", "+I 2 y@8");
    }

    @Test
    void theOldRowTakesThePlaceThatTheSequenceFieldGivesIt() {
        assertThat(merge(BY_VALUE, true, level0("+I 1 b@8", "+I 1 d@9"), "", List.of("+I 1 c@1")))
                .containsExactly("+I 1 b,c,d@9");
        assertThat(merge(BY_VALUE, true, level0("+I 1 b@8", "+I 1 c@9"), "+I 1 d@1", List.of()))
                .containsExactly("+I 1 b,c,d@1");
    }

    @Test
    void deletedKeysAreWatchedButNotWritten() {
        assertThat(merge(level0("-D 1 x@9 | -D 2 x@9 | -D 3 x@9"), "+I 2 b@1", List.of("+I 3 c@2")))
                .isEmpty();
        assertThat(watched)
                .containsExactly(
                        "1: none -> -D 1 x@9",
                        "2: +I 2 b@1 -> -D 2 b,x@9",
                        "found older-0:0",
                        "3: +I 3 c@2 -> -D 3 c,x@9");
    }

    @Test
    void olderRowsMayBeLookedUpWithoutBeingMerged() {
        assertThat(merge(SequenceOrder.ARRIVAL, false, level0("+U 1 z@9"), "", List.of("+I 1 a@1")))
                .containsExactly("+U 1 z@9");
        assertThat(watched).containsExactly("found older-0:0", "1: +I 1 a@1 -> +U 1 z@9");
    }

    /** Against a plain map: which versions each key's row is made of. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomRunsGiveWhatAMapSays(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            contents.clear();
            watched.clear();
            Map<Integer, String> old = new TreeMap<>();
            List<String> older = new ArrayList<>();
            int runs = random.nextInt(3);
            for (int run = 0; run < runs; run++) {
                older.add(randomRun(random, 10 * (runs - run), old, true));
            }
            Map<Integer, String> within = new TreeMap<>();
            String inside = randomRun(random, 100, within, false);
            Map<Integer, String> expected = new TreeMap<>(within);
            Map<Integer, String> fresh = new TreeMap<>();
            List<String> files = new ArrayList<>();
            int count = 1 + random.nextInt(3);
            for (int i = 0; i < count; i++) {
                Map<Integer, String> file = new TreeMap<>();
                files.add(randomRun(random, 1000 * (i + 1), file, false));
                file.forEach((key, value) -> fresh.merge(key, value, (first, second) -> first + "," + second));
            }
            fresh.forEach((key, value) -> {
                String before = within.getOrDefault(key, old.get(key));
                expected.put(key, before == null ? value : before + "," + value);
            });
            List<String> merged = merge(level0(files.toArray(String[]::new)), inside, older);
            assertThat(merged.stream().map(row -> row.substring(3, row.indexOf('@'))))
                    .as("seed %s round %s", seed, round)
                    .containsExactlyElementsOf(expected.entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .toList());
        }
    }

    private static String randomRun(Random random, int sequence, Map<Integer, String> model, boolean keepsFirst) {
        List<String> versions = new ArrayList<>();
        int number = sequence;
        for (int key = 0; key < 12; key++) {
            if (random.nextInt(3) == 0 || (key == 11 && versions.isEmpty())) {
                String value = "s" + number;
                versions.add("+I " + key + " " + value + "@" + number++);
                if (keepsFirst) {
                    model.putIfAbsent(key, value);
                } else {
                    model.put(key, value);
                }
            }
        }
        return String.join(" | ", versions);
    }

    private List<DataFileMeta> level0(String... files) {
        List<DataFileMeta> metas = new ArrayList<>();
        for (int i = 0; i < files.length; i++) {
            metas.add(file("fresh-" + i, 0, files[i]));
        }
        return metas;
    }

    private List<String> merge(List<DataFileMeta> fresh, String inside, List<String> older) {
        return merge(SequenceOrder.ARRIVAL, true, fresh, inside, older);
    }

    private List<String> merge(
            SequenceOrder order, boolean feeds, List<DataFileMeta> fresh, String inside, List<String> older) {
        var merge = new SectionReader.Merge(LAYOUT, order, this::open, Joined::new);
        List<SortedRun> runs = new ArrayList<>();
        for (int i = 0; i < older.size(); i++) {
            runs.add(new SortedRun(i + 3, List.of(file("older-" + i, i + 3, older.get(i)))));
        }
        var rules = new LookupMerge.Rules(LAYOUT.keyOrder(), order, new Joined(), feeds, true);
        List<String> merged = new ArrayList<>();
        try (var reader = new LookupMerge(
                VersionsReader.open(Section.partition(fresh, LAYOUT.keyOrder()), merge),
                inside.isEmpty() ? KeyValueReader.empty() : open(file("inside", 2, inside)),
                new OlderRuns(runs, this::open, LAYOUT.keyOrder()),
                rules,
                new Watching())) {
            while (reader.advance()) {
                merged.add(print(reader.current()));
            }
        }
        return merged;
    }

    private DataFileMeta file(String name, int level, String text) {
        List<KeyValue> versions = new ArrayList<>();
        for (String version : text.split(" \\| ")) {
            String[] parts = version.split("[ @]");
            int key = Integer.parseInt(parts[1]);
            versions.add(new KeyValue(
                    GenericRow.of(key),
                    Long.parseLong(parts[3]),
                    RowKind.parse(parts[0]),
                    GenericRow.of(key, BinaryString.of(parts[2]))));
        }
        contents.put(name, versions);
        return FileMetas.file(
                name,
                level,
                versions.get(0).key().intAt(0),
                versions.get(versions.size() - 1).key().intAt(0),
                versions.stream().mapToLong(KeyValue::sequence).min().orElseThrow(),
                versions.stream().mapToLong(KeyValue::sequence).max().orElseThrow());
    }

    private FileVersions open(DataFileMeta file) {
        LendingReader rows = new LendingReader(LAYOUT, contents.get(file.name()));
        return new FileVersions() {
            private long position = -1;

            @Override
            public boolean advance() {
                position++;
                return rows.advance();
            }

            @Override
            public KeyValue current() {
                return rows.current();
            }

            @Override
            public long position() {
                return position;
            }

            @Override
            public void close() {
                rows.close();
            }
        };
    }

    private static String print(KeyValue version) {
        return version == null
                ? "none"
                : version.kind().shortName() + " " + version.key().intAt(0) + " "
                        + version.value().stringAt(1) + "@" + version.sequence();
    }

    /** Joins the values of all versions, and is otherwise the newest. */
    private static final class Joined implements MergeFunction {
        private final List<String> values = new ArrayList<>();
        private KeyValue newest;

        @Override
        public void reset() {
            values.clear();
            newest = null;
        }

        @Override
        public void add(KeyValue version) {
            values.add(version.value().stringAt(1).toString());
            newest = version;
        }

        @Override
        public KeyValue result() {
            int key = newest.key().intAt(0);
            return new KeyValue(
                    GenericRow.of(key),
                    newest.sequence(),
                    newest.kind(),
                    GenericRow.of(key, BinaryString.of(String.join(",", values))));
        }
    }

    private final class Watching implements LookupMerge.Watcher {
        @Override
        public void found(PreviousVersions previous) {
            watched.add("found " + previous.file().name() + ":" + previous.position());
        }

        @Override
        public void merged(KeyValue before, KeyValue after) {
            watched.add((after == null ? before : after).key().intAt(0) + ": " + print(before) + " -> " + print(after));
        }
    }
}
