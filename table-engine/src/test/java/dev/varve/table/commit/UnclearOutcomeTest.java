package dev.varve.table.commit;

import static dev.varve.table.commit.CommitFixture.append;
import static dev.varve.table.commit.CommitFixture.compaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store does not say whether the snapshot was created. Nothing is ever assumed. */
class UnclearOutcomeTest {
    private final MemoryFileIO store = new MemoryFileIO();
    private final FaultyFileIO io = new FaultyFileIO(store);
    private final ManualEnv env = ManualEnv.create();
    private final CommitFixture table = CommitFixture.create(io, env);
    private final CommitFixture rival = table.through(store, ManualEnv.seeded(99), 99);
    private final TableCommit commit = table.newCommit();
    private final BucketId bucket = table.bucket(0);
    private DataFileMeta file;
    private CommitRequest request;

    @BeforeEach
    void prepare() {
        commit.commit(CommitRequest.of("u", 1, append(bucket, table.newFile(bucket, "a.parquet"))));
        file = table.newFile(bucket, "b.parquet");
        request = CommitRequest.of("u", 2, append(bucket, file));
    }

    private static boolean creates(StoreCall call) {
        return call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-");
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAIL_BEFORE", "FAIL_AFTER", "UNKNOWN_BEFORE", "UNKNOWN_AFTER"})
    void aLostAnswerIsFoundOut(Fault fault) {
        io.plan(FaultPlan.once(UnclearOutcomeTest::creates, fault));
        CommitResult result = commit.commit(request);
        assertThat(result)
                .isInstanceOfSatisfying(
                        CommitResult.Committed.class,
                        done -> assertThat(done.snapshots())
                                .extracting(Snapshot::id)
                                .containsExactly(2L));
        assertThat(table.snapshots.latestId()).hasValue(2);
        assertThat(table.liveNames()).containsExactlyInAnyOrder("a.parquet", "b.parquet");
        assertThat(table.unreferencedMetadata()).isEmpty();
        table.verify();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAIL_BEFORE", "UNKNOWN_BEFORE"})
    void aRivalInTheSamePlaceMeansThatItDidNotHappen(Fault fault) {
        io.plan(FaultPlan.once(UnclearOutcomeTest::creates, fault));
        rivalActsAfterTheFirstCreation();
        CommitResult result = commit.commit(request);
        assertThat(result)
                .isInstanceOfSatisfying(
                        CommitResult.Committed.class,
                        done -> assertThat(done.snapshots())
                                .extracting(Snapshot::id)
                                .containsExactly(3L));
        assertThat(table.snapshots.find(2).orElseThrow().commitUser()).isEqualTo("rival");
        assertThat(table.unreferencedMetadata()).isEmpty();
        table.verify();
    }

    private void rivalActsAfterTheFirstCreation() {
        boolean[] failed = {false};
        io.beforeCall(call -> {
            if (failed[0]) {
                failed[0] = false;
                io.beforeCall(next -> {});
                rival.newCommit()
                        .commit(CommitRequest.of("rival", 2, append(bucket, rival.newFile(bucket, "rival.parquet"))));
            }
            failed[0] = creates(call);
        });
    }

    @Test
    void oursStaysOursWhenOthersCommitOnTopBeforeWeLook() {
        io.plan(FaultPlan.once(UnclearOutcomeTest::creates, Fault.UNKNOWN_AFTER));
        rivalActsAfterTheFirstCreation();
        CommitResult result = commit.commit(request);
        assertThat(result)
                .isInstanceOfSatisfying(
                        CommitResult.Committed.class,
                        done -> assertThat(done.snapshots())
                                .extracting(Snapshot::id)
                                .containsExactly(2L));
        assertThat(table.snapshots.latest().orElseThrow().commitUser()).isEqualTo("rival");
        table.verify();
    }

    /** After the first creation nothing answers any more. */
    private FaultPlan silenceAfterCreation(Fault creation) {
        boolean[] silent = {false};
        return call -> {
            if (silent[0]) {
                return Fault.FAIL_BEFORE;
            }
            silent[0] = creates(call);
            return silent[0] ? creation : Fault.NONE;
        };
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"UNKNOWN_BEFORE", "UNKNOWN_AFTER"})
    void whatCannotBeFoundOutIsUnknownAndNothingIsDeleted(Fault fault) {
        io.plan(silenceAfterCreation(fault));
        assertThatThrownBy(() -> commit.commit(request))
                .isInstanceOf(CommitOutcomeUnknownException.class)
                .hasMessageContaining("snapshot 2")
                .hasMessageContaining("user u with identifier 2")
                .hasMessageContaining("Nothing was deleted");
        io.plan(FaultPlan.none());
        boolean happened = fault == Fault.UNKNOWN_AFTER;
        assertThat(table.snapshots.latestId()).hasValue(happened ? 2 : 1);
        assertThat(table.unreferencedMetadata()).hasSize(happened ? 0 : 3);
        commit.deleteFiles(request.changes());
        assertThat(table.exists(bucket, "b.parquet")).isTrue();

        // The same commit again: done once, whatever was.
        CommitResult again = commit.commit(request);
        assertThat(again)
                .isInstanceOfSatisfying(
                        CommitResult.Committed.class,
                        done -> assertThat(done.snapshots())
                                .extracting(Snapshot::id)
                                .containsExactly(2L));
        assertThat(table.snapshots.latestId()).hasValue(2);
        assertThat(table.liveNames()).containsExactlyInAnyOrder("a.parquet", "b.parquet");
        table.verify();
    }

    @Test
    void aGuardThatRefusesTheRepetitionIsNotAskedWhenTheCommitHasHappened() {
        Guard once = (latest, history) ->
                latest.orElseThrow().id() == 1 ? Guard.Verdict.proceed() : Guard.Verdict.refuse("ledger has moved");
        io.plan(silenceAfterCreation(Fault.UNKNOWN_AFTER));
        assertThatThrownBy(() -> commit.commit(request.withGuard(once)))
                .isInstanceOf(CommitOutcomeUnknownException.class);
        io.plan(FaultPlan.none());
        assertThat(commit.commit(request.withGuard(once))).isInstanceOf(CommitResult.Committed.class);
        assertThat(table.liveNames()).containsExactlyInAnyOrder("a.parquet", "b.parquet");
        table.verify();
    }

    @Test
    void filesOfAnUnknownCommitSurviveTheRefusalOfAnother() {
        io.plan(silenceAfterCreation(Fault.UNKNOWN_AFTER));
        assertThatThrownBy(() -> commit.commit(request)).isInstanceOf(CommitOutcomeUnknownException.class);
        io.plan(FaultPlan.none());
        // Not the same request, but the same files.
        CommitRequest other =
                CommitRequest.of("u", 3, request.changes()).withGuard((latest, history) -> Guard.Verdict.refuse("no"));
        assertThat(commit.commit(other)).isInstanceOf(CommitResult.Refused.class);
        assertThat(table.exists(bucket, "b.parquet")).isTrue();
        table.verify();
    }

    @Test
    void anUnknownCompactionAfterCommittedFilesIsToldAsSuch() {
        DataFileMeta merged = table.newFile(bucket, "merged.parquet", 5, 0, 1000);
        int[] creations = {0};
        io.plan(call -> {
            if (creations[0] == 2) {
                return Fault.FAIL_BEFORE;
            }
            return creates(call) && ++creations[0] == 2 ? Fault.UNKNOWN_AFTER : Fault.NONE;
        });
        CommitResult result = commit.commit(
                CommitRequest.of("u", 2, request.changes().plus(compaction(bucket, List.of(file), List.of(merged)))));
        io.plan(FaultPlan.none());
        assertThat(result).isInstanceOfSatisfying(CommitResult.Committed.class, done -> {
            assertThat(done.snapshots()).extracting(Snapshot::id).containsExactly(2L);
            assertThat(done.compactionFailure()).containsInstanceOf(CommitOutcomeUnknownException.class);
        });
        assertThat(table.exists(bucket, "merged.parquet")).isTrue();
        assertThat(table.liveNames()).containsExactlyInAnyOrder("a.parquet", "merged.parquet");
        table.verify();
    }

    @Test
    void aSnapshotThatVanishedIsUnknown() {
        io.plan(FaultPlan.once(UnclearOutcomeTest::creates, Fault.UNKNOWN_AFTER));
        boolean[] created = {false};
        io.beforeCall(call -> {
            if (created[0]) {
                created[0] = false;
                io.beforeCall(next -> {});
                // Others go on, and the place where ours would be expires.
                for (int i = 0; i < 2; i++) {
                    rival.newCommit()
                            .commit(CommitRequest.of("rival", i, append(bucket, rival.newFile(bucket, "r" + i))));
                }
                store.delete(table.layout.snapshot(1));
                store.delete(table.layout.snapshot(2));
            }
            created[0] = creates(call);
        });
        assertThatThrownBy(() -> commit.commit(request))
                .isInstanceOf(CommitOutcomeUnknownException.class)
                .hasMessageContaining("neither is its base the newest");
        assertThat(table.snapshots.find(2)).isEmpty();
        assertThat(table.snapshots.latestId()).hasValue(4);
        assertThat(table.exists(bucket, "b.parquet")).isTrue();
        assertThat(table.liveNames()).contains("b.parquet");
    }

    @Test
    void aProcessThatSleptDoesNotCreateAnIdThatHasExpired() {
        boolean[] slept = {false};
        io.beforeCall(call -> {
            if (!slept[0] && call.is(Operation.FINISH) && call.named("manifest-list-")) {
                slept[0] = true;
                env.advance(Duration.ofHours(2));
                for (int i = 0; i < 3; i++) {
                    rival.newCommit()
                            .commit(CommitRequest.of("rival", i, append(bucket, rival.newFile(bucket, "r" + i))));
                }
                store.delete(table.layout.snapshot(1));
                store.delete(table.layout.snapshot(2));
            }
        });
        CommitResult result = commit.commit(request);
        assertThat(result)
                .isInstanceOfSatisfying(
                        CommitResult.Committed.class,
                        done -> assertThat(done.snapshots())
                                .extracting(Snapshot::id)
                                .containsExactly(5L));
        assertThat(table.snapshots.find(2)).isEmpty();
        assertThat(table.snapshots.latestId()).hasValue(5);
    }
}
