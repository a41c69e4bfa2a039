package dev.varve.table.memtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.StorageException;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.merge.VersionJoin;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemorySpillStore;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpillTest {
    private static final int SEEDS = Integer.getInteger("spill.seeds", 12);
    private static final RowType TYPE = RowType.of(List.of(
            new DataField(0, "id", DataTypes.STRING.notNull()),
            new DataField(1, "rank", DataTypes.INT),
            new DataField(2, "text", DataTypes.STRING)));
    private static final KeyValueLayout LAYOUT = KeyValueLayout.of(TYPE, List.of("id"));
    private static final SequenceOrder BY_RANK = (left, right) -> Integer.compare(left.intAt(1), right.intAt(1));

    private final ManualEnv env = ManualEnv.create();
    private final MemorySpillStore disk = new MemorySpillStore();
    private final SpillDirectory directory = new SpillDirectory(disk, env);
    private final RowSerializer serializer = new RowSerializer(TYPE);

    private Spiller spiller(int maxRuns) {
        return new Spiller(directory, settings("zstd", maxRuns));
    }

    private static SpillSettings settings(String codec, int maxRuns) {
        return new SpillSettings(SpillCodec.of(codec, 1), Long.MAX_VALUE, maxRuns);
    }

    private static MemTable table(SequenceOrder order) {
        return new MemTable(LAYOUT, order, new MemoryBudget(64L << 20));
    }

    private BinaryRow row(int id, int rank, String text) {
        RowKind kind = RowKind.values()[Math.floorMod(rank, 4)];
        return serializer.toBinary(
                GenericRow.ofKind(kind, BinaryString.of("a common prefix " + id), rank, BinaryString.of(text)));
    }

    private static String print(KeyValue version) {
        return version.kind().shortName()
                + version.sequence()
                + GenericRow.copyOf(version.key(), LAYOUT.keyType())
                + GenericRow.copyOf(version.value(), TYPE);
    }

    private static List<String> versions(MemTable table) {
        try (KeyValueReader reader = table.versions()) {
            return readAll(reader);
        }
    }

    private static List<String> readAll(KeyValueReader reader) {
        var lines = new ArrayList<String>();
        while (reader.advance()) {
            lines.add(print(reader.current()));
        }
        return lines;
    }

    /** All versions of a key, looked at when the last one has been added. */
    private static List<String> groups(MemTable table) {
        var groups = new ArrayList<String>();
        VersionJoin join = new VersionJoin() {
            private final List<KeyValue> versions = new ArrayList<>();

            @Override
            public void reset() {
                versions.clear();
            }

            @Override
            public void add(KeyValue version) {
                versions.add(version);
            }

            @Override
            public int size() {
                return versions.size() % 3;
            }

            @Override
            public KeyValue get(int number) {
                return versions.get(versions.size() - size() + number);
            }
        };
        try (JoinedVersions keys = table.joined(join)) {
            while (keys.advance()) {
                for (int i = 0; i < keys.size(); i++) {
                    groups.add(print(keys.get(i)));
                }
            }
        }
        return groups;
    }

    /** Random histories: what is spilled and when makes no difference to what is read. */
    @Test
    void spilledTablesReadAsIfAllWereInMemory() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            SequenceOrder order = random.nextBoolean() ? SequenceOrder.ARRIVAL : BY_RANK;
            String codec = List.of("zstd", "lz4", "lzo", "none").get(random.nextInt(4));
            Spiller spiller = new Spiller(directory, settings(codec, 2 + random.nextInt(5)));
            List<MemTable> tables = List.of(table(order), table(order), table(order));
            List<MemTable> models = List.of(table(order), table(order), table(order));
            int keys = 1 + random.nextInt(2000);
            for (int step = 0; step < 4000; step++) {
                int which = random.nextInt(3);
                BinaryRow row = row(random.nextInt(keys), random.nextInt(5), "t".repeat(random.nextInt(200)));
                assertThat(tables.get(which).put(step, row)).isTrue();
                assertThat(models.get(which).put(step, row)).isTrue();
                if (random.nextInt(150) == 0) {
                    List<MemTable> some = tables.subList(random.nextInt(3), 3);
                    boolean filled = some.stream().anyMatch(table -> table.bytes() > 0);
                    assertThat(spiller.trySpill(some)).isEqualTo(filled);
                    assertThat(some).allMatch(table -> table.bytes() == 0);
                }
                if (random.nextInt(2500) == 0) {
                    tables.get(which).clear();
                    models.get(which).clear();
                }
            }
            for (int i = 0; i < 3; i++) {
                assertThat(tables.get(i).size()).isEqualTo(models.get(i).size());
                assertThat(versions(tables.get(i))).as("seed %s", seed).isEqualTo(versions(models.get(i)));
                assertThat(groups(tables.get(i))).as("seed %s", seed).isEqualTo(groups(models.get(i)));
            }
            assertThat(disk.usedBytes()).isEqualTo(spiller.diskBytes()).isEqualTo(directory.usedBytes());
            assertThat(disk.mostOpenFiles()).isLessThanOrEqualTo(6);
            tables.forEach(MemTable::clear);
            assertThat(disk.files()).isEmpty();
            assertThat(disk.openFiles()).isZero();
            assertThat(spiller.diskBytes()).isZero();
        }
    }

    @Test
    void manyTablesShareOneFile() {
        List<MemTable> tables = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            MemTable table = table(SequenceOrder.ARRIVAL);
            table.put(i, row(i, 0, "x"));
            tables.add(table);
        }
        assertThat(spiller(128).trySpill(tables)).isTrue();
        assertThat(disk.files()).hasSize(1);
        for (int i = 0; i < 999; i++) {
            assertThat(versions(tables.get(i))).hasSize(1);
            tables.get(i).clear();
        }
        assertThat(disk.files()).hasSize(1);
        tables.get(999).clear();
        assertThat(disk.files()).isEmpty();
    }

    @Test
    void rowsLargerThanABlockAreSpilled() {
        MemTable table = table(SequenceOrder.ARRIVAL);
        Random random = new Random(7);
        for (int i = 0; i < 40; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(100_000); length > 0; length--) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            table.put(i, row(i, 0, text.toString()));
        }
        List<String> before = versions(table);
        assertThat(spiller(4).trySpill(List.of(table))).isTrue();
        assertThat(versions(table)).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "lz4", "lzo", "none"})
    void damageIsAnErrorAndNeverAWrongRow(String codec) {
        MemTable table = table(SequenceOrder.ARRIVAL);
        for (int i = 0; i < 600; i++) {
            table.put(i, row(i, i, "some text " + i * 31));
        }
        List<String> expected = versions(table);
        assertThat(new Spiller(directory, settings(codec, 4)).trySpill(List.of(table)))
                .isTrue();
        String name = disk.files().firstKey();
        byte[] good = disk.files().get(name);
        Random random = new Random(codec.hashCode());
        for (int i = 0; i < 400; i++) {
            byte[] bad =
                    random.nextInt(4) == 0 ? java.util.Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
            if (bad.length == good.length) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            disk.replace(name, bad);
            assertThatThrownBy(() -> versions(table))
                    .isInstanceOfSatisfying(
                            StorageException.class,
                            e -> assertThat(e.retryable()).isTrue())
                    .hasMessageContaining(name)
                    .hasMessageContaining("damaged");
            assertThat(disk.openFiles()).isZero();
        }
        disk.replace(name, good);
        assertThat(versions(table)).isEqualTo(expected);
        disk.delete(name);
        assertThatThrownBy(() -> versions(table)).isInstanceOf(StorageException.class);
    }

    @Test
    void aBlockOfAnotherPlaceIsDamage() {
        MemTable left = table(SequenceOrder.ARRIVAL);
        MemTable right = table(SequenceOrder.ARRIVAL);
        left.put(1, row(1, 0, "left"));
        right.put(1, row(1, 0, "rite"));
        assertThat(new Spiller(directory, settings("none", 4)).trySpill(List.of(left, right)))
                .isTrue();
        String name = disk.files().firstKey();
        byte[] file = disk.files().get(name).clone();
        System.arraycopy(file, file.length / 2, file, 0, file.length / 2);
        disk.replace(name, file);
        assertThatThrownBy(() -> versions(left)).hasMessageContaining("checksum");
        assertThat(versions(right)).hasSize(1);
    }

    @Test
    void aFullDiskLosesNothingAndRests() {
        MemTable table = table(SequenceOrder.ARRIVAL);
        Spiller spiller = spiller(4);
        for (int i = 0; i < 100; i++) {
            table.put(i, row(i, 0, "x"));
        }
        assertThat(spiller.trySpill(List.of(table))).isTrue();
        for (int i = 100; i < 200; i++) {
            table.put(i, row(i, 0, "y"));
        }
        List<String> before = versions(table);
        long bytes = table.bytes();
        disk.limitTo(disk.usedBytes() + 10);
        assertThat(spiller.trySpill(List.of(table))).isFalse();
        assertThat(table.bytes()).isEqualTo(bytes);
        assertThat(versions(table)).isEqualTo(before);
        assertThat(disk.files()).hasSize(1);
        assertThat(spiller.diskBytes()).isEqualTo(disk.usedBytes());

        // Not asked again for a while, although there is room now.
        disk.limitTo(Long.MAX_VALUE);
        int created = disk.created();
        assertThat(spiller.trySpill(List.of(table))).isFalse();
        assertThat(disk.created()).isEqualTo(created);
        env.advance(Duration.ofSeconds(61));
        assertThat(spiller.trySpill(List.of(table))).isTrue();
        assertThat(versions(table)).isEqualTo(before);
    }

    @Test
    void aFailureNamesTheDirectoryAndTheSetting() {
        disk.limitTo(-1);
        assertThatThrownBy(() -> new SpillWriter(directory, settings("zstd", 4), new AtomicLong()))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("memory disk")
                .hasMessageContaining("No space left on device")
                .hasMessageContaining("spill.directory");
    }

    @Test
    void theDiskLimitOfATableIsKept() {
        MemTable table = table(SequenceOrder.ARRIVAL);
        Random random = new Random(3);
        Spiller spiller = new Spiller(directory, new SpillSettings(SpillCodec.of("none", 1), 100_000, 4));
        boolean refused = false;
        for (int i = 0; i < 4000; i++) {
            table.put(i, row(i, 0, Long.toHexString(random.nextLong())));
            if (i % 300 == 299) {
                refused |= !spiller.trySpill(List.of(table));
                assertThat(disk.usedBytes()).isLessThanOrEqualTo(100_000);
            }
        }
        assertThat(refused).isTrue();
        assertThat(versions(table)).hasSize(4000);
    }

    @Test
    void unknownCodecsAndLevelsAreNamed() {
        assertThatThrownBy(() -> SpillCodec.of("brotli", 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("spill-compression")
                .hasMessageContaining("brotli");
        assertThatThrownBy(() -> SpillCodec.of("zstd", 99))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("spill-compression.zstd-level");
        assertThat(SpillCodec.of("ZSTD", 3)).isEqualTo(new ZstdSpillCodec(3));
    }
}
