package dev.varve.table.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.PaimonTable;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileStores;
import dev.varve.table.fs.Location;
import dev.varve.table.option.TableOptions;
import dev.varve.table.snapshot.Tag;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryTempDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.paimon.options.ExpireConfig;
import org.apache.paimon.table.FileStoreTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Expiration, deletion of tags and rollback leave the same files as those of Apache Paimon 1.4.2 do, in copies of the same tables. */
class ExpirationPaimonTest {
    private static final Instant LATER = Instant.parse("2040-01-01T00:00:00Z");

    private final ManualEnv env = ManualEnv.seeded(7).setTime(LATER);

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    /** All but the one whose changelog lives longer than its snapshots. */
    static Stream<String> tables() {
        return allTables().filter(name -> !name.equals("changelog_decoupled"));
    }

    static Stream<String> allTables() {
        return GoldenTables.names().stream();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void expirationLeavesTheSameFiles(String name) throws Exception {
        for (int kept = 1; kept <= 3; kept++) {
            assertSame(name, "keep-" + kept, kept);
        }
    }

    private void assertSame(String name, String run, int kept) throws Exception {
        Path theirs = copy(GoldenTables.table(name), directory.resolve(run + "-paimon"));
        Path ours = copy(GoldenTables.table(name), directory.resolve(run + "-varve"));
        expireByPaimon(theirs, kept);
        expire(ours, kept, 50);
        assertThat(files(ours)).as("%s, %s kept", name, kept).isEqualTo(files(theirs));
    }

    /** Changelogs that outlive their snapshots, some of which expire as well; in most tables, flushed files stand for them. */
    @ParameterizedTest
    @MethodSource("allTables")
    void longLivedChangelogsLeaveTheSameFiles(String name) throws Exception {
        for (int changelogs : List.of(20, 3)) {
            String run = "changelogs-" + changelogs;
            Path theirs = copy(GoldenTables.table(name), directory.resolve(run + "-paimon"));
            Path ours = copy(GoldenTables.table(name), directory.resolve(run + "-varve"));
            for (int kept : List.of(2, 1)) {
                expireByPaimon(theirs, kept, changelogs);
                expire(
                        ours,
                        kept,
                        Map.of(
                                "snapshot.num-retained.min", "1",
                                "snapshot.num-retained.max", "1",
                                "snapshot.time-retained", "0 ms",
                                "changelog.num-retained.min", "1",
                                "changelog.num-retained.max", Integer.toString(changelogs),
                                "changelog.time-retained", "0 ms",
                                "changelog-producer", producer(ours)));
                assertThat(files(ours))
                        .as("%s, %s snapshots and %s changelogs kept", name, kept, changelogs)
                        .isEqualTo(files(theirs));
            }
            for (String file : files(ours)) {
                if (file.startsWith("changelog/")) {
                    assertThat(Files.readString(ours.resolve(file)))
                            .as(file)
                            .isEqualTo(Files.readString(theirs.resolve(file)));
                }
            }
        }
    }

    private static String producer(Path table) {
        return paimon(table).coreOptions().changelogProducer().toString();
    }

    private static void expireByPaimon(Path table, int kept, int changelogs) {
        ExpireConfig config = ExpireConfig.builder()
                .snapshotRetainMax(kept)
                .snapshotRetainMin(1)
                .snapshotTimeRetain(Duration.ZERO)
                .snapshotMaxDeletes(50)
                .changelogRetainMax(changelogs)
                .changelogRetainMin(1)
                .changelogTimeRetain(Duration.ZERO)
                .changelogMaxDeletes(50)
                .build();
        assertThat(config.isChangelogDecoupled()).isTrue();
        paimon(table).newExpireSnapshots().config(config).expire();
        paimon(table).newExpireChangelog().config(config).expire();
    }

    private void expire(Path table, int kept, Map<String, String> options) {
        new SnapshotExpiration(open(table), TableOptions.of(options, 3))
                .expire(new RetentionRules(1, kept, Duration.ZERO, 50));
    }

    /** Step by step, with a tag on one snapshot after the other. */
    @ParameterizedTest
    @MethodSource("tables")
    void tagsKeepTheSameFilesUntilTheyAreDeleted(String name) throws Exception {
        List<Long> ids = open(GoldenTables.table(name)).snapshots().ids();
        for (long tagged : new TreeSet<>(List.of(ids.get(0), ids.get(ids.size() / 2)))) {
            Path theirs = copy(GoldenTables.table(name), directory.resolve("tag-" + tagged + "-paimon"));
            Path ours = copy(GoldenTables.table(name), directory.resolve("tag-" + tagged + "-varve"));
            paimon(theirs).createTag("probe", tagged);
            MaintenanceServices services = open(ours);
            Tag tag = new TagCreation(services).create("probe", OptionalLong.of(tagged), Optional.empty());
            assertThat(Files.readString(ours.resolve("tag/tag-probe")))
                    .isEqualTo(Files.readString(theirs.resolve("tag/tag-probe")));
            assertThat(tag.snapshot().id()).isEqualTo(tagged);
            for (int kept : List.of(ids.size() - 1, ids.size() / 2, 1)) {
                if (kept < 1) {
                    continue;
                }
                expireByPaimon(theirs, kept);
                expire(ours, kept, 50);
                assertThat(files(ours))
                        .as("%s, tag on %s, %s kept", name, tagged, kept)
                        .isEqualTo(files(theirs));
            }
            paimon(theirs).deleteTag("probe");
            assertThat(new TagRemoval(services).delete("probe")).isTrue();
            assertThat(files(ours)).as("%s, tag on %s deleted", name, tagged).isEqualTo(files(theirs));
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void rollbackLeavesTheSameFiles(String name) throws Exception {
        List<Long> ids = open(GoldenTables.table(name)).snapshots().ids();
        for (long id : new TreeSet<>(List.of(ids.get(0), ids.get(ids.size() / 2)))) {
            Path theirs = copy(GoldenTables.table(name), directory.resolve("back-" + id + "-paimon"));
            Path ours = copy(GoldenTables.table(name), directory.resolve("back-" + id + "-varve"));
            paimon(theirs).rollbackTo(id);
            new Rollback(open(ours)).toSnapshot(id);
            assertThat(files(ours)).as("%s, back to %s", name, id).isEqualTo(files(theirs));
            assertThat(paimon(ours).snapshotManager().latestSnapshotId()).isEqualTo(id);
        }
    }

    @Test
    void aTagWithoutItsSnapshotIsRestoredAsPaimonDoesIt() throws Exception {
        Path theirs = copy(GoldenTables.table("tag_expired_snapshot"), directory.resolve("paimon"));
        Path ours = copy(GoldenTables.table("tag_expired_snapshot"), directory.resolve("varve"));
        paimon(theirs).rollbackTo("keep-first");
        new Rollback(open(ours)).toTag("keep-first");
        assertThat(files(ours)).isEqualTo(files(theirs));
        assertThat(Files.readString(ours.resolve("snapshot/snapshot-1")))
                .isEqualTo(Files.readString(theirs.resolve("snapshot/snapshot-1")));
        assertThat(paimon(ours).snapshotManager().earliestSnapshotId()).isEqualTo(1);
    }

    @Test
    void tagsWithRetentionAreReadAndWrittenAsPaimonDoesIt() throws Exception {
        Path table = copy(GoldenTables.table("with_tags"), directory.resolve("t"));
        MaintenanceServices services = open(table);
        for (Tag tag : services.tags().all()) {
            String before = Files.readString(table.resolve("tag/tag-" + tag.name()));
            services.tags().put(tag);
            assertThat(Files.readString(table.resolve("tag/tag-" + tag.name()))).isEqualTo(before);
        }
        new TagCreation(services).create("mine", OptionalLong.of(3), Optional.of(Duration.ofMinutes(90)));
        org.apache.paimon.tag.Tag read = paimon(table).tagManager().getOrThrow("mine");
        assertThat(read.getTagTimeRetained()).isEqualTo(Duration.ofMinutes(90));
        assertThat(read.getTagCreateTime()).isEqualTo(java.time.LocalDateTime.of(2040, 1, 1, 0, 0));
    }

    private static FileStoreTable paimon(Path table) {
        return new PaimonTable(table, table.resolveSibling("temporary")).open();
    }

    private static void expireByPaimon(Path table, int kept) {
        FileStoreTable paimon = paimon(table);
        paimon.newExpireSnapshots()
                .config(ExpireConfig.builder()
                        .snapshotRetainMax(kept)
                        .snapshotRetainMin(kept)
                        .snapshotTimeRetain(Duration.ZERO)
                        .snapshotMaxDeletes(50)
                        .build())
                .expire();
    }

    private void expire(Path table, int kept, int limit) {
        new SnapshotExpiration(open(table), TableOptions.of(Map.of(), 3))
                .expire(new RetentionRules(kept, kept, Duration.ZERO, limit));
    }

    private MaintenanceServices open(Path table) {
        Location root = Location.of(table.toString());
        FileIO io = FileStores.open(root, Map.of(), env);
        return TablesUnderTest.open(io, root, env).services();
    }

    private static Path copy(Path source, Path target) throws IOException {
        try (Stream<Path> paths = Files.walk(source)) {
            for (Path path : paths.toList()) {
                Path copy = target.resolve(source.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(path, copy);
                }
            }
        }
        return target;
    }

    /** All files but the hints of the oldest snapshot and changelog, which Paimon writes more often. */
    private static TreeSet<String> files(Path table) throws IOException {
        try (Stream<Path> paths = Files.walk(table)) {
            TreeSet<String> found = new TreeSet<>();
            paths.filter(Files::isRegularFile)
                    .map(path -> table.relativize(path).toString())
                    .filter(name -> !name.endsWith("/EARLIEST"))
                    .forEach(found::add);
            return found;
        }
    }
}
