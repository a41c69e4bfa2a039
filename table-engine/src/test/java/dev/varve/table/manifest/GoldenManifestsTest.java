package dev.varve.table.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.schema.SchemaJson;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotStore;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every metadata file of every golden table means to us what it means to Apache Paimon, which wrote it. */
class GoldenManifestsTest {
    static List<String> tables() {
        return GoldenTables.names();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyFileReadsAsPaimonReadsIt(String name) throws IOException {
        PaimonManifests paimon = PaimonManifests.open(GoldenTables.table(name));
        MemoryFileIO io = copyOf(GoldenTables.table(name));
        TableLayout layout = new TableLayout(Location.of("/t"));
        ManifestStore store = new ManifestStore(io, layout, ManualEnv.create(), schemaOf(name), 8 << 20);

        List<Snapshot> snapshots = new SnapshotStore(io, layout).all();
        assertThat(snapshots).isNotEmpty();
        for (Snapshot snapshot : snapshots) {
            for (ManifestListFile list : Stream.concat(
                            snapshot.manifestLists().stream(), snapshot.changelogList().stream())
                    .toList()) {
                List<ManifestFileMeta> manifests = store.readList(list);
                assertThat(manifests).isEqualTo(paimon.list(list.name()));
                for (ManifestFileMeta manifest : manifests) {
                    assertThat(store.readEntries(manifest, EntryFilter.ALL)).isEqualTo(paimon.entries(manifest.name()));
                }
            }
            assertThat(store.liveFiles(snapshot.manifestLists(), EntryFilter.ALL))
                    .containsExactlyInAnyOrderElementsOf(paimon.liveFiles(snapshot.id()));
            snapshot.indexManifest()
                    .ifPresent(
                            index -> assertThat(store.readIndexManifest(index)).isEqualTo(paimon.index(index)));
        }
    }

    static TableSchema schemaOf(String table) throws IOException {
        Path file = GoldenTables.table(table).resolve("schema/schema-0");
        return SchemaJson.parse(Files.readString(file), file.toString());
    }

    private static MemoryFileIO copyOf(Path table) throws IOException {
        MemoryFileIO io = new MemoryFileIO();
        try (Stream<Path> files = Files.walk(table)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                io.put(Location.of("/t/" + table.relativize(file)), Files.readAllBytes(file));
            }
        }
        return io;
    }
}
