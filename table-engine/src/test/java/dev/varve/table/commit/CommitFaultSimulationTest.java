package dev.varve.table.commit;

import static dev.varve.table.commit.CommitFixture.append;
import static dev.varve.table.commit.CommitFixture.compaction;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.TableException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.SimulatedCrash;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A commit of new files and their compaction, with a counter as ledger, meets every fault at every call. Whatever happens: the
 * chain of snapshots is sound, what was reported is true, and the next process can go on.
 */
class CommitFaultSimulationTest {
    /** Small manifests are merged, so that this part is met as well. */
    private static final Map<String, String> OPTIONS = Map.of("manifest.merge-min-count", "3");

    private final MemoryFileIO prepared = new MemoryFileIO();
    private final CommitFixture table = CommitFixture.create(prepared, CommitFixture.ROOT, ManualEnv.create(), OPTIONS);
    private final BucketId bucket = table.bucket(0);

    private static final Guard COUNTER = (latest, history) -> Guard.Verdict.proceedWith(Map.of(
            "count",
            Long.toString(
                    latest.map(snapshot -> Long.parseLong(snapshot.properties().get("count")))
                                    .orElse(0L)
                            + 1)));

    /** Three commits of which the last leaves three manifests, so that the next one merges. */
    private void prepare() {
        for (int i = 0; i < 3; i++) {
            FileChanges changes = append(bucket, table.newFile(bucket, "p" + i + ".parquet"));
            table.newCommit().commit(CommitRequest.of("prepare", i, changes).withGuard(COUNTER));
        }
    }

    /** What one process tries, and what it believes to have come of it. */
    private final class Process {
        final FaultyFileIO io;
        final CommitFixture view;
        final DataFileMeta fresh;
        final DataFileMeta merged;
        final CommitRequest request;
        CommitResult result;
        TableException failure;
        boolean crashed;

        Process(MemoryFileIO store, long seed) {
            view = table.through(store, ManualEnv.seeded(seed), seed);
            List<DataFileMeta> old = view.liveFiles(bucket);
            fresh = view.newFile(bucket, "fresh-" + seed + ".parquet");
            merged = view.newFile(bucket, "merged-" + seed + ".parquet", 5, 0, 1000);
            List<DataFileMeta> inputs = new ArrayList<>(old);
            inputs.add(fresh);
            request = CommitRequest.of(
                            "process", seed, append(bucket, fresh).plus(compaction(bucket, inputs, List.of(merged))))
                    .withGuard(COUNTER);
            io = new FaultyFileIO(store);
        }

        void run() {
            try {
                result = table.through(io, ManualEnv.seeded(request.identifier()), 0)
                        .newCommit()
                        .commit(request);
            } catch (TableException e) {
                failure = e;
            } catch (SimulatedCrash e) {
                crashed = true;
            }
        }

        /** What is there is sound and agrees with what was believed. */
        void verify(String what) {
            view.verify();
            List<Snapshot> made = view.snapshots.all().stream()
                    .filter(snapshot -> snapshot.commitUser().equals("process")
                            && snapshot.commitIdentifier() == request.identifier())
                    .toList();
            if (result instanceof CommitResult.Committed committed) {
                assertThat(made).as(what).startsWith(committed.snapshots().toArray(new Snapshot[0]));
                boolean unknown = committed.compactionFailure().orElse(null) instanceof CommitOutcomeUnknownException;
                if (!unknown) {
                    assertThat(made).as(what).hasSameSizeAs(committed.snapshots());
                }
                assertThat(committed.compactionFailure().isPresent())
                        .as(what)
                        .isEqualTo(committed.snapshots().size() < 2);
            } else if (failure != null && !(failure instanceof CommitOutcomeUnknownException)) {
                assertThat(made).as(what).isEmpty();
                assertThat(view.exists(bucket, fresh.name())).as(what).isTrue();
            } else {
                assertThat(crashed || failure != null).as(what).isTrue();
            }
            assertThat(made.stream().map(Snapshot::kind).distinct().count())
                    .as(what)
                    .isEqualTo(made.size());
        }
    }

    private void nextProcessGoesOn(MemoryFileIO store, String what) {
        long before =
                table.through(store, ManualEnv.create(), 0).snapshots.latestId().orElseThrow();
        Process next = new Process(store, 1000);
        next.run();
        assertThat(next.result).as(what).isInstanceOf(CommitResult.Committed.class);
        next.verify(what);
        assertThat(next.view.snapshots.latestId()).as(what).hasValue(before + 2);
        assertThat(next.view.liveNames()).as(what).containsExactly("merged-1000.parquet");
    }

