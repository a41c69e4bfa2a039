package dev.varve.table.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CommitConflictException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.snapshot.CarriedProperties;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotJson;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.Records;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Overwrites replace what they say, on whatever base, or nothing at all. */
class OverwriteCommitTest {
    private final MemoryFileIO io = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final CommitFixture table = CommitFixture.create(io, env);
    private final BucketId first = table.bucket(0);
    private final BucketId second = table.bucket(1);
    private final BucketId other = new BucketId(table.random.partition("2026-01-02", 1), 0);

    private void append(BucketId bucket, String name) {
        append(bucket, name, Map.of());
    }

    private void append(BucketId bucket, String name, Map<String, String> properties) {
        FileChanges changes = CommitFixture.append(bucket, table.newFile(bucket, name));
        table.newCommit().commit(CommitRequest.of("writer", 1, changes).withProperties(properties));
    }

    private CommitResult overwrite(Replaced replaced, FileChanges.Append... appends) {
        return overwrite(replaced, CarriedProperties.FORWARD, appends);
    }

    private CommitResult overwrite(Replaced replaced, Guard guard, FileChanges.Append... appends) {
        return table.newCommit()
                .overwrite(
                        new OverwriteRequest("job " + env.newUuid(), 1, replaced, List.of(appends), Map.of(), guard));
    }

    private FileChanges.Append newFile(BucketId bucket, int totalBuckets, String name) {
        return new FileChanges.Append(bucket, totalBuckets, List.of(table.newFile(bucket, name)), List.of());
    }

    private List<ManifestEntry> live() {
        return table.liveFiles(table.snapshots.latest().orElseThrow());
    }

    @Test
    void partitionsAreReplaced() {
        append(first, "a.parquet");
        append(second, "b.parquet");
        append(other, "c.parquet");
        CommitResult result =
                overwrite(new Replaced.Partitions(Set.of(first.partition())), newFile(first, 4, "new.parquet"));
        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        Snapshot snapshot = table.snapshots.latest().orElseThrow();
        assertThat(snapshot.kind()).isEqualTo(CommitKind.OVERWRITE);
        assertThat(table.liveNames()).containsExactlyInAnyOrder("c.parquet", "new.parquet");
        table.verify();
        assertThat(table.unreferencedMetadata()).isEmpty();
    }

    @Test
    void everythingIsReplacedByNothing() {
        append(first, "a.parquet");
        append(other, "c.parquet");
        overwrite(new Replaced.Everything());
        assertThat(table.liveNames()).isEmpty();
        assertThat(table.snapshots.latest().orElseThrow().totalRecordCount()).isZero();
        table.verify();
    }

    @Test
    void nothingToReplaceMakesNoSnapshot() {
        append(first, "a.parquet");
        assertThat(overwrite(new Replaced.Partitions(Set.of(other.partition()))))
                .isInstanceOf(CommitResult.Empty.class);
        assertThat(table.snapshots.latestId()).hasValue(1);
        assertThat(table.unreferencedMetadata()).isEmpty();
    }

    @Test
    void onALostRaceWhatIsReplacedIsFoundAnew() {
        append(first, "a.parquet");
        // Between the first attempt's look and its publication another writer adds a file; the guard is asked in
        // between.
        Guard racing = new Guard() {
            private boolean raced;

            @Override
            public Verdict judge(Optional<Snapshot> latest, SnapshotHistory history) {
                if (!raced) {
                    raced = true;
                    append(first, "late.parquet");
                }
                return Verdict.proceed();
            }
        };
        overwrite(new Replaced.Partitions(Set.of(first.partition())), racing, newFile(first, 4, "new.parquet"));
        assertThat(table.liveNames()).containsExactly("new.parquet");
        assertThat(table.snapshots.latestId()).hasValue(3);
        table.verify();
        assertThat(table.unreferencedMetadata()).isEmpty();
    }

    @Test
    void filesThatWereReadAreReplacedOnlyIfTheyAreStillAllThereIs() {
        append(first, "a.parquet");
        append(second, "b.parquet");
        List<ManifestEntry> read = live();
        append(second, "late.parquet");
        FileChanges.Append rewritten = newFile(first, 7, "new.parquet");
        assertThatThrownBy(() -> overwrite(new Replaced.Files(read), rewritten))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("another writer has added files since the rows were read: [late.parquet");
        assertThat(table.liveNames()).containsExactlyInAnyOrder("a.parquet", "b.parquet", "late.parquet");
        assertThat(table.exists(first, "new.parquet"))
                .as("files of a conflict are deleted")
                .isFalse();
        assertThat(table.unreferencedMetadata()).isEmpty();
        overwrite(new Replaced.Files(live()), newFile(first, 7, "again.parquet"));
        assertThat(live())
                .singleElement()
                .satisfies(entry -> assertThat(entry.totalBuckets()).isEqualTo(7));
        table.verify();
    }

