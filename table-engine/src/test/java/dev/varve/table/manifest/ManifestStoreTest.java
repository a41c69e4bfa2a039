package dev.varve.table.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.avro.RecordFileWriter;
import dev.varve.table.avro.RecordOutput;
import dev.varve.table.avro.RecordSchema;
import dev.varve.table.avro.RecordView;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ManifestStoreTest {
    private final MemoryFileIO io = new MemoryFileIO();
    private final TableLayout layout = new TableLayout(Location.of("/t"));
    private final ManifestStore store = store(8 << 20);
    private final RandomEntries random = new RandomEntries(5);

    private ManifestStore store(long targetBytes) {
        return new ManifestStore(io, layout, ManualEnv.seeded(targetBytes), RandomEntries.SCHEMA, targetBytes);
    }

    @Test
    void entriesComeBackAsTheyWere() {
        List<ManifestEntry> entries = new ArrayList<>(random.adds("f", 700));
        entries.add(RandomEntries.delete(entries.get(3)));
        List<ManifestFileMeta> manifests = store.writeEntries(entries);
        assertThat(manifests).hasSize(1);
        assertThat(store.readEntries(manifests.get(0), EntryFilter.ALL)).isEqualTo(entries);
    }

    @Test
    void entriesOfABucketShareItsIdentity() {
        List<ManifestEntry> entries = random.adds("f", 200);
        List<ManifestEntry> found =
                store.readEntries(store.writeEntries(entries).get(0), EntryFilter.ALL);
        assertThat(found.stream()
                        .map(ManifestEntry::bucket)
                        .map(System::identityHashCode)
                        .distinct()
                        .count())
                .isEqualTo(
                        entries.stream().map(ManifestEntry::bucket).distinct().count());
    }

    @Test
    void theListTellsWhatIsInAManifest() {
        List<ManifestEntry> entries = new ArrayList<>();
        for (String day : List.of("2026-01-02", "2026-01-01", "2026-01-03-and-more")) {
            entries.add(new ManifestEntry(
                    ManifestEntry.Kind.ADD, new BucketId(random.partition(day, 7), 3), 4, random.file(day, 2, 1, 2)));
        }
        entries.add(RandomEntries.delete(new ManifestEntry(
                ManifestEntry.Kind.ADD,
                new BucketId(random.partition("2026-01-01", -1), 1),
                4,
                random.file("x", 5, 1, 2))));
        ManifestFileMeta meta = store.writeEntries(entries).get(0);
        assertThat(meta.sizeBytes()).isEqualTo(io.readAll(layout.manifest(meta.name())).length);
        assertThat(meta.addedFiles()).isEqualTo(3);
        assertThat(meta.deletedFiles()).isEqualTo(1);
        assertThat(meta.minBucket()).hasValue(1);
        assertThat(meta.maxBucket()).hasValue(3);
        assertThat(meta.minLevel()).hasValue(2);
        assertThat(meta.maxLevel()).hasValue(5);
        assertThat(meta.partitionStats().min()).isEqualTo(random.partition("2026-01-01", -1));
        assertThat(meta.partitionStats().max()).isEqualTo(random.partition("2026-01-03-and-more", 7));
        assertThat(meta.partitionStats().nullCounts()).containsExactly(0L, 0L);

        ManifestListFile list = store.writeList(List.of(meta, meta));
        assertThat(list.sizeBytes()).hasValue(io.readAll(layout.manifest(list.name())).length);
        assertThat(store.readList(list)).containsExactly(meta, meta);
        assertThat(store.readList(store.writeList(List.of()))).isEmpty();
    }

    @Test
    void aNewManifestBeginsAtTheTargetSize() {
        List<ManifestEntry> entries = random.adds("f", 3000);
        List<ManifestFileMeta> manifests = store(60_000).writeEntries(entries);
        assertThat(manifests).hasSizeGreaterThan(2);
        assertThat(manifests.subList(0, manifests.size() - 1))
                .allSatisfy(manifest -> assertThat(manifest.sizeBytes()).isBetween(60_000L, 150_000L));
        List<ManifestEntry> found = new ArrayList<>();
        manifests.forEach(manifest -> found.addAll(store.readEntries(manifest, EntryFilter.ALL)));
        assertThat(found).isEqualTo(entries);
        assertThat(store.writeEntries(List.of())).isEmpty();
    }

    @Test
    void filtersJudgeAdditionsAndDeletionsAlike() {
        List<ManifestEntry> added = random.adds("f", 300);
        List<ManifestEntry> deleted =
                added.subList(0, 100).stream().map(RandomEntries::delete).toList();
        ManifestListFile base = store.writeList(store.writeEntries(added));
        ManifestListFile delta = store.writeList(store.writeEntries(deleted));
        List<ManifestListFile> lists = List.of(base, delta);
        List<ManifestEntry> live = added.subList(100, 300);
        assertThat(store.liveFiles(lists, EntryFilter.ALL)).isEqualTo(live);
        BucketId one = added.get(150).bucket();
        assertThat(store.liveFiles(lists, store.buckets(Set.of(one))))
                .isNotEmpty()
                .isEqualTo(live.stream()
                        .filter(entry -> entry.bucket().equals(one))
                        .toList());
        assertThat(store.liveFiles(lists, store.partitions(Set.of(one.partition()))))
                .isEqualTo(live.stream()
                        .filter(entry -> entry.bucket().partition().equals(one.partition()))
                        .toList());
        assertThat(store.liveFiles(lists, store.partitions(Set.of()))).isEmpty();
    }

    @Test
    void manifestsThatCannotMatchAreNotRead() {
        ManifestEntry entry = new ManifestEntry(
                ManifestEntry.Kind.ADD,
                new BucketId(random.partition("2026-05-05", 1), 2),
                4,
                random.file("x", 0, 1, 2));
        ManifestFileMeta meta = store.writeEntries(List.of(entry)).get(0);
        assertThat(store.buckets(Set.of(entry.bucket())).mayMatch(meta)).isTrue();
        assertThat(store.buckets(Set.of(new BucketId(entry.bucket().partition(), 3)))
                        .mayMatch(meta))
                .isFalse();
        for (String day : List.of("2026-05-04", "2026-05-06")) {
            assertThat(store.partitions(Set.of(random.partition(day, 1))).mayMatch(meta))
                    .isFalse();
        }
        assertThat(store.partitions(Set.of(random.partition("2026-05-05", 0))).mayMatch(meta))
                .isFalse();
        ManifestFileMeta unknown = new ManifestFileMeta(
                meta.name(),
                1,
                1,
                0,
                SimpleStats.EMPTY,
                0,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
        assertThat(store.partitions(Set.of(random.partition("x", 0))).mayMatch(unknown))
                .isTrue();
    }

    @Test
    void aFileAddedTwiceOrDeletedUnseenIsNamed() {
        ManifestEntry a = random.add("a.parquet", 0);
        ManifestListFile once = store.writeList(store.writeEntries(List.of(a)));
        ManifestListFile again = store.writeList(store.writeEntries(List.of(a)));
        assertThatThrownBy(() -> store.liveFiles(List.of(once, again), EntryFilter.ALL))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("a.parquet")
                .hasMessageContaining("already there")
                .hasMessageContaining("/t/manifest/manifest-");
        ManifestListFile deleted = store.writeList(store.writeEntries(List.of(RandomEntries.delete(a))));
        assertThatThrownBy(() -> store.liveFiles(List.of(deleted), EntryFilter.ALL))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("a.parquet")
                .hasMessageContaining("never added");
    }

    @Test
    void aManifestWithFewerEntriesThanItsListSaysIsDamaged() {
        List<ManifestEntry> entries = random.adds("f", 1000);
        ManifestFileMeta meta = store.writeEntries(entries).get(0);
        byte[] content = io.readAll(layout.manifest(meta.name()));
        byte[] cut = Arrays.copyOf(content, lastSync(content));
        io.put(layout.manifest(meta.name()), cut);
        assertThatThrownBy(() -> store.readEntries(meta, EntryFilter.ALL))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(meta.name())
                .hasMessageContaining("where its list says 1000");
    }

    /** The end of the last block but one: a file that is cut there looks whole. */
    private static int lastSync(byte[] content) {
        int end = content.length;
        byte[] sync = Arrays.copyOfRange(content, end - 16, end);
        for (int at = end - 32; at > 0; at--) {
            if (Arrays.equals(content, at, at + 16, sync, 0, 16)) {
                return at + 16;
            }
        }
        throw new AssertionError("only one block");
    }

    @Test
    void aListShorterThanItsSnapshotSaysIsDamaged() {
        ManifestListFile list = store.writeList(store.writeEntries(random.adds("f", 3)));
        byte[] content = io.readAll(layout.manifest(list.name()));
        io.put(layout.manifest(list.name()), Arrays.copyOf(content, lastSync(content)));
        assertThatThrownBy(() -> store.readList(list))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(list.name())
                .hasMessageContaining("its snapshot says " + content.length);
        assertThat(store.readList(new ManifestListFile(list.name(), OptionalLong.empty())))
                .isEmpty();
    }

    @Test
    void otherVersionsAreRefused() {
        ManifestFileMeta meta = store.writeEntries(random.adds("f", 1)).get(0);
        ManifestListFile list = store.writeList(List.of(meta));
        // A list is not a manifest, but its first field is the version as well.
        ManifestFileMeta wrong = new ManifestFileMeta(
                list.name(),
                1,
                1,
                0,
                SimpleStats.EMPTY,
                0,
                meta.minBucket(),
                meta.maxBucket(),
                meta.minLevel(),
                meta.maxLevel(),
                OptionalLong.empty(),
                OptionalLong.empty());
        assertThatThrownBy(() -> store.readEntries(wrong, EntryFilter.ALL))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(list.name())
                .hasMessageContaining("_KIND is missing");
        MetadataReader<ManifestFileMeta> reader =
                new MetadataReader<>(new FutureList(), list.name(), io.readAll(layout.manifest(list.name())));
        assertThatThrownBy(reader::advance)
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessage("manifest list " + list.name() + " has version 2; this engine reads version 3");
    }

    /** Reads lists of the next version. */
    private static final class FutureList implements MetadataCodec<ManifestFileMeta> {
        @Override
        public RecordSchema schema() {
            return ManifestListCodec.INSTANCE.schema();
        }

        @Override
        public int version() {
            return 3;
        }

        @Override
        public String what() {
            return "manifest list";
        }

        @Override
        public ManifestFileMeta decode(RecordView record) {
            return ManifestListCodec.INSTANCE.decode(record);
        }

        @Override
        public void encode(ManifestFileMeta value, RecordOutput output) {
            ManifestListCodec.INSTANCE.encode(value, output);
        }
    }

    @Test
    void metadataOfAnotherTableIsNotTaken() {
        ManifestFileMeta meta = store.writeEntries(random.adds("f", 1)).get(0);
        ManifestStore unpartitioned = new ManifestStore(
                io,
                layout,
                ManualEnv.create(),
                new TableSchema(
                        3,
                        0,
                        RandomEntries.SPEC.fields(),
                        5,
                        List.of(),
                        List.of("id", "code"),
                        Map.of(),
                        Optional.empty(),
                        0),
                8 << 20);
        assertThatThrownBy(() -> unpartitioned.readEntries(meta, EntryFilter.ALL))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(meta.name() + ", record 1: a partition row has 2 fields");
    }

    @Test
    void indexManifestsComeBackAsTheyWere() {
        List<IndexManifestEntry> entries = List.of(
                new IndexManifestEntry(
                        random.bucket(),
                        IndexManifestEntry.HASH,
                        "index-1",
                        40,
                        10,
                        Optional.empty(),
                        Optional.empty()),
                new IndexManifestEntry(
                        random.bucket(),
                        IndexManifestEntry.DELETION_VECTORS,
                        "index-2",
                        41,
                        2,
                        Optional.of(List.of(
                                new IndexManifestEntry.DeletionVectorRange("d1", 1, 24, OptionalLong.of(2)),
                                new IndexManifestEntry.DeletionVectorRange("d2", 33, 24, OptionalLong.empty()))),
                        Optional.of("s3a://elsewhere/index-2")));
        IndexManifestCodec codec = new IndexManifestCodec(2);
        Location file = layout.manifest("index-manifest-x-0");
        var writer = new RecordFileWriter<>(io, file, codec.schema(), codec, ManualEnv.create());
        entries.forEach(writer::write);
        writer.finish();
        assertThat(store.readIndexManifest("index-manifest-x-0")).isEqualTo(entries);
    }

    @Test
    void whatCouldNotBeFinishedIsRemoved() {
        FaultyFileIO faulty = new FaultyFileIO(io);
        ManifestStore failing = new ManifestStore(faulty, layout, ManualEnv.create(), RandomEntries.SCHEMA, 20_000);
        List<ManifestEntry> entries = random.adds("f", 1000);
        for (Operation operation : List.of(Operation.CREATE, Operation.WRITE, Operation.FINISH)) {
            for (int nth = 1; nth <= 3; nth++) {
                int skip = nth;
                int[] seen = {0};
                faulty.plan(call -> call.is(operation) && ++seen[0] == skip ? Fault.FAIL_AFTER : Fault.NONE);
                assertThatThrownBy(() -> failing.writeEntries(entries)).isInstanceOf(StorageException.class);
                assertThat(io.files()).as("%s %s", operation, nth).isEmpty();
            }
        }
        faulty.plan(FaultPlan.once(call -> call.is(Operation.FINISH), Fault.FAIL_AFTER));
        assertThatThrownBy(() -> failing.writeList(List.of())).isInstanceOf(StorageException.class);
        assertThat(io.files()).isEmpty();
        // Even a store that deletes nothing tells of the first failure.
        faulty.plan(
                FaultPlan.always(call -> call.is(Operation.FINISH) || call.is(Operation.DELETE), Fault.FAIL_BEFORE));
        assertThatThrownBy(() -> failing.writeList(List.of())).hasMessageContaining("FINISH");
    }

    @Test
    void damagedMetadataEndsInOurOwnErrors() throws IOException {
        int rounds = Integer.getInteger("fuzz.rounds", 40);
        Random chance = new Random(9);
        for (String table : List.of("partitioned", "deletion_vectors", "value_stats", "file_index_bloom")) {
            ManifestStore golden =
                    new ManifestStore(io, layout, ManualEnv.create(), GoldenManifestsTest.schemaOf(table), 8 << 20);
            List<Path> files;
            try (Stream<Path> all = Files.list(GoldenTables.table(table).resolve("manifest"))) {
                files = all.sorted().toList();
            }
            for (Path file : files) {
                byte[] content = Files.readAllBytes(file);
                String name = file.getFileName().toString();
                for (int round = 0; round < rounds; round++) {
                    byte[] damaged = damage(content, chance);
                    io.put(layout.manifest(name), damaged);
                    try {
                        readAny(golden, name);
                    } catch (TableException e) {
                        assertThat(e.getMessage()).contains(name);
                    }
                }
            }
        }
    }

    private static byte[] damage(byte[] content, Random chance) {
        if (chance.nextInt(5) == 0) {
            return Arrays.copyOf(content, chance.nextInt(content.length));
        }
        byte[] damaged = content.clone();
        for (int flips = 1 + chance.nextInt(3); flips > 0; flips--) {
            damaged[chance.nextInt(damaged.length)] ^= (byte) (1 << chance.nextInt(8));
        }
        return damaged;
    }

    private static void readAny(ManifestStore store, String name) {
        if (name.startsWith("manifest-list-")) {
            store.readList(new ManifestListFile(name, OptionalLong.empty()));
        } else if (name.startsWith("index-manifest-")) {
            store.readIndexManifest(name);
        } else {
            store.readEntries(
                    new ManifestFileMeta(
                            name,
                            1,
                            1,
                            0,
                            SimpleStats.EMPTY,
                            0,
                            OptionalInt.empty(),
                            OptionalInt.empty(),
                            OptionalInt.empty(),
                            OptionalInt.empty(),
                            OptionalLong.empty(),
                            OptionalLong.empty()),
                    EntryFilter.ALL);
        }
    }
}
