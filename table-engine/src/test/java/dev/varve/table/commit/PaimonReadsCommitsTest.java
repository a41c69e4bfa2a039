package dev.varve.table.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.LocalFileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.manifest.PaimonManifests;
import dev.varve.table.manifest.RandomEntries;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Snapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Apache Paimon finds in our commits what we find in them, list by list and snapshot by snapshot. */
class PaimonReadsCommitsTest {
    private static final Map<String, String> OPTIONS = Map.of(
            "manifest.target-file-size", "12 kb",
            "manifest.full-compaction-threshold-size", "40 kb",
            "manifest.merge-min-count", "4");

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void everyListManifestAndSnapshot(long seed, @TempDir Path directory) {
        try (FileIO io = new LocalFileIO(Env.system())) {
            Location root = Location.of(directory.resolve("t").toString());
            CommitFixture table = CommitFixture.create(io, root, Env.system(), OPTIONS);
            randomHistory(table, new Random(seed), 25);
            table.verify();

            PaimonManifests paimon = PaimonManifests.open(directory.resolve("t"));
            List<Snapshot> snapshots = table.snapshots.all();
            assertThat(paimon.table().snapshotManager().latestSnapshotId()).isEqualTo((long) snapshots.size());
            for (Snapshot snapshot : snapshots) {
                for (ManifestListFile list : Stream.concat(
                                snapshot.manifestLists().stream(), snapshot.changelogList().stream())
                        .toList()) {
                    List<ManifestFileMeta> manifests = table.manifests.readList(list);
                    assertThat(paimon.list(list.name())).isEqualTo(manifests);
                    for (ManifestFileMeta manifest : manifests) {
                        assertThat(paimon.entries(manifest.name()))
                                .isEqualTo(table.manifests.readEntries(manifest, EntryFilter.ALL));
                    }
                }
                assertThat(paimon.liveFiles(snapshot.id()))
                        .containsExactlyInAnyOrderElementsOf(table.liveFiles(snapshot));
            }
        }
    }

    @Test
    void paimonCommitsOnTopAndWeOnTopOfThat(@TempDir Path directory) throws Exception {
        try (FileIO io = new LocalFileIO(Env.system())) {
            Location root = Location.of(directory.resolve("t").toString());
            Map<String, String> options = new HashMap<>(OPTIONS);
            options.put("write-only", "true");
            CommitFixture table = CommitFixture.create(io, root, Env.system(), options);
            randomHistory(table, new Random(3), 10);
            for (int round = 0; round < 4; round++) {
                Set<String> before = table.liveNames();
                paimonAppends(directory.resolve("t"), round);
                Snapshot theirs = table.snapshots.latest().orElseThrow();
                assertThat(theirs.commitUser()).isEqualTo("paimon");
                assertThat(table.liveNames()).hasSize(before.size() + 1).containsAll(before);
                assertThat(theirs.totalRecordCount())
                        .isEqualTo(table.liveFiles(theirs).stream()
                                .mapToLong(entry -> entry.file().rowCount())
                                .sum());

                BucketId bucket = table.bucket(1);
                CommitResult ours = table.newCommit()
                        .commit(CommitRequest.of(
                                "u", 100 + round, CommitFixture.append(bucket, table.newFile(bucket, "r" + round))));
                assertThat(ours).isInstanceOf(CommitResult.Committed.class);
                assertThat(table.snapshots.latestId()).hasValue(theirs.id() + 1);
            }
            PaimonManifests paimon = PaimonManifests.open(directory.resolve("t"));
            Snapshot latest = table.snapshots.latest().orElseThrow();
            assertThat(paimon.liveFiles(latest.id())).containsExactlyInAnyOrderElementsOf(table.liveFiles(latest));
        }
    }

    private static void paimonAppends(Path directory, int round) throws Exception {
        FileStoreTable table = PaimonManifests.open(directory).table();
        try (StreamTableWrite write = table.newWrite("paimon");
                StreamTableCommit commit = table.newCommit("paimon")) {
            write.withIOManager(
                    IOManager.create(directory.resolveSibling("spill").toString()));
            write.write(GenericRow.of(
                    BinaryString.fromString("2026-01-01"), 1, (long) round, BinaryString.fromString("c"), null, null));
            commit.commit(round, write.prepareCommit(false, round));
        }
    }

    /** Appends with changelog, compactions and upgrades in a few buckets of a few partitions. */
    private static void randomHistory(CommitFixture table, Random chance, int commits) {
        TableCommit commit = table.newCommit();
        RandomEntries random = new RandomEntries(chance.nextLong());
        List<BucketId> buckets = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            buckets.add(random.bucket());
        }
        for (int i = 0; i < commits; i++) {
            BucketId bucket = buckets.get(chance.nextInt(buckets.size()));
            List<DataFileMeta> added = new ArrayList<>();
            for (int n = 1 + chance.nextInt(20); n > 0; n--) {
                added.add(table.newFile(bucket, "data-" + i + "-" + n + ".parquet"));
            }
            List<DataFileMeta> changelog =
                    chance.nextBoolean() ? List.of() : List.of(table.newFile(bucket, "changelog-" + i + ".parquet"));
            FileChanges changes =
                    new FileChanges(List.of(new FileChanges.Append(bucket, 4, added, changelog)), List.of());
            if (chance.nextInt(3) == 0 && i > 0) {
                changes = changes.plus(compaction(table, bucket, added, i, chance));
            }
            CommitResult result = commit.commit(CommitRequest.of("u", i, changes)
                    .withProperties(Map.of("varve.offsets.x", "{\"t\":{\"0\":" + i + "}}")));
            assertThat(result).isInstanceOf(CommitResult.Committed.class);
            assertThat(((CommitResult.Committed) result).compactionFailure()).isEmpty();
        }
    }

    private static FileChanges compaction(
            CommitFixture table, BucketId bucket, List<DataFileMeta> added, int i, Random chance) {
        List<DataFileMeta> before = new ArrayList<>(table.liveFiles(bucket));
        if (before.isEmpty() && chance.nextBoolean()) {
            return CommitFixture.compaction(
                    bucket, added.subList(0, 1), List.of(added.get(0).atLevel(5)));
        }
        before.addAll(added);
        return CommitFixture.compaction(
                bucket, before, List.of(table.newFile(bucket, "compacted-" + i + ".parquet", 5, 0, 2000)));
    }
}
