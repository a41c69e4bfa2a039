package dev.varve.table.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotStoreTest {
    private final MemoryFileIO store = new MemoryFileIO();
    private final FaultyFileIO io = new FaultyFileIO(store);
    private final TableLayout layout = new TableLayout(Location.of("/w/db.db/t"));
    private final SnapshotStore snapshots = new SnapshotStore(io, layout);

    @Test
    void aNewTableHasNone() {
        assertThat(snapshots.latest()).isEmpty();
        assertThat(snapshots.latestId()).isEmpty();
        assertThat(snapshots.earliestId()).isEmpty();
        assertThat(snapshots.all()).isEmpty();
        assertThat(snapshots.find(1)).isEmpty();
        assertThat(snapshots.find(0)).as("below the first id").isEmpty();
    }

    @Test
    void createsAndFinds() {
        assertThat(snapshots.createIfAbsent(snapshot(1, "a"))).isTrue();
        assertThat(snapshots.createIfAbsent(snapshot(2, "b"))).isTrue();
        snapshots.noteLatest(2);
        assertThat(snapshots.latest()).contains(snapshot(2, "b"));
        assertThat(snapshots.find(1)).contains(snapshot(1, "a"));
        assertThat(snapshots.all()).containsExactly(snapshot(1, "a"), snapshot(2, "b"));
        assertThat(snapshots.earliestId()).hasValue(1);
        assertThat(store.text(layout.latestHint())).isEqualTo("2");
    }

    @Test
    void theFasterWriterWins() {
        assertThat(snapshots.createIfAbsent(snapshot(1, "a"))).isTrue();
        assertThat(snapshots.createIfAbsent(snapshot(1, "b"))).isFalse();
        assertThat(snapshots.latest()).contains(snapshot(1, "a"));
    }

    @Test
    void aGoodHintSavesTheListing() {
        createUpTo(20);
        io.resetCounters();
        assertThat(snapshots.latest()).contains(snapshot(20, "u"));
        assertThat(io.count(Operation.LIST)).isZero();
        assertThat(io.calls())
                .as("the hint, a look at the next id, the snapshot")
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 16, 19})
    void aSlightlyStaleHintIsFollowed(int hint) {
        createUpTo(20);
        store.put(layout.latestHint(), Integer.toString(hint));
        io.resetCounters();
        assertThat(snapshots.latest()).contains(snapshot(20, "u"));
        assertThat(snapshots.latestId()).hasValue(20);
        assertThat(io.count(Operation.LIST)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "12",
                "",
                " ",
                "0",
                "-1",
                "garbage",
                "20x",
                "21",
                "1000",
                "9223372036854775807",
                "99999999999999999999",
                "\u0000",
                "２０"
            })
    void anyOtherHintIsHarmless(String hint) {
        createUpTo(20);
        store.put(layout.latestHint(), hint);
        assertThat(snapshots.latest()).contains(snapshot(20, "u"));
        assertThat(snapshots.latestId()).hasValue(20);
    }

    @Test
    void aMissingOrUnreadableHintIsHarmless() {
        createUpTo(20);
        io.plan(FaultPlan.always(call -> call.named("LATEST") || call.named("EARLIEST"), Fault.REFUSE));
        assertThat(snapshots.latest()).contains(snapshot(20, "u"));
        assertThat(snapshots.earliestId()).hasValue(1);
        io.plan(FaultPlan.none());
        store.delete(layout.latestHint());
        assertThat(snapshots.latest()).contains(snapshot(20, "u"));
        assertThat(snapshots.latestId()).hasValue(20);
    }

    @Test
    void aHintWithWhiteSpaceIsRead() {
        createUpTo(2);
        store.put(layout.latestHint(), "2\n");
        io.resetCounters();
        assertThat(snapshots.latestId()).hasValue(2);
        assertThat(io.count(Operation.LIST)).isZero();
    }

    @Test
    void theEarliestIsNotAlwaysTheFirst() {
        createUpTo(5);
        store.delete(layout.snapshot(1));
        store.delete(layout.snapshot(2));
        assertThat(snapshots.earliestId()).hasValue(3);
        for (String hint : List.of("3", "1", "", "x", "77")) {
            store.put(layout.earliestHint(), hint);
            assertThat(snapshots.earliestId()).as("hint '%s'", hint).hasValue(3);
        }
        assertThat(snapshots.all()).extracting(Snapshot::id).containsExactly(3L, 4L, 5L);
    }

    @Test
    void filesOfOtherKindsAreIgnored() {
        createUpTo(2);
        for (String name : List.of(".snapshot-3.1234.tmp", "snapshot-x", "snapshot-", "SNAPSHOT-9", "snapshot-0")) {
            store.put(layout.snapshotDirectory().child(name), "");
        }
        store.delete(layout.latestHint());
        assertThat(snapshots.latestId()).hasValue(2);
        assertThat(snapshots.earliestId()).hasValue(1);
        assertThat(snapshots.all()).hasSize(2);
    }

    @Test
    void snapshotsThatExpireDuringTheWalkAreNotTheAnswer() {
        createUpTo(4);
        store.put(layout.latestHint(), "3");
        io.beforeCall(call -> {
            if (call.is(Operation.READ_ALL) && call.named("snapshot-5")) {
                // While this reader pauses, others commit up to 20 and expire up to 10.
                io.beforeCall(later -> {});
                for (int id = 5; id <= 20; id++) {
                    store.put(layout.snapshot(id), SnapshotJson.format(snapshot(id, "u")));
                }
                for (int id = 1; id <= 10; id++) {
                    store.delete(layout.snapshot(id));
                }
            }
        });
        assertThat(snapshots.latest()).contains(snapshot(20, "u"));
    }

    @Test
    void aLatestThatVanishesAgainAndAgainIsAnError() {
        createUpTo(1);
        io.beforeCall(call -> {
            if (call.is(Operation.LIST)) {
                store.put(layout.snapshot(2), "{}");
            } else {
                store.delete(layout.snapshot(2));
            }
        });
        store.put(layout.latestHint(), "7");
        assertThatThrownBy(snapshots::latest)
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("rolling the table back")
                .hasMessageContaining(layout.snapshotDirectory().value());
    }

    @Test
    void aCorruptSnapshotIsNamed() {
        store.put(layout.snapshot(1), "{\"version\" : 3");
        assertThatThrownBy(snapshots::latest)
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(layout.snapshot(1).value());
    }

    @Test
    void aHintThatCannotBeWrittenDoesNotUndoTheCommit() {
        for (Fault fault : List.of(Fault.FAIL_BEFORE, Fault.FAIL_AFTER, Fault.REFUSE)) {
            MemoryFileIO fresh = new MemoryFileIO();
            FaultyFileIO faulty = new FaultyFileIO(fresh).plan(FaultPlan.first(Operation.OVERWRITE, fault));
            SnapshotStore faultySnapshots = new SnapshotStore(faulty, layout);
            assertThat(faultySnapshots.createIfAbsent(snapshot(1, "a"))).isTrue();
            faultySnapshots.noteLatest(1);
            assertThat(faultySnapshots.latest()).contains(snapshot(1, "a"));
        }
    }

    @Test
    void anUnknownOutcomeIsPassedOn() {
        io.plan(FaultPlan.first(Operation.CREATE_IF_ABSENT, Fault.UNKNOWN_AFTER));
        assertThatThrownBy(() -> snapshots.createIfAbsent(snapshot(1, "a")))
                .isInstanceOf(CommitOutcomeUnknownException.class);
        assertThat(snapshots.latest()).contains(snapshot(1, "a"));
    }

    @Test
    void failuresOfTheStoreAreNotAnAbsence() {
        createUpTo(1);
        io.plan(FaultPlan.always(call -> call.named("snapshot-"), Fault.FAIL_BEFORE));
        assertThatThrownBy(snapshots::latest).isInstanceOf(StorageException.class);
        store.delete(layout.latestHint());
        io.plan(FaultPlan.first(Operation.LIST, Fault.FAIL_BEFORE));
        assertThatThrownBy(snapshots::latest).isInstanceOf(StorageException.class);
    }

    @Test
    void writersInParallelMakeOneUnbrokenFamily() throws Exception {
        int writers = 8;
        int commitsEach = 25;
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            List<Future<?>> done = IntStream.range(0, writers)
                    .<Future<?>>mapToObj(writer -> threads.submit(() -> {
                        SnapshotStore own = new SnapshotStore(store, layout);
                        for (int commit = 0; commit < commitsEach; ) {
                            long next = own.latestId().orElse(0) + 1;
                            if (own.createIfAbsent(snapshot(next, "user-" + writer))) {
                                commit++;
                            }
                        }
                    }))
                    .toList();
            for (Future<?> future : done) {
                future.get();
            }
        } finally {
            threads.shutdownNow();
        }
        List<Snapshot> all = snapshots.all();
        assertThat(all).hasSize(writers * commitsEach);
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).id()).isEqualTo(i + 1);
        }
        assertThat(snapshots.latestId()).hasValue(writers * commitsEach);
    }

    private void createUpTo(int last) {
        for (int id = 1; id <= last; id++) {
            assertThat(snapshots.createIfAbsent(snapshot(id, "u"))).isTrue();
            snapshots.noteLatest(id);
        }
    }

    private static Snapshot snapshot(long id, String user) {
        return new Snapshot(
                id,
                0,
                "base-" + id,
                OptionalLong.of(10),
                "delta-" + id,
                OptionalLong.of(20),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                user,
                id,
                CommitKind.APPEND,
                1000 * id,
                id,
                1,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Map.of(),
                OptionalLong.of(0));
    }
}
