package dev.varve.table.commit;

import static dev.varve.table.commit.CommitFixture.append;
import static dev.varve.table.commit.CommitFixture.compaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CommitConflictException;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotJson;
import dev.varve.table.snapshot.SnapshotStore;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TableCommitTest {
    private final MemoryFileIO store = new MemoryFileIO();
    private final FaultyFileIO io = new FaultyFileIO(store);
    private final ManualEnv env = ManualEnv.create();
    private final CommitFixture table = CommitFixture.create(io, env);
    private final CommitFixture rival = table.through(store, ManualEnv.seeded(99), 99);
    private final TableCommit commit = table.newCommit();
    private final BucketId bucket = table.bucket(0);

    private static List<Snapshot> committed(CommitResult result) {
        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        assertThat(((CommitResult.Committed) result).compactionFailure()).isEmpty();
        return ((CommitResult.Committed) result).snapshots();
    }

    private Snapshot appendFile(String name) {
        return committed(commit.commit(CommitRequest.of("u", 1, append(bucket, table.newFile(bucket, name)))))
                .get(0);
    }

    private void rivalAppends(String name) {
        rival.newCommit().commit(CommitRequest.of("rival", 7, append(bucket, rival.newFile(bucket, name))));
    }

    /** Lets the rival commit right before each of our first few attempts to create a snapshot. */
    private void rivalIsFaster(int times) {
        int[] left = {times};
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-") && left[0]-- > 0) {
                rivalAppends("rival-" + left[0] + ".parquet");
            }
        });
    }

    @Test
    void theFirstSnapshotIsComplete() {
        DataFileMeta file = table.newFile(bucket, "a.parquet");
        DataFileMeta changelog = table.newFile(bucket, "changelog-a.parquet");
        FileChanges changes = new FileChanges(
                List.of(new FileChanges.Append(bucket, 4, List.of(file), List.of(changelog))), List.of());
        CommitResult result = commit.commit(CommitRequest.of("u", 3, changes).withProperties(Map.of("k", "v")));

        Snapshot snapshot = committed(result).get(0);
        assertThat(table.snapshots.latest()).contains(snapshot);
        assertThat(snapshot.id()).isEqualTo(1);
        assertThat(snapshot.schemaId()).isZero();
        assertThat(snapshot.kind()).isEqualTo(CommitKind.APPEND);
        assertThat(snapshot.commitUser()).isEqualTo("u");
        assertThat(snapshot.commitIdentifier()).isEqualTo(3);
        assertThat(snapshot.properties()).containsExactly(Map.entry("k", "v"));
        assertThat(snapshot.timeMillis()).isEqualTo(ManualEnv.START.toEpochMilli());
        assertThat(snapshot.totalRecordCount()).isEqualTo(file.rowCount());
        assertThat(snapshot.deltaRecordCount()).isEqualTo(file.rowCount());
        assertThat(snapshot.changelogRecordCount()).hasValue(changelog.rowCount());
        assertThat(snapshot.nextRowId()).hasValue(0);
        assertThat(snapshot.watermark()).isEmpty();
        assertThat(table.manifests.readList(snapshot.manifestLists().get(0))).isEmpty();
        assertThat(table.entries(snapshot.changelogList().orElseThrow()))
                .singleElement()
                .satisfies(entry -> assertThat(entry.file()).isEqualTo(changelog));
        assertThat(table.liveNames()).containsExactly("a.parquet");
        assertThat(store.text(table.layout.latestHint())).isEqualTo("1");
        assertThat(table.unreferencedMetadata()).isEmpty();
        table.verify();
    }

    @Test
    void nothingMakesNoSnapshotUnlessAsked() {
        CommitRequest nothing = CommitRequest.of("u", 1, FileChanges.NONE);
        assertThat(commit.commit(nothing)).isInstanceOf(CommitResult.Empty.class);
        assertThat(table.snapshots.latest()).isEmpty();

        Snapshot empty = committed(commit.commit(nothing.allowingEmpty().withProperties(Map.of("offsets", "5"))))
                .get(0);
        assertThat(empty.kind()).isEqualTo(CommitKind.APPEND);
        assertThat(empty.deltaRecordCount()).isZero();
        assertThat(empty.properties()).containsEntry("offsets", "5");
        assertThat(table.manifests.readList(empty.deltaList())).isEmpty();
    }

    @Test
    void newFilesAndTheirCompactionMakeTwoSnapshots() {
        appendFile("old.parquet");
        DataFileMeta old = table.liveFiles(bucket).get(0);
        DataFileMeta fresh = table.newFile(bucket, "new.parquet");
        DataFileMeta merged = table.newFile(bucket, "merged.parquet", 5, 0, 1000);
        FileChanges changes = append(bucket, fresh).plus(compaction(bucket, List.of(old, fresh), List.of(merged)));
        List<Snapshot> made = committed(commit.commit(CommitRequest.of("u", 2, changes)
                .withGuard((latest, history) -> Guard.Verdict.proceedWith(
                        Map.of("base", Long.toString(latest.orElseThrow().id()))))));

        assertThat(made).extracting(Snapshot::id).containsExactly(2L, 3L);
        assertThat(made).extracting(Snapshot::kind).containsExactly(CommitKind.APPEND, CommitKind.COMPACT);
        assertThat(made).allSatisfy(snapshot -> {
            assertThat(snapshot.commitUser()).isEqualTo("u");
            assertThat(snapshot.commitIdentifier()).isEqualTo(2);
            assertThat(snapshot.properties()).containsExactly(Map.entry("base", "1"));
        });
        assertThat(table.entries(made.get(1).deltaList()))
                .extracting(entry -> entry.kind() + " " + entry.file().name())
                .containsExactly("DELETE old.parquet", "DELETE new.parquet", "ADD merged.parquet");
        assertThat(table.liveNames()).containsExactly("merged.parquet");
        assertThat(table.unreferencedMetadata()).isEmpty();
        table.verify();
    }

    @Test
    void aCompactionThatMeetsAnotherSnapshotTakesThatOnesLedgerAlong() {
        DataFileMeta fresh = table.newFile(bucket, "new.parquet");
        DataFileMeta merged = table.newFile(bucket, "merged.parquet", 5, 0, 1000);
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-2")) {
                io.beforeCall(next -> {});
                committed(rival.newCommit()
                        .commit(CommitRequest.of("rival", 1, append(bucket, rival.newFile(bucket, "rival.parquet")))
                                .withProperties(Map.of("varve.ledger", "2", "rivals", "1"))));
            }
        });
        List<Snapshot> made = committed(commit.commit(CommitRequest.of(
                        "u", 2, append(bucket, fresh).plus(compaction(bucket, List.of(fresh), List.of(merged))))
                .withProperties(Map.of("own", "1"))
                .withGuard((latest, history) -> Guard.Verdict.proceedWith(Map.of("varve.ledger", "1")))));
        assertThat(made).extracting(Snapshot::id).containsExactly(1L, 3L);
        assertThat(made.get(0).properties()).isEqualTo(Map.of("own", "1", "varve.ledger", "1"));
        assertThat(made.get(1).properties()).isEqualTo(Map.of("own", "1", "varve.ledger", "2"));
        table.verify();
    }

    @Test
    void aRefusalLeavesNothing() {
        appendFile("a.parquet");
        List<String> before = names();
        DataFileMeta file = table.newFile(bucket, "b.parquet");
        DataFileMeta merged = table.newFile(bucket, "c.parquet", 5, 0, 9);
        DataFileMeta upgraded = table.liveFiles(bucket).get(0).atLevel(4);
        CommitResult result = commit.commit(CommitRequest.of(
                        "u",
                        2,
                        append(bucket, file)
                                .plus(compaction(bucket, List.of(file), List.of(merged)))
                                .plus(compaction(bucket, List.of(upgraded.atLevel(0)), List.of(upgraded))))
                .withGuard((latest, history) -> Guard.Verdict.refuse(
                        "ledger is at " + latest.orElseThrow().id())));
        assertThat(result).isEqualTo(new CommitResult.Refused("ledger is at 1"));
        assertThat(names()).isEqualTo(before);
        assertThat(table.exists(bucket, "a.parquet")).isTrue();
    }

    private List<String> names() {
        return store.files().stream().map(Object::toString).toList();
    }

    @Test
    void theGuardIsAskedAboutEveryBase() {
        appendFile("a.parquet");
        rivalIsFaster(2);
        List<Long> judged = new ArrayList<>();
        Snapshot made = committed(commit.commit(CommitRequest.of(
                                "u", 2, append(bucket, table.newFile(bucket, "b.parquet")))
                        .withGuard((latest, history) -> {
                            judged.add(latest.orElseThrow().id());
                            assertThat(history.find(1)).isPresent();
                            return Guard.Verdict.proceedWith(
                                    Map.of("base", "" + latest.get().id()));
                        })))
                .get(0);
        assertThat(judged).containsExactly(1L, 2L, 3L);
        assertThat(made.id()).isEqualTo(4);
        assertThat(made.properties()).containsEntry("base", "3");
        assertThat(table.unreferencedMetadata()).isEmpty();
        table.verify();
    }

    @Test
    void aGuardCanRefuseAfterALostRace() {
        appendFile("a.parquet");
        rivalIsFaster(1);
        CommitResult result = commit.commit(CommitRequest.of("u", 2, append(bucket, table.newFile(bucket, "b.parquet")))
                .withGuard(
                        (latest, history) -> latest.orElseThrow().commitUser().equals("rival")
                                ? Guard.Verdict.refuse("fenced")
                                : Guard.Verdict.proceed()));
        assertThat(result).isEqualTo(new CommitResult.Refused("fenced"));
        assertThat(table.exists(bucket, "b.parquet")).isFalse();
        assertThat(table.unreferencedMetadata()).isEmpty();
        table.verify();
    }

    @Test
    void theGuardsPropertiesWinOverThoseOfTheRequest() {
        Snapshot made = committed(commit.commit(
                        CommitRequest.of("u", 2, append(bucket, table.newFile(bucket, "b.parquet")))
                                .withProperties(Map.of("a", "request", "b", "request"))
                                .withGuard((latest, history) -> Guard.Verdict.proceedWith(Map.of("b", "guard")))))
                .get(0);
        assertThat(made.properties()).isEqualTo(Map.of("a", "request", "b", "guard"));
    }

    @Test
    void whatDoesNotDependOnTheBaseIsWrittenOnce() {
        appendFile("a.parquet");
        DataFileMeta file = table.newFile(bucket, "b.parquet");
        io.resetCounters();
        rivalIsFaster(3);
        committed(commit.commit(CommitRequest.of("u", 2, append(bucket, file))));
        long manifests = io.log().stream()
                .filter(call -> call.is(Operation.FINISH) && call.named("manifest-") && !call.named("manifest-list-"))
                .count();
        long lists = io.log().stream()
                .filter(call -> call.is(Operation.FINISH) && call.named("manifest-list-"))
                .count();
        assertThat(manifests).isEqualTo(1);
        assertThat(lists).isEqualTo(1 + 4);
    }

    @Test
    void replacingWhatIsGoneIsAConflict() {
        appendFile("a.parquet");
        DataFileMeta a = table.liveFiles(bucket).get(0);
        DataFileMeta ours = table.newFile(bucket, "ours.parquet", 5, 0, 1000);
        DataFileMeta theirs = rival.newFile(bucket, "theirs.parquet", 5, 0, 1000);
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT)) {
                io.beforeCall(next -> {});
                rival.newCommit().commit(CommitRequest.of("rival", 1, compaction(bucket, List.of(a), List.of(theirs))));
            }
        });
        assertThatThrownBy(() -> commit.commit(CommitRequest.of("u", 2, compaction(bucket, List.of(a), List.of(ours)))))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("not live any more")
                .hasMessageContaining("a.parquet")
                .hasMessageContaining("user u with identifier 2");
        assertThat(table.exists(bucket, "ours.parquet")).isFalse();
        assertThat(table.exists(bucket, "a.parquet")).isTrue();
        assertThat(table.liveNames()).containsExactly("theirs.parquet");
        assertThat(table.unreferencedMetadata()).isEmpty();
        table.verify();
    }

    @Test
    void aFailedUpgradeDoesNotDeleteTheFile() {
        appendFile("a.parquet");
        DataFileMeta a = table.liveFiles(bucket).get(0);
        committed(commit.commit(CommitRequest.of("u", 2, compaction(bucket, List.of(a), List.of(a.atLevel(5))))));
        assertThatThrownBy(() ->
                        commit.commit(CommitRequest.of("u", 3, compaction(bucket, List.of(a), List.of(a.atLevel(4))))))
                .isInstanceOf(CommitConflictException.class);
        assertThat(table.exists(bucket, "a.parquet")).isTrue();
        assertThat(table.liveFiles(bucket)).extracting(DataFileMeta::level).containsExactly(5);
        table.verify();
    }

    @Test
    void overlappingFilesOfALevelAreAConflict() {
        appendFile("a.parquet");
        DataFileMeta a = table.liveFiles(bucket).get(0);
        committed(commit.commit(CommitRequest.of(
                "u", 2, compaction(bucket, List.of(a), List.of(table.newFile(bucket, "low.parquet", 5, 0, 50))))));
        appendFile("b.parquet");
        DataFileMeta b = table.liveFiles(bucket).stream()
                .filter(file -> file.level() == 0)
                .findFirst()
                .orElseThrow();
        DataFileMeta high = table.newFile(bucket, "high.parquet", 5, 50, 90);
        assertThatThrownBy(() -> commit.commit(CommitRequest.of("u", 3, compaction(bucket, List.of(b), List.of(high)))))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("overlap")
                .hasMessageContaining("low.parquet")
                .hasMessageContaining("high.parquet");
        committed(commit.commit(CommitRequest.of(
                "u", 4, compaction(bucket, List.of(b), List.of(table.newFile(bucket, "next.parquet", 5, 51, 90))))));
        table.verify();
    }

    @Test
    void aFileThatIsLiveIsNeitherAddedAgainNorDeleted() {
        appendFile("a.parquet");
        DataFileMeta a = table.liveFiles(bucket).get(0);
        assertThatThrownBy(() -> table.newCommit().commit(CommitRequest.of("u", 2, append(bucket, a))))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("it is there already");
        assertThat(table.exists(bucket, "a.parquet")).isTrue();
        table.verify();
    }

    @Test
    void oneRequestAddsAFileOnce() {
        DataFileMeta a = table.newFile(bucket, "a.parquet");
        assertThatThrownBy(() -> commit.commit(CommitRequest.of("u", 2, append(bucket, a, a))))
                .isInstanceOf(CommitConflictException.class);
        assertThat(table.snapshots.latest()).isEmpty();
        assertThat(table.exists(bucket, "a.parquet")).isFalse();
    }

    @Test
    void anAppendAfterARescaleIsAConflict() {
        appendFile("a.parquet");
        DataFileMeta a = table.liveFiles(bucket).get(0);
        // Another engine rescales from 4 to 8 buckets: a new schema, then an overwrite of the partition.
        SchemaStore schemas = new SchemaStore(store, table.layout, env);
        schemas.evolve(List.of(new SchemaChange.SetOption("bucket", "8")), false);
        DataFileMeta rescaled = rival.newFile(bucket, "rescaled.parquet", 5, 0, 10);
        BucketId far = table.bucket(6);
        committed(rival.newCommit().commit(CommitRequest.of("rescale", 1, compaction(bucket, List.of(a), List.of()))));
        committed(rival.newCommit()
                .commit(CommitRequest.of(
                        "rescale",
                        2,
                        new FileChanges(
                                List.of(new FileChanges.Append(far, 8, List.of(rescaled), List.of())), List.of()))));

        DataFileMeta late = table.newFile(bucket, "late.parquet");
        assertThatThrownBy(() -> commit.commit(CommitRequest.of("u", 3, append(bucket, late))))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("4 buckets")
                .hasMessageContaining("8 buckets")
                .hasMessageContaining("rescaled");
        assertThat(table.liveNames()).containsExactly("rescaled.parquet");
    }

    @Test
    void appendsReadNoManifestsOnceTheirPartitionIsVerified() {
        appendFile("a.parquet");
        DataFileMeta file = table.newFile(bucket, "b.parquet");
        io.resetCounters();
        commit.commit(CommitRequest.of("u", 2, append(bucket, file)));
        assertThat(io.log())
                .noneMatch(call ->
                        call.is(Operation.READ_ALL) && call.named("manifest-") && !call.named("manifest-list-"));
    }

    @Test
    void newFilesStayWhenTheirCompactionConflicts() {
        appendFile("a.parquet");
        DataFileMeta a = table.liveFiles(bucket).get(0);
        DataFileMeta theirs = rival.newFile(bucket, "theirs.parquet", 5, 0, 1000);
        DataFileMeta fresh = table.newFile(bucket, "fresh.parquet");
        DataFileMeta ours = table.newFile(bucket, "ours.parquet", 5, 0, 1000);
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-3")) {
                io.beforeCall(next -> {});
                rival.newCommit().commit(CommitRequest.of("rival", 1, compaction(bucket, List.of(a), List.of(theirs))));
            }
        });
        CommitResult result = commit.commit(CommitRequest.of(
                "u", 2, append(bucket, fresh).plus(compaction(bucket, List.of(a, fresh), List.of(ours)))));
        assertThat(result).isInstanceOfSatisfying(CommitResult.Committed.class, done -> {
            assertThat(done.snapshots()).extracting(Snapshot::id).containsExactly(2L);
            assertThat(done.compactionFailure()).containsInstanceOf(CommitConflictException.class);
        });
        assertThat(table.liveNames()).containsExactlyInAnyOrder("fresh.parquet", "theirs.parquet");
        assertThat(table.exists(bucket, "ours.parquet")).isFalse();
        assertThat(table.exists(bucket, "fresh.parquet")).isTrue();
        assertThat(table.unreferencedMetadata()).isEmpty();
        table.verify();
    }

    @Test
    void theNumberOfAttemptsIsBoundedAndTheyDrawApart() {
        appendFile("a.parquet");
        DataFileMeta file = table.newFile(bucket, "b.parquet");
        rivalIsFaster(Integer.MAX_VALUE);
        assertThatThrownBy(() -> commit.commit(CommitRequest.of("u", 2, append(bucket, file))))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("given up after 10 retries")
                .hasMessageContaining("commit.max-retries=10");
        io.beforeCall(call -> {});
        assertThat(env.sleeps()).hasSize(10);
        long full = 10;
        for (Duration sleep : env.sleeps()) {
            assertThat(sleep.toMillis()).isBetween(full / 2, full);
            full = Math.min(10_000, 2 * full);
        }
        assertThat(table.snapshots.latestId()).hasValue(12);
        assertThat(table.liveNames()).doesNotContain("b.parquet");
        assertThat(table.unreferencedMetadata()).isEmpty();
        // The caller's files are intact.
        committed(commit.commit(CommitRequest.of("u", 2, append(bucket, file))));
        assertThat(table.liveNames()).contains("b.parquet");
        table.verify();
    }

    @Test
    void thereIsATimeout() {
        MemoryFileIO other = new MemoryFileIO();
        FaultyFileIO view = new FaultyFileIO(other);
        CommitFixture timed = CommitFixture.create(
                view, CommitFixture.ROOT, env, Map.of("commit.timeout", "100 ms", "commit.min-retry-wait", "50 ms"));
        CommitFixture faster = timed.through(other, ManualEnv.seeded(3), 3);
        int[] n = {0};
        view.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-")) {
                String name = "r" + n[0]++;
                faster.newCommit().commit(CommitRequest.of("rival", 1, append(bucket, faster.newFile(bucket, name))));
            }
        });
        DataFileMeta file = timed.newFile(bucket, "b.parquet");
        assertThatThrownBy(() -> timed.newCommit().commit(CommitRequest.of("u", 1, append(bucket, file))))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("commit.timeout=PT0.1S");
        assertThat(n[0]).isLessThan(5);
    }

    @Test
    void anInterruptEndsTheWaiting() {
        appendFile("a.parquet");
        DataFileMeta file = table.newFile(bucket, "b.parquet");
        rivalIsFaster(Integer.MAX_VALUE);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> commit.commit(CommitRequest.of("u", 2, append(bucket, file))))
                    .isInstanceOf(LimitExceededException.class)
                    .hasMessageContaining("interrupted after 1 retries");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(table.exists(bucket, "b.parquet")).isTrue();
    }

    @Test
    void whatTheBaseHasIsCarriedOn() {
        Snapshot first = appendFile("a.parquet");
        publish(new Snapshot(
                2,
                first.schemaId(),
                first.baseManifestList(),
                OptionalLong.empty(),
                first.deltaManifestList(),
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.of("index-manifest-x-0"),
                "flink",
                9,
                CommitKind.ANALYZE,
                5,
                first.totalRecordCount(),
                0,
                OptionalLong.empty(),
                OptionalLong.of(77),
                Optional.of("stat-1"),
                Map.of("theirs", "x"),
                OptionalLong.empty()));
        Snapshot third = appendFile("b.parquet");
        assertThat(third.id()).isEqualTo(3);
        assertThat(third.indexManifest()).contains("index-manifest-x-0");
        assertThat(third.watermark()).hasValue(77);
        assertThat(third.statistics()).contains("stat-1");
        assertThat(third.properties()).isEmpty();
        assertThat(third.nextRowId()).hasValue(0);
        assertThat(table.liveNames()).containsExactlyInAnyOrder("a.parquet", "b.parquet");

        new SchemaStore(store, table.layout, env)
                .evolve(List.of(new SchemaChange.SetOption("snapshot.num-retained.min", "5")), true);
        Snapshot fourth = appendFile("c.parquet");
        assertThat(fourth.schemaId()).isEqualTo(1);
        assertThat(fourth.statistics()).isEmpty();
        assertThat(fourth.watermark()).hasValue(77);
    }

    private void publish(Snapshot snapshot) {
        store.put(table.layout.snapshot(snapshot.id()), SnapshotJson.format(snapshot));
    }

    @Test
    void rowTrackingIsNotCarriedOnWrongly() {
        Snapshot first = appendFile("a.parquet");
        publish(new Snapshot(
                2,
                first.schemaId(),
                first.baseManifestList(),
                OptionalLong.empty(),
                first.deltaManifestList(),
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                "flink",
                9,
                CommitKind.APPEND,
                5,
                1,
                0,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Map.of(),
                OptionalLong.of(12)));
        DataFileMeta file = table.newFile(bucket, "b.parquet");
        assertThatThrownBy(() -> commit.commit(CommitRequest.of("u", 2, append(bucket, file))))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("nextRowId 12");
        assertThat(table.snapshots.latestId()).hasValue(2);
        assertThat(table.exists(bucket, "b.parquet")).isTrue();
    }

    @Test
    void aFailureBeforeTheCommitPointLeavesTheCallersFiles() {
        appendFile("a.parquet");
        DataFileMeta file = table.newFile(bucket, "b.parquet");
        io.plan(FaultPlan.once(call -> call.is(Operation.FINISH), Fault.REFUSE));
        assertThatThrownBy(() -> commit.commit(CommitRequest.of("u", 2, append(bucket, file))))
                .isInstanceOf(StorageException.class);
        assertThat(table.exists(bucket, "b.parquet")).isTrue();
        assertThat(table.unreferencedMetadata()).isEmpty();
        commit.deleteFiles(append(bucket, file));
        assertThat(table.exists(bucket, "b.parquet")).isFalse();
    }

    @Test
    void aRefusedCreationIsCertain() {
        appendFile("a.parquet");
        DataFileMeta file = table.newFile(bucket, "b.parquet");
        io.plan(FaultPlan.once(call -> call.is(Operation.CREATE_IF_ABSENT), Fault.REFUSE));
        assertThatThrownBy(() -> commit.commit(CommitRequest.of("u", 2, append(bucket, file))))
                .isInstanceOf(StorageException.class);
        assertThat(table.snapshots.latestId()).hasValue(1);
        assertThat(table.unreferencedMetadata()).isEmpty();
    }

    @Test
    void deletionsInACompactionComeFirstBucketByBucket() {
        BucketId other = table.bucket(1);
        committed(commit.commit(CommitRequest.of(
                "u", 1, append(bucket, table.newFile(bucket, "a")).plus(append(other, table.newFile(other, "b"))))));
        FileChanges changes = compaction(bucket, table.liveFiles(bucket), List.of(table.newFile(bucket, "a2", 5, 0, 9)))
                .plus(compaction(other, table.liveFiles(other), List.of(table.newFile(other, "b2", 5, 0, 9))));
        Snapshot made =
                committed(commit.commit(CommitRequest.of("u", 2, changes))).get(0);
        assertThat(table.entries(made.deltaList()))
                .extracting(entry -> entry.kind() + " " + entry.file().name())
                .containsExactly("DELETE a", "ADD a2", "DELETE b", "ADD b2");
        assertThat(table.entries(made.deltaList()))
                .filteredOn(entry -> entry.kind() == Kind.DELETE)
                .allSatisfy(entry -> assertThat(entry.file().level()).isZero());
        table.verify();
    }

    @Test
    void aBaseThatExpiresWhileItIsReadIsReadAnew() {
        Snapshot first = appendFile("a.parquet");
        io.beforeCall(call -> {
            if (call.is(Operation.READ_ALL) && call.named(first.baseManifestList())) {
                io.beforeCall(next -> {});
                rivalAppends("rival.parquet");
                store.delete(table.layout.snapshot(1));
                store.delete(table.layout.manifest(first.baseManifestList()));
                store.delete(table.layout.manifest(first.deltaManifestList()));
            }
        });
        assertThat(appendFile("b.parquet").id()).isEqualTo(3);
        assertThat(table.liveNames()).containsExactlyInAnyOrder("a.parquet", "b.parquet", "rival.parquet");
    }

    @Test
    void aMissingListOfTheNewestSnapshotIsAnError() {
        Snapshot first = appendFile("a.parquet");
        store.delete(table.layout.manifest(first.baseManifestList()));
        DataFileMeta file = table.newFile(bucket, "b.parquet");
        assertThatThrownBy(() -> commit.commit(CommitRequest.of("u", 2, append(bucket, file))))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.isNotFound()).isTrue());
        assertThat(env.sleeps()).isEmpty();
    }

    @Test
    void deletedRowsDoNotComeBackThroughACompaction() throws IOException {
        Location root = Location.of("/w/db.db/dv");
        Path golden = GoldenTables.table("deletion_vectors");
        try (Stream<Path> files = Files.walk(golden)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                store.put(root.child(golden.relativize(file).toString()), Files.readAllBytes(file));
            }
        }
        TableLayout layout = new TableLayout(root);
        TableSchema schema = new SchemaStore(store, layout, env).latest().orElseThrow();
        ManifestStore manifests = new ManifestStore(store, layout, env, schema, 8 << 20);
        SnapshotStore snapshots = new SnapshotStore(store, layout);
        Snapshot latest = snapshots.latest().orElseThrow();
        BucketId deleted = manifests
                .readIndexManifest(latest.indexManifest().orElseThrow())
                .get(0)
                .bucket();
        List<DataFileMeta> before =
                manifests.liveFiles(latest.manifestLists(), manifests.buckets(Set.of(deleted))).stream()
                        .map(ManifestEntry::file)
                        .toList();
        TableCommit tableCommit = new TableCommit(store, layout, env, schema);
        assertThatThrownBy(() -> tableCommit.commit(CommitRequest.of(
                        "u",
                        1,
                        new FileChanges(
                                List.of(),
                                List.of(new FileChanges.Compaction(
                                        deleted,
                                        2,
                                        before,
                                        List.of(before.get(0).atLevel(3)),
                                        List.of()))))))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("deletion vectors");
        assertThat(snapshots.latest()).contains(latest);
    }
}
