package dev.varve.table.lsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.StorageException;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.memtable.SpillDirectory;
import dev.varve.table.memtable.SpillSettings;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.FileMetas;
import dev.varve.table.testing.LendingReader;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemorySpillStore;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OpenRunsTest {
    private static final KeyValueLayout LAYOUT = KeyValueLayout.of(
            RowType.of(List.of(
                    new DataField(0, "id", DataTypes.INT.notNull()), new DataField(1, "text", DataTypes.STRING))),
            List.of("id"));
    private static final TableOptions OPTIONS = TableOptions.of(Map.of("bucket", "1"), 3);
    private static final MergeRules RULES = MergeRules.of(
            new TableSchema(
                    3,
                    0,
                    LAYOUT.valueType().fields(),
                    1,
                    List.of(),
                    List.of("id"),
                    OPTIONS.asMap(),
                    Optional.empty(),
                    0),
            OPTIONS);

    private final MemorySpillStore disk = new MemorySpillStore();
    private final SpillDirectory directory = new SpillDirectory(disk, ManualEnv.create());
    private final Map<String, List<KeyValue>> contents = new HashMap<>();
    private final List<String> opened = new ArrayList<>();
    private int open;
    private int mostOpen;

    private final class Counting implements KeyValueReader {
        private final KeyValueReader versions;
        private boolean closed;

        Counting(KeyValueReader versions) {
            this.versions = versions;
            mostOpen = Math.max(mostOpen, ++open);
        }

        @Override
        public boolean advance() {
            return versions.advance();
        }

        @Override
        public KeyValue current() {
            return versions.current();
        }

        @Override
        public void close() {
            versions.close();
            if (!closed) {
                closed = true;
                open--;
            }
        }
    }

    private KeyValueReader openFile(DataFileMeta file) {
        opened.add(file.name());
        return new Counting(new LendingReader(LAYOUT, contents.get(file.name())));
    }

    /** Overlapping runs of one file each; file {@code i} is the larger the larger {@code i} is. */
    private Section section(int runs, Random random) {
        var files = new ArrayList<List<DataFileMeta>>();
        long sequence = 0;
        for (int i = 0; i < runs; i++) {
            String name = "file-" + i;
            var versions = new ArrayList<KeyValue>();
            for (int id = 0; id < 500; id++) {
                if (random.nextInt(3) == 0) {
                    RowKind kind = RowKind.values()[random.nextInt(4)];
                    GenericRow row = GenericRow.of(id, BinaryString.of("run " + i + " " + id));
                    versions.add(new KeyValue(LAYOUT.newKeyView().over(row), sequence++, kind, row));
                }
            }
            contents.put(name, versions);
            files.add(List.of(FileMetas.file(
                    name, 0, FileMetas.key(0), FileMetas.key(500), i * 1000L, i * 1000L + 1, 1000 + i, 0)));
        }
        return new Section(files);
    }

    private List<String> read(Section section, OpenRuns limit) {
        var rows = new ArrayList<String>();
        var merge = new SectionReader.Merge(LAYOUT, RULES.order(), this::openFile, RULES.function(), limit);
        try (SectionReader reader = SectionReader.open(List.of(section), merge, false)) {
            while (reader.advance()) {
                KeyValue version = reader.current();
                // The kinds of key and value rows have no meaning.
                rows.add(version.kind().shortName() + " " + version.sequence() + " "
                        + version.key().intAt(0) + " " + version.value().intAt(0) + " "
                        + version.value().stringAt(1));
            }
        }
        assertThat(open).isZero();
        return rows;
    }

    private OpenRuns atMost(int limit) {
        return OpenRuns.atMost(limit, directory, SpillSettings.of(OPTIONS));
    }

    @Test
    void noMoreRunsThanAllowedAreReadFromTheirFiles() {
        Section section = section(9, new Random(1));
        List<String> expected = read(section, OpenRuns.UNBOUNDED);
        assertThat(mostOpen).isEqualTo(9);
        for (int limit = 2; limit <= 10; limit++) {
            mostOpen = 0;
            int created = disk.created();
            assertThat(read(section, atMost(limit))).isEqualTo(expected);
            assertThat(mostOpen).isEqualTo(Math.min(9, limit));
            assertThat(disk.created() - created).isEqualTo(limit < 9 ? 1 : 0);
            assertThat(disk.files()).isEmpty();
            assertThat(disk.openFiles()).isZero();
        }
    }

    @Test
    void theSmallestRunsAreCopied() {
        Section section = section(5, new Random(2));
        read(section, atMost(3));
        assertThat(opened.subList(0, 2)).containsExactly("file-0", "file-1");
    }

    @Test
    void runsWithoutRowsLeaveNothingBehind() {
        Section section = section(4, new Random(3));
        contents.put("file-0", List.of());
        contents.put("file-1", List.of());
        List<String> expected = read(section, OpenRuns.UNBOUNDED);
        assertThat(read(section, atMost(2))).isEqualTo(expected);
        assertThat(read(section, atMost(3))).isEqualTo(expected);
        assertThat(disk.files()).isEmpty();
    }

    @Test
    void aFullDiskMakesTheMergeReadAllFiles() {
        Section section = section(9, new Random(4));
        List<String> expected = read(section, OpenRuns.UNBOUNDED);
        disk.limitTo(3000);
        assertThat(read(section, atMost(2))).isEqualTo(expected);
        assertThat(disk.files()).isEmpty();
        // The directory rests: nothing is tried.
        int created = disk.created();
        assertThat(read(section, atMost(2))).isEqualTo(expected);
        assertThat(disk.created()).isEqualTo(created);
    }

    @Test
    void aFileThatCannotBeReadFailsTheMergeAndLeavesNoCopy() {
        Section section = section(5, new Random(6));
        var merge = new SectionReader.Merge(
                LAYOUT,
                RULES.order(),
                file -> {
                    if (file.name().equals("file-1")) {
                        throw new StorageException(StorageException.Kind.NOT_FOUND, "no " + file.name(), null);
                    }
                    return openFile(file);
                },
                RULES.function(),
                atMost(2));
        try (SectionReader reader = SectionReader.open(List.of(section), merge, false)) {
            assertThatThrownBy(reader::advance)
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("file-1");
        }
        assertThat(disk.files()).isEmpty();
        assertThat(open).isZero();
    }

    @Test
    void withoutADiskAllRunsAreRead() {
        Section section = section(5, new Random(7));
        read(section, OpenRuns.of(TableOptions.of(Map.of("sort-spill-threshold", "2"), 3), Optional.empty()));
        assertThat(mostOpen).isEqualTo(5);
        mostOpen = 0;
        read(section, OpenRuns.of(TableOptions.of(Map.of("sort-spill-threshold", "2"), 3), Optional.of(directory)));
        assertThat(mostOpen).isEqualTo(2);
    }
}