    @Test
    void filesThatWereReplacedMeanwhileAreAConflict() {
        append(first, "a.parquet");
        List<ManifestEntry> read = live();
        DataFileMeta compacted = table.newFile(first, "compacted.parquet", 5, 0, 1000);
        table.newCommit()
                .commit(CommitRequest.of(
                        "compactor",
                        1,
                        CommitFixture.compaction(first, List.of(read.get(0).file()), List.of(compacted))));
        assertThatThrownBy(() -> overwrite(new Replaced.Files(read))).isInstanceOf(CommitConflictException.class);
        assertThat(table.liveNames()).containsExactly("compacted.parquet");
    }

    @Test
    void twoNumbersOfBucketsDoNotMeetInAPartition() {
        append(first, "a.parquet");
        append(second, "b.parquet");
        assertThatThrownBy(() ->
                        overwrite(new Replaced.Partitions(Set.of(other.partition())), newFile(first, 7, "new.parquet")))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("for 7 buckets");
        table.verify();
    }

    @Test
    void aWriterWithTheOldNumberOfBucketsIsToldToRestart() {
        append(first, "a.parquet");
        var running = table.newCommit();
        running.commit(CommitRequest.of("w", 1, CommitFixture.append(first, table.newFile(first, "b.parquet"))));
        // A rescale sets the option first; see the schema's part in VerifiedPartitions.
        new SchemaStore(io, table.layout, env).evolve(List.of(new SchemaChange.SetOption("bucket", "7")), true);
        overwrite(new Replaced.Files(live()), newFile(first, 7, "new.parquet"));
        FileChanges late = CommitFixture.append(first, table.newFile(first, "late.parquet"));
        assertThatThrownBy(() -> running.commit(CommitRequest.of("w", 2, late)))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("rescaled under a running writer: restart the writer");
        assertThat(table.liveNames()).containsExactly("new.parquet");
    }

    @Test
    void whatWritersKeepInPropertiesIsCarriedOn() {
        append(first, "a.parquet", Map.of("varve.offsets.c", "{\"t\":{\"0\":5}}", "own", "x"));
        append(first, "foreign.parquet");
        overwrite(new Replaced.Everything());
        assertThat(table.snapshots.latest().orElseThrow().properties())
                .isEqualTo(Map.of("varve.offsets.c", "{\"t\":{\"0\":5}}"));
    }

    @Test
    void aRefusedOverwriteLeavesNothingBehind() {
        append(first, "a.parquet");
        FileChanges.Append rewritten = newFile(first, 4, "new.parquet");
        CommitResult result =
                overwrite(new Replaced.Everything(), (latest, history) -> Guard.Verdict.refuse("not now"), rewritten);
        assertThat(result).isEqualTo(new CommitResult.Refused("not now"));
        assertThat(table.exists(first, "new.parquet")).isFalse();
        assertThat(table.liveNames()).containsExactly("a.parquet");
        assertThat(table.unreferencedMetadata()).isEmpty();
    }

    @Test
    void indexFilesOfReplacedPartitionsAreForgottenAndOthersStay() {
        append(first, "a.parquet");
        append(other, "c.parquet");
        IndexManifestEntry replaced = index(first, "index-1");
        IndexManifestEntry stays = index(other, "index-2");
        putIndexManifest(List.of(replaced, stays));
        overwrite(new Replaced.Partitions(Set.of(first.partition())));
        String manifest = table.snapshots.latest().orElseThrow().indexManifest().orElseThrow();
        assertThat(table.manifests.readIndexManifest(manifest)).containsExactly(stays);
        overwrite(new Replaced.Partitions(Set.of(other.partition())));
        assertThat(table.snapshots.latest().orElseThrow().indexManifest()).isEmpty();
    }

    private static IndexManifestEntry index(BucketId bucket, String name) {
        return new IndexManifestEntry(bucket, IndexManifestEntry.HASH, name, 8, 2, Optional.empty(), Optional.empty());
    }

    private void putIndexManifest(List<IndexManifestEntry> entries) {
        Snapshot newest = table.snapshots.latest().orElseThrow();
        Snapshot indexed =
                Records.with(newest, "indexManifest", Optional.of(table.manifests.writeIndexManifest(entries)));
        io.put(table.layout.snapshot(newest.id()), SnapshotJson.format(indexed));
    }
}
