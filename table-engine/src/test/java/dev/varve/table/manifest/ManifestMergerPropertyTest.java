package dev.varve.table.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is merged, the live files stay the same, and nothing is left behind. */
class ManifestMergerPropertyTest {
    private static final ManifestSettings SETTINGS = new ManifestSettings(12_000, 4, 30_000);

    private final MemoryFileIO io = new MemoryFileIO();
    private final TableLayout layout = new TableLayout(Location.of("/t"));
    private final ManifestStore store =
            new ManifestStore(io, layout, ManualEnv.create(), RandomEntries.SCHEMA, SETTINGS.targetBytes());
    private final ManifestMerger merger = new ManifestMerger(store, SETTINGS);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void liveFilesSurviveAnyHistoryOfMerges(long seed) {
        Random chance = new Random(seed);
        RandomEntries random = new RandomEntries(seed);
        List<ManifestEntry> live = new ArrayList<>();
        List<ManifestFileMeta> manifests = List.of();
        int largest = 0;
        for (int commit = 0; commit < 60; commit++) {
            List<ManifestEntry> delta = new ArrayList<>();
            for (int deletes = chance.nextInt(4); deletes > 0 && !live.isEmpty(); deletes--) {
                delta.add(RandomEntries.delete(live.remove(chance.nextInt(live.size()))));
            }
            List<ManifestEntry> added = random.adds("f-" + commit, chance.nextInt(40));
            delta.addAll(added);
            live.addAll(added);
            List<ManifestFileMeta> before = new ArrayList<>(manifests);
            before.addAll(store.writeEntries(delta));
            MergedManifests merged = merger.merge(before);
            assertThat(liveFiles(merged.manifests())).isEqualTo(byName(live));
            assertThat(merged.manifests()).containsAll(merged.written());
            assertThat(names(merged.manifests()))
                    .allMatch(name -> names(merged.written()).contains(name)
                            || names(before).contains(name));
            manifests = merged.manifests();
            largest = Math.max(largest, manifests.size());
            deleteAllBut(manifests);
        }
        // 60 commits; without merging there would be as many manifests.
        assertThat(largest).isLessThan(30);
    }

    @Test
    void aFullMergeLeavesNoDeletion() {
        RandomEntries random = new RandomEntries(4);
        List<ManifestEntry> added = random.adds("f", 800);
        List<ManifestFileMeta> manifests = new ArrayList<>(store.writeEntries(added));
        manifests.addAll(store.writeEntries(
                added.subList(0, 400).stream().map(RandomEntries::delete).toList()));
        assertThat(new ManifestMergePolicy(SETTINGS).fullMergeIsDue(manifests)).isTrue();
        MergedManifests merged = merger.merge(manifests);
        assertThat(merged.manifests()).allMatch(manifest -> manifest.deletedFiles() == 0);
        assertThat(liveFiles(merged.manifests())).isEqualTo(byName(added.subList(400, 800)));
    }

    @Test
    void aFullMergeDoesNotTouchLargeManifestsOfOtherPartitions() {
        RandomEntries random = new RandomEntries(5);
        List<ManifestEntry> quiet = new ArrayList<>();
        List<ManifestEntry> busy = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            quiet.add(in(random, "2020-01-01", "quiet-" + i));
            busy.add(in(random, "2026-01-01", "busy-" + i));
        }
        List<ManifestFileMeta> untouched = store.writeEntries(quiet);
        assertThat(untouched.get(0).sizeBytes()).isGreaterThanOrEqualTo(SETTINGS.targetBytes());
        List<ManifestFileMeta> manifests = new ArrayList<>(untouched);
        manifests.addAll(store.writeEntries(busy));
        manifests.addAll(store.writeEntries(
                busy.subList(0, 300).stream().map(RandomEntries::delete).toList()));
        MergedManifests merged = merger.merge(manifests);
        assertThat(merged.manifests()).contains(untouched.get(0));
        assertThat(merged.written()).isNotEmpty().doesNotContain(untouched.get(0));
    }

    private static ManifestEntry in(RandomEntries random, String day, String name) {
        return new ManifestEntry(
                ManifestEntry.Kind.ADD, new BucketId(random.partition(day, 1), 0), 4, random.file(name, 0, 1, 2));
    }

    @Test
    void whatANewerWriterPutIntoAManifestIsNotLost() throws IOException {
        RandomEntries random = new RandomEntries(6);
        List<ManifestEntry> added = random.adds("f", 600);
        List<ManifestFileMeta> manifests = new ArrayList<>();
        for (int i = 0; i < 600; i += 100) {
            manifests.addAll(store.writeEntries(added.subList(i, i + 100)));
        }
        ManifestFileMeta newer =
                store.writeEntries(List.of(RandomEntries.delete(added.get(0)))).get(0);
        addField(newer.name());
        manifests.add(newer);
        MergedManifests merged = merger.merge(manifests);
        assertThat(merged.manifests()).contains(newer);
        assertThat(liveFiles(merged.manifests())).isEqualTo(byName(added.subList(1, 600)));
    }

    /** Rewrites a manifest with one field more than we know. */
    private void addField(String manifest) throws IOException {
        Location file = layout.manifest(manifest);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var reader = new DataFileReader<GenericRecord>(
                new SeekableByteArrayInput(io.readAll(file)), new GenericDatumReader<>())) {
            List<Schema.Field> fields = new ArrayList<>();
            reader.getSchema().getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
            fields.add(new Schema.Field("_NEW", SchemaBuilder.builder().longType(), null, (Object) null));
            Schema newer = Schema.createRecord("record", null, "newer", false, fields);
            try (var writer = new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(newer))) {
                writer.create(newer, bytes);
                for (GenericRecord record : reader) {
                    GenericData.Record copy = new GenericData.Record(newer);
                    reader.getSchema().getFields().forEach(field -> copy.put(field.name(), record.get(field.name())));
                    copy.put("_NEW", 42L);
                    writer.append(copy);
                }
            }
        }
        io.put(file, bytes.toByteArray());
    }

    @Test
    void aFailedMergeLeavesNothingBehind() {
        RandomEntries random = new RandomEntries(7);
        ManifestEntry twice = random.add("twice", 0);
        List<ManifestFileMeta> manifests = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            manifests.addAll(store.writeEntries(random.adds("f" + i, 100)));
        }
        for (int i = 0; i < 4; i++) {
            manifests.addAll(store.writeEntries(List.of(twice)));
        }
        List<Location> before = io.files();
        ManifestMerger minor = new ManifestMerger(store, new ManifestSettings(12_000, 4, 1 << 20));
        assertThatThrownBy(() -> minor.merge(manifests))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("twice");
        assertThat(io.files()).isEqualTo(before);
    }

    private List<ManifestEntry> liveFiles(List<ManifestFileMeta> manifests) {
        return byName(
                store.liveFiles(manifests, EntryFilter.ALL, manifest -> store.readEntries(manifest, EntryFilter.ALL)));
    }

    private static List<ManifestEntry> byName(List<ManifestEntry> entries) {
        return entries.stream()
                .sorted(Comparator.comparing(entry -> entry.file().name()))
                .toList();
    }

    private static Set<String> names(Collection<ManifestFileMeta> manifests) {
        return manifests.stream().map(ManifestFileMeta::name).collect(Collectors.toSet());
    }

    private void deleteAllBut(List<ManifestFileMeta> manifests) {
        Set<String> kept = names(manifests);
        for (Location file : io.files()) {
            if (!kept.contains(file.name())) {
                io.delete(file);
            }
        }
    }
}
