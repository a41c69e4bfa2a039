package dev.varve.table.commit;

import static dev.varve.table.commit.CommitFixture.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.error.StorageException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A writer that pauses while its base expires or is rolled back never leaves its snapshot where the base was. */
class ChainCheckTest {
    private final MemoryFileIO store = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.seeded(1);
    private final CommitFixture rival = CommitFixture.create(store, env);
    private final FaultyFileIO io = new FaultyFileIO(store);
    private final CommitFixture paused = rival.through(io, ManualEnv.seeded(2), 2);
    private final CommitFixture twin = rival.through(store, env, 2);
    private final BucketId bucket = rival.bucket(0);

    @Test
    void anIdThatWasTakenAndExpiredIsNotTakenAgain() {
        commitByRival(3);
        pauseBeforeCreating(4, () -> {
            commitByRival(10);
            expire(1, 8);
        });
        commitByPaused();
        assertThat(ids()).containsExactly(8L, 9L, 10L, 11L, 12L, 13L, 14L);
        assertThat(rival.liveNames()).contains("paused").hasSize(14);
        assertThat(store.text(rival.layout.latestHint())).isEqualTo("14");
    }

    /** Not even where it would fit below the oldest snapshot, since the one who took it landed as many records. */
    @Test
    void anIdThatWasTakenAndExpiredIsNotTakenAgainNextToTheOldestSnapshot() {
        commitByRival(3);
        pauseBeforeCreating(4, () -> {
            commitByTwin();
            commitByRival(9);
            expire(1, 5);
        });
        commitByPaused();
        assertThat(ids()).containsExactly(5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L);
        assertThat(rival.liveNames()).contains("paused").hasSize(14);
    }

    @Test
    void theFirstIdIsNotTakenAgainEither() {
        pauseBeforeCreating(1, () -> {
            commitByTwin();
            commitByRival(2);
            expire(1, 2);
        });
        commitByPaused();
        assertThat(ids()).containsExactly(2L, 3L, 4L);
        assertThat(rival.liveNames()).contains("paused").hasSize(4);
    }

    /** Found by the simulation, seed 426504. */
    @Test
    void nothingFloatsAboveATableThatWasDropped() {
        commitByRival(3);
        pauseBeforeCreating(4, () -> store.filesBelow(rival.layout.root()).forEach(store::delete));
        assertThatThrownBy(this::commitByPaused)
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("was it dropped under a running writer?");
        assertThat(ids()).isEmpty();
    }

    /** A table that is dropped and created anew before the first snapshot of the old one (simulation, seed 810679). */
    @Test
    void theFirstSnapshotOfADroppedTableIsNotThatOfTheNextOne() {
        pauseBeforeCreating(
                1,
                () -> store.filesBelow(rival.layout.root()).stream()
                        .filter(file -> !file.parent().equals(rival.layout.schemaDirectory()))
                        .forEach(store::delete));
        assertThatThrownBy(this::commitByPaused).isInstanceOf(LimitExceededException.class);
        assertThat(ids()).isEmpty();
    }

    /** Others commit on top of it and its base expires before its writer looks. */
    @Test
    void aSnapshotThatOthersHaveBuiltOnStays() {
        commitByRival(3);
        whenCreated(4, "snapshot-3", () -> {
            commitByRival(2);
            expire(1, 4);
        });
        CommitResult result = commitOfPaused();
        assertThat(((CommitResult.Committed) result).snapshots().get(0).id()).isEqualTo(4);
        assertThat(ids()).containsExactly(4L, 5L, 6L);
        assertThat(rival.liveNames()).contains("paused").hasSize(6);
    }

    /** It is seen to be the newest and has gone before its lists are looked at (simulation, seed 5018045). */
    @Test
    void aFirstSnapshotThatExpiresWhileItIsLookedAtIsNotMadeAgain() {
        whenCreated(1, "manifest-list-", () -> {
            commitByRival(1);
            store.filesBelow(rival.layout.manifestDirectory()).stream()
                    .filter(file -> rival.snapshots.find(1).orElseThrow().manifestLists().stream()
                            .anyMatch(list -> list.name().equals(file.name())))
                    .forEach(store::delete);
            expire(1, 2);
        });
        assertThatThrownBy(this::commitByPaused).isInstanceOf(CommitOutcomeUnknownException.class);
        assertThat(ids()).containsExactly(2L);
        assertThat(rival.liveNames()).containsOnlyOnce("paused").hasSize(2);
    }