    private int callsOfACommit() {
        Process undisturbed = new Process(prepared.copy(), 7);
        undisturbed.run();
        undisturbed.verify("no fault");
        assertThat(((CommitResult.Committed) undisturbed.result).snapshots()).hasSize(2);
        return undisturbed.io.calls();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAIL_BEFORE", "FAIL_AFTER", "REFUSE", "UNKNOWN_BEFORE", "UNKNOWN_AFTER"})
    void everyFaultAtEveryCall(Fault fault) {
        prepare();
        int calls = callsOfACommit();
        assertThat(calls).isBetween(30, 200);
        for (int call = 1; call <= calls; call++) {
            MemoryFileIO store = prepared.copy();
            Process process = new Process(store, 7);
            process.io.plan(FaultPlan.atCall(call, fault));
            process.run();
            String what = fault + " at call " + call;
            process.verify(what);
            nextProcessGoesOn(store, what);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAIL_BEFORE", "UNKNOWN_AFTER"})
    void everyFaultAtEveryCallWithARival(Fault fault) {
        prepare();
        for (int call = 1; call <= 60; call++) {
            MemoryFileIO store = prepared.copy();
            CommitFixture rival = table.through(store, ManualEnv.seeded(5), 5);
            Process process = new Process(store, 7);
            boolean[] done = {false};
            process.io.plan(FaultPlan.atCall(call, fault));
            process.io.beforeCall(next -> {
                if (!done[0] && next.is(Operation.CREATE_IF_ABSENT)) {
                    done[0] = true;
                    rival.newCommit()
                            .commit(CommitRequest.of("rival", 1, append(bucket, rival.newFile(bucket, "rival.parquet")))
                                    .withGuard(COUNTER));
                }
            });
            process.run();
            process.verify(fault + " at call " + call);
        }
    }

    @Test
    void everyCrash() {
        prepare();
        Process counter = new Process(prepared.copy(), 7);
        counter.run();
        for (FaultPlan crash : FaultPlan.everyCrash(counter.io.mutations())) {
            MemoryFileIO store = prepared.copy();
            Process process = new Process(store, 7);
            process.io.plan(crash);
            process.run();
            assertThat(process.crashed).as(crash.toString()).isTrue();
            process.verify(crash.toString());
            nextProcessGoesOn(store, crash.toString());
        }
    }

    /** Several processes take turns, each call may fail; the ledger counts exactly what is visible. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void manyProcessesOnABadStore(long seed) {
        prepare();
        Random chance = new Random(seed);
        MemoryFileIO store = prepared.copy();
        CommitFixture view = table.through(store, ManualEnv.create(), seed);
        long unknown = 0;
        for (int i = 0; i < Integer.getInteger("simulation.commits", 40); i++) {
            FaultyFileIO io = new FaultyFileIO(store)
                    .plan(FaultPlan.random(
                            chance.nextLong(),
                            0.05,
                            Fault.FAIL_BEFORE,
                            Fault.FAIL_AFTER,
                            Fault.UNKNOWN_BEFORE,
                            Fault.UNKNOWN_AFTER,
                            Fault.CRASH_BEFORE,
                            Fault.CRASH_AFTER));
            CommitFixture process = table.through(io, ManualEnv.seeded(chance.nextLong()), 0);
            FileChanges changes = append(bucket, view.newFile(bucket, "f" + i + ".parquet"));
            boolean expected;
            try {
                CommitResult result = process.newCommit()
                        .commit(CommitRequest.of("u" + i, i, changes).withGuard(COUNTER));
                assertThat(result).isInstanceOf(CommitResult.Committed.class);
                expected = true;
            } catch (CommitOutcomeUnknownException | SimulatedCrash e) {
                unknown++;
                continue;
            } catch (TableException e) {
                expected = false;
            }
            assertThat(view.liveNames().contains("f" + i + ".parquet"))
                    .as("commit %s", i)
                    .isEqualTo(expected);
        }
        view.verify();
        List<Snapshot> all = view.snapshots.all();
        assertThat(unknown).isPositive();
        assertThat(all.stream().map(Snapshot::commitUser).filter(user -> user.startsWith("u")))
                .doesNotHaveDuplicates();
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).properties()).containsEntry("count", Integer.toString(i + 1));
        }
    }
}