    /** It and its successor are listed and have gone before the successor is looked at. */
    @Test
    void aSnapshotThatExpiresWithItsSuccessorWhileItIsLookedAtIsNotMadeAgain() {
        commitByRival(3);
        whenCreated(4, "snapshot-3", () -> {
            commitByRival(1);
            expire(1, 4);
            whenCreated(4, "snapshot-5", () -> {
                commitByRival(1);
                expire(4, 6);
            });
        });
        assertThatThrownBy(this::commitByPaused).isInstanceOf(CommitOutcomeUnknownException.class);
        assertThat(ids()).containsExactly(6L);
        assertThat(rival.liveNames()).containsOnlyOnce("paused").hasSize(6);
    }

    @Test
    void nothingIsPutOnTopOfARolledBackSnapshot() {
        commitByRival(5);
        pauseBeforeCreating(6, () -> {
            rival.snapshots.delete(5);
            rival.snapshots.delete(4);
        });
        commitByPaused();
        assertThat(ids()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(rival.liveNames()).contains("paused").hasSize(4);
        rival.verify();
    }

    /** The store fails when the writer looks, and when it takes its snapshot away (simulation, seed 17019500). */
    @Test
    void nothingFloatsThoughTheStoreFails() {
        commitByRival(5);
        pauseBeforeCreating(6, () -> {
            rival.snapshots.delete(5);
            rival.snapshots.delete(4);
            int[] left = {6};
            io.beforeCall(call -> {
                boolean concerned = call.is(Operation.LIST) || call.is(Operation.DELETE) && call.named("snapshot-6");
                if (concerned && left[0]-- > 0) {
                    throw new StorageException(StorageException.Kind.TRANSIENT, "slow down", null);
                }
            });
        });
        commitByPaused();
        assertThat(ids()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(rival.liveNames()).contains("paused").hasSize(4);
        rival.verify();
    }

    @Test
    void nothingIsPutOnAnotherSnapshotThanItsBase() {
        commitByRival(5);
        pauseBeforeCreating(6, () -> {
            rival.snapshots.delete(5);
            commitByRival(1);
        });
        commitByPaused();
        assertThat(ids()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(rival.liveNames()).contains("paused").hasSize(6);
        rival.verify();
    }

    /** With one retained snapshot the base may go as soon as its successor is there. */
    @Test
    void aBaseThatExpiresBehindTheCommitDoesNoHarm() {
        commitByRival(3);
        whenCreated(4, "snapshot-3", () -> expire(1, 4));
        commitByPaused();
        assertThat(ids()).containsExactly(4L);
        assertThat(rival.liveNames()).contains("paused").hasSize(4);
    }

    private void pauseBeforeCreating(long id, Runnable meanwhile) {
        AtomicBoolean done = new AtomicBoolean();
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT)
                    && call.named("snapshot-" + id)
                    && done.compareAndSet(false, true)) {
                meanwhile.run();
            }
        });
    }

    /** Before the paused writer, once its snapshot is there, reads a file. */
    private void whenCreated(long id, String file, Runnable meanwhile) {
        AtomicBoolean done = new AtomicBoolean();
        io.beforeCall(call -> {
            if (call.is(Operation.READ_ALL)
                    && call.named(file)
                    && rival.snapshots.find(id).isPresent()
                    && done.compareAndSet(false, true)) {
                meanwhile.run();
            }
        });
    }

    private CommitResult commitOfPaused() {
        return paused.newCommit()
                .commit(new CommitRequest(
                        "paused", 1, append(bucket, paused.newFile(bucket, "paused")), Map.of(), Guard.NONE, false));
    }

    private void commitByPaused() {
        CommitResult result = commitOfPaused();
        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        Snapshot made = ((CommitResult.Committed) result).snapshots().get(0);
        assertThat(rival.snapshots.latest()).contains(made);
    }

    /** A file like the one that the paused writer has. */
    private void commitByTwin() {
        rival.newCommit()
                .commit(new CommitRequest(
                        "twin", 1, append(bucket, twin.newFile(bucket, "twin")), Map.of(), Guard.NONE, false));
    }

    private int written;

    private void commitByRival(int times) {
        for (int i = 0; i < times; i++) {
            written++;
            rival.newCommit()
                    .commit(new CommitRequest(
                            "rival",
                            written,
                            append(bucket, rival.newFile(bucket, "rival-" + written)),
                            Map.of(),
                            Guard.NONE,
                            false));
        }
    }

    /** As expiration does it, oldest first; the files are of no interest here. */
    private void expire(long from, long end) {
        LongStream.range(from, end).forEach(rival.snapshots::delete);
    }

    private List<Long> ids() {
        return rival.snapshots.ids();
    }
}
