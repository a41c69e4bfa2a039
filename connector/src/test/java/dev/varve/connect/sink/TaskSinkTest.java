package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.connect.sink.SimulatedRecord.Kind;
import dev.varve.table.FakeWarehouse;
import dev.varve.table.FakeWarehouse.Creation;
import dev.varve.table.FakeWarehouse.Faults;
import dev.varve.table.TableId;
import dev.varve.table.row.Row;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.ManualEnv;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The task's protocol step by step, over the fake engine; named cases are from the collection of inputs that broke others. */
class TaskSinkTest {
    private static final TopicPartition P0 = new TopicPartition("orders", 0);
    private static final TopicPartition P1 = new TopicPartition("orders", 1);
    private static final TopicPartition P2 = new TopicPartition("orders", 2);
    private static final TableId T = new TableId("db", "orders");
    private static final TableId U = new TableId("db", "other");
    private static final int FAILURES = 4;
    private static final Duration RETRY_TIMEOUT = Duration.ofMinutes(6);

    private final ManualEnv env = ManualEnv.create();
    private final SimulatedKafka kafka = new SimulatedKafka();
    private final FakeWarehouse.Store store = new FakeWarehouse.Store();
    private final Plan plan = new Plan();
    private final Map<String, TableId> soleTables = new HashMap<>(Map.of("orders", T));
    private final TaskMetrics metrics = new TaskMetrics();
    private KafkaLog kafkaLog = KafkaLog.UNKNOWN;
    private boolean accept;
    private boolean keepsNames = true;
    private Optional<Duration> commitInterval = Optional.empty();
    private long tries;

    /** Faults in the order in which they are to happen. */
    private static final class Plan implements Faults {
        private final Deque<Creation> creations = new ArrayDeque<>();
        private int failingPrepares;
        private int failingWrites;
        private int failingReads;
        private int rowsInMemory = Integer.MAX_VALUE;
        private String tooLarge = "";
        private Runnable beforeCreate = () -> {};

        @Override
        public boolean isTooLarge(Row row, int bufferedRows) {
            String id = row.stringAt(SimulatedTranslator.ID).toString();
            return bufferedRows >= rowsInMemory || id.equals(tooLarge);
        }

        @Override
        public void onPrepare() {
            if (failingPrepares > 0) {
                failingPrepares--;
                throw FakeWarehouse.transientFailure("prepare");
            }
        }

        @Override
        public void onRead() {
            if (failingReads > 0) {
                failingReads--;
                throw FakeWarehouse.transientFailure("read");
            }
        }

        @Override
        public void onWrite() {
            if (failingWrites > 0) {
                failingWrites--;
                throw FakeWarehouse.transientFailure("write");
            }
        }

        @Override
        public void beforeCreate() {
            Runnable now = beforeCreate;
            beforeCreate = () -> {};
            now.run();
        }

        @Override
        public Creation creation() {
            return creations.isEmpty() ? Creation.MADE : creations.remove();
        }
    }

    @BeforeEach
    void createTopics() {
        kafka.create("orders", 3);
    }

    private SimulatedTask task(TopicPartition... partitions) {
        return task(plan, partitions);
    }

    private SimulatedTask task(Faults faults, TopicPartition... partitions) {
        var task = new SimulatedTask(
                kafka,
                context -> new TaskSink(
                        new TaskSettings(
                                "lake",
                                0,
                                1,
                                "lake",
                                commitInterval,
                                accept,
                                keepsNames,
                                new RetryLimits(RETRY_TIMEOUT, Duration.ofSeconds(1), Duration.ofSeconds(8))),
                        new FakeWarehouse(store, env, faults),
                        new SimulatedTranslator(soleTables, () -> tries++),
                        context,
                        kafkaLog,
                        env,
                        metrics,
                        MetricBeans.none()));
        task.poll(Set.of(), Set.of(), Set.of(partitions), 0);
        return task;
    }

    private void rows(TopicPartition partition, int count) {
        for (int i = 0; i < count; i++) {
            kafka.row(partition, T);
        }
    }

    /** Ids of the rows in a table, in the order of commits. */
    private List<String> landed(TableId table) {
        return store.rows(table).stream()
                .map(stored -> stored.row().stringAt(SimulatedTranslator.ID).toString())
                .toList();
    }

    private List<String> ids(TopicPartition partition) {
        return kafka.records(partition).stream()
                .filter(record -> record.kind() == Kind.ROW)
                .map(SimulatedRecord::id)
                .toList();
    }

    private Ledger ledger(TableId table) {
        Snapshot latest = store.latest(table).orElseThrow();
        return Ledger.parse(latest.properties().get(Ledger.property("lake")), "test");
    }

    /** Polls until a pause after a failure is over. */
    private void pollThrough(SimulatedTask task) {
        for (int i = 0; i < 10 && task.isAlive(); i++) {
            task.poll(100);
            env.advance(Duration.ofSeconds(10));
        }
    }

    @Test
    void rowsAndOffsetsBecomeVisibleInOneStep() {
        SimulatedTask task = task(P0, P1);
        rows(P0, 3);
        rows(P1, 2);
        task.poll(100);
        assertThat(store.latest(T)).isEmpty();
        task.commit();
        assertThat(landed(T)).hasSize(5);
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 3L, P1, 2L)));
        assertThat(kafka.committed(P0)).contains(3L);
    }

    @Test
    void caseS01TransformRenamesTheTopic() {
        keepsNames = false;
        rows(P0, 1);
        rows(P1, 1);
        SimulatedTask task = task(P0, P1).renaming(topic -> "lake." + topic);
        task.poll(100);
        task.commit();
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 1L, P1, 1L)));
        assertThat(kafka.committed(P0)).contains(1L);
        assertThat(kafka.committed(P1)).contains(1L);
        task.stop();

        SimulatedTask again = task(P0, P1).renaming(topic -> "lake." + topic);
        again.poll(100);
        again.commit();
        assertThat(landed(T)).hasSize(2);
    }

    @Test
    void caseS02TheVeryFirstBatchFails() {
        SimulatedTask task = task(P0);
        rows(P0, 100);
        plan.failingPrepares = 1;
        task.poll(100);
        task.commit();
        rows(P0, 100);
        assertThat(kafka.committed(P0))
                .as("nothing has landed, nothing is committed")
                .isEmpty();
        pollThrough(task);
        task.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0)).hasSize(200);
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 200L)));
    }

    @Test
    void theVeryFirstRecordFails() {
        SimulatedTask task = task(P0);
        rows(P0, 4);
        plan.failingWrites = 1;
        task.poll(4);
        assertThat(metrics.getNotExpected())
                .as("the rest of the batch is not taken")
                .isEqualTo(3);
        task.commit();
        pollThrough(task);
        task.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void caseS03IdleTasksMakeNoSnapshotsAndASingleRecordIsCommitted() {
        SimulatedTask first = task(P0);
        SimulatedTask second = task(P1);
        SimulatedTask third = task(P2);
        for (int minute = 0; minute < 3; minute++) {
            rows(P0, 1);
            List.of(first, second, third).forEach(task -> {
                task.poll(100);
                task.commit();
            });
            assertThat(landed(T)).hasSize(minute + 1);
        }
        int snapshots = store.snapshots(T).size();
        for (int interval = 0; interval < 10; interval++) {
            List.of(first, second, third).forEach(task -> {
                task.poll(100);
                task.commit();
            });
        }
        assertThat(store.snapshots(T)).hasSize(snapshots).hasSize(3);

        rows(P2, 1);
        third.poll(100);
        third.commit();
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 3L, P2, 1L)));
    }

    @Test
    void caseS04aKilledAfterDataFilesWereWritten() {
        SimulatedTask task = task(P0);
        rows(P0, 3);
        plan.creations.add(Creation.FAILED);
        task.poll(100);
        task.commit();
        task.crash();
        SimulatedTask again = task(P0);
        again.poll(100);
        again.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void caseS04cKilledAfterTheSnapshotBeforeKafkaLearnsTheOffsets() {
        SimulatedTask task = task(P0);
        rows(P0, 3);
        task.poll(100);
        task.commit(false);
        task.crash();
        assertThat(kafka.committed(P0)).isEmpty();

        SimulatedTask again = task(P0);
        assertThat(again.position(P0)).as("starts from the snapshot's offsets").isEqualTo(3);
        rows(P0, 1);
        again.poll(100);
        again.commit();
        assertThat(metrics.getSkippedLanded()).as("nothing was read again").isZero();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void whereTheTableIsKnownOnlyFromRecordsTheyAreReadAgainAndSkipped() {
        soleTables.clear();
        SimulatedTask task = task(P0);
        rows(P0, 3);
        kafka.append(P0, Kind.ROW, U, "k", Optional.empty());
        task.poll(100);
        task.commit(false);
        task.crash();

        SimulatedTask again = task(P0);
        assertThat(again.position(P0)).isZero();
        again.poll(100);
        again.commit();
        assertThat(metrics.getSkippedLanded()).isEqualTo(4);
        assertThat(landed(T)).hasSize(3);
        assertThat(landed(U)).hasSize(1);
        assertThat(kafka.committed(P0)).contains(4L);
    }

    @Test
    void caseS05TopicRecreatedFails() {
        SimulatedTask task = task(P0);
        kafka.gap(P0, 9_999);
        rows(P0, 1);
        task.poll(100);
        task.commit();
        task.stop();
        kafka.recreate("orders");
        rows(P0, 20);

        SimulatedTask again = task(P0);
        again.poll(100);
        assertThat(again.failure().orElseThrow())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("orders-0")
                .hasMessageContaining("10000")
                .hasMessageContaining("offset.mismatch.policy");
        assertThat(landed(T)).hasSize(1);
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 10_000L)));
    }

    @Test
    void caseS05TopicRecreatedAndAcceptedIsReadOnce() {
        SimulatedTask task = task(P0);
        kafka.gap(P0, 9_999);
        rows(P0, 1);
        task.poll(100);
        task.commit();
        task.stop();
        kafka.recreate("orders");
        rows(P0, 20);

        accept = true;
        SimulatedTask again = task(P0);
        plan.creations.add(Creation.FAILED);
        again.poll(100);
        again.commit();
        pollThrough(again);
        again.commit();
        assertThat(landed(T)).hasSize(21);
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 20L)));
        assertThat(metrics.getMismatchesAccepted()).isEqualTo(1);
    }

    @Test
    void aTopicRecreatedUnderARunningTaskIsNoticed() {
        accept = true;
        SimulatedTask task = task(P0);
        rows(P0, 5);
        task.poll(100);
        kafka.recreate("orders");
        rows(P0, 2);
        task.poll(100);
        task.poll(100);
        task.commit();
        assertThat(landed(T)).as("five of the old life, two of the new").hasSize(7);
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 2L)));
    }

    @Test
    void caseS06TransientFailuresAreTriedAgainAndNothingIsLost() {
        SimulatedTask task = task(P0);
        rows(P0, 3);
        for (int i = 0; i < FAILURES - 1; i++) {
            plan.creations.add(Creation.FAILED);
        }
        for (int i = 0; i < FAILURES - 1; i++) {
            task.poll(100);
            task.commit();
            assertThat(kafka.committed(P0)).isEmpty();
            pollThrough(task);
        }
        task.commit();
        assertThat(task.isAlive()).isTrue();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
        assertThat(kafka.committed(P0)).contains(3L);
    }

    @Test
    void caseS06AStoreThatStaysAwayEndsTheTask() {
        SimulatedTask task = task(P0);
        rows(P0, 3);
        plan.failingPrepares = Integer.MAX_VALUE;
        for (int i = 0; i <= FAILURES; i++) {
            pollThrough(task);
            task.commit();
        }
        assertThat(task.isAlive()).as("preCommit itself throws nothing").isTrue();
        task.poll(100);
        assertThat(task.failure().orElseThrow())
                .hasMessageContaining("db.orders")
                .hasMessageContaining("gave up after " + (FAILURES + 1))
                .hasMessageContaining("retry.timeout.ms=360000");
        assertThat(kafka.committed(P0)).isEmpty();

        plan.failingPrepares = 0;
        SimulatedTask again = task(P0);
        again.poll(100);
        again.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void caseS06AnErrorAfterTheStoreKeptTheSnapshotIsRecognised() {
        SimulatedTask task = task(P0);
        rows(P0, 3);
        plan.creations.add(Creation.UNKNOWN_MADE);
        task.poll(100);
        task.commit();
        assertThat(kafka.committed(P0)).as("it has landed").contains(3L);
        rows(P0, 1);
        task.poll(100);
        task.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void aCreationThatArrivesLateFencesTheSecondTry() {
        SimulatedTask task = task(P0);
        rows(P0, 3);
        plan.creations.add(Creation.UNKNOWN_MADE_LATE);
        task.poll(100);
        task.commit();
        pollThrough(task);
        store.settle();
        task.commit();
        assertThat(metrics.getFenced()).isEqualTo(1);
        pollThrough(task);
        task.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void caseS07TableDroppedAndCreatedAnewBeforeItsFirstCommit() {
        SimulatedTask task = task(P0);
        rows(P0, 3);
        task.poll(100);
        store.drop(T);
        env.advance(Duration.ofSeconds(1));
        SimulatedTask other = task(P1);
        rows(P1, 1);
        other.poll(100);
        other.commit();

        task.commit();
        task.poll(100);
        assertThat(task.failure().orElseThrow()).hasMessageContaining("db.orders");
        assertThat(landed(T)).containsExactlyElementsOf(ids(P1));
    }

    @Test
    void caseS07TableDroppedAndCreatedAnewAfterACommit() {
        SimulatedTask task = task(P0);
        rows(P0, 3);
        task.poll(100);
        task.commit();
        rows(P0, 1);
        task.poll(100);
        store.drop(T);
        env.advance(Duration.ofSeconds(1));
        SimulatedTask other = task(P1);
        rows(P1, 1);
        other.poll(100);
        other.commit();

        task.commit();
        task.poll(100);
        assertThat(task.failure().orElseThrow())
                .hasMessageContaining("db.orders")
                .hasMessageContaining("snapshot 1")
                .hasMessageContaining("created anew");
        assertThat(landed(T)).containsExactlyElementsOf(ids(P1));
    }

    @Test
    void aTableRolledBackIsFilledAgainIfThatIsAccepted() {
        accept = true;
        SimulatedTask task = task(P0);
        for (int i = 0; i < 3; i++) {
            rows(P0, 2);
            task.poll(100);
            task.commit();
        }
        store.rollback(T, 1);
        assertThat(landed(T)).hasSize(2);
        rows(P0, 1);
        task.poll(100);
        task.commit();
        pollThrough(task);
        task.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0)).hasSize(7);
    }

    @Test
    void aZombieNeverCommits() {
        SimulatedTask zombie = task(P0);
        rows(P0, 3);
        zombie.poll(100);
        zombie.becomesZombie();
        SimulatedTask owner = task(P0);
        owner.poll(100);
        owner.commit();

        zombie.commit();
        assertThat(metrics.getFenced()).isEqualTo(1);
        zombie.poll(100);
        zombie.poll(100);
        zombie.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void aRivalThatCommitsBetweenGuardAndCreationFencesTheSecondAttempt() {
        SimulatedTask slow = task(P0);
        rows(P0, 3);
        slow.poll(100);
        SimulatedTask fast = task(Faults.NONE, P0);
        fast.poll(100);
        plan.beforeCreate = fast::commit;
        slow.commit();
        assertThat(metrics.getFenced()).isEqualTo(1);
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void oneTableFailingMovesNoOtherTableAndHoldsItsPartitionsBack() {
        soleTables.clear();
        SimulatedTask task = task(P0, P1);
        kafka.row(P0, U);
        kafka.row(P0, T);
        kafka.row(P1, U);
        task.poll(100);
        // Tables commit in the order in which they were opened: the second creation is T's.
        plan.creations.add(Creation.MADE);
        plan.creations.add(Creation.FAILED);
        task.commit();
        assertThat(landed(U)).hasSize(2);
        assertThat(store.latest(T)).isEmpty();
        assertThat(kafka.committed(P0)).isEmpty();
        assertThat(kafka.committed(P1)).contains(1L);
        pollThrough(task);
        task.commit();
        assertThat(landed(U)).hasSize(2);
        assertThat(landed(T)).hasSize(1);
        assertThat(kafka.committed(P0)).contains(2L);
    }

    @Test
    void lostPartitionsTakeAllBuffersWithThem() {
        SimulatedTask task = task(P0, P1);
        rows(P0, 2);
        rows(P1, 2);
        task.poll(100);
        task.poll(Set.of(), Set.of(P1), Set.of(), 100);
        task.poll(100);
        task.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 2L)));
    }

    @Test
    void revokedPartitionsAreCommittedAndTheOthersCarryOn() {
        SimulatedTask task = task(P0, P1);
        rows(P0, 2);
        rows(P1, 2);
        task.poll(100);
        task.poll(Set.of(P1), Set.of(), Set.of(), 100);
        assertThat(landed(T)).hasSize(4);
        assertThat(kafka.committed(P1)).contains(2L);
        rows(P0, 1);
        task.poll(100);
        task.commit();
        assertThat(landed(T)).hasSize(5);
    }

    @Test
    void aFailedCommitDuringARevocationSendsOnlyTheKeptPartitionsBack() {
        SimulatedTask task = task(P0, P1);
        rows(P0, 2);
        rows(P1, 2);
        task.poll(100);
        plan.creations.add(Creation.FAILED);
        task.poll(Set.of(P1), Set.of(), Set.of(), 100);
        assertThat(task.failure()).isEmpty();
        assertThat(kafka.committed(P1)).isEmpty();
        pollThrough(task);
        task.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
        assertThat(task.paused()).isEmpty();
    }

    @Test
    void badRecordsAreReportedOnceAndCoveredByAnEmptyCommit() {
        SimulatedTask task = task(P0);
        kafka.append(P0, Kind.BAD, T, "k", Optional.empty());
        rows(P0, 1);
        task.poll(100);
        task.commit();
        kafka.append(P0, Kind.BAD, T, "k", Optional.empty());
        kafka.append(P0, Kind.UNREADABLE, T, "k", Optional.empty());
        task.poll(100);
        task.commit();
        assertThat(kafka.reported()).hasSize(3);
        assertThat(store.snapshots(T)).as("the second one without a row").hasSize(2);
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 4L)));
    }

    @Test
    void recordsOfNoTableMakeNoSnapshotAndMoveTheGroup() {
        SimulatedTask task = task(P0);
        kafka.append(P0, Kind.SKIPPED, T, "k", Optional.empty());
        kafka.append(P0, Kind.FILTERED, T, "k", Optional.empty());
        task.poll(100);
        task.commit();
        assertThat(kafka.committed(P0)).contains(2L);
        assertThat(store.latest(T)).isEmpty();
        assertThat(metrics.getSkippedByReason()).isEqualTo(Map.of("noise", 1L));
    }

    @Test
    void aSchemaChangeCommitsWhatIsBufferedFirst() {
        SimulatedTask task = task(P0);
        rows(P0, 2);
        kafka.append(P0, Kind.ROW, T, "k", Optional.of("colour"));
        rows(P0, 1);
        task.poll(100);
        assertThat(ledger(T)).as("up to the record that needs the column").isEqualTo(Ledger.of(Map.of(P0, 2L)));
        task.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void caseS10TruncateDeletesWhatWasThere() {
        SimulatedTask task = task(P0);
        rows(P0, 2);
        kafka.append(P0, Kind.TRUNCATE, T, "k", Optional.empty());
        rows(P0, 1);
        task.poll(100);
        task.commit();
        List<String> rows = store.rows(T).stream()
                .map(stored -> stored.row().kind().shortName() + stored.row().stringAt(SimulatedTranslator.ID))
                .toList();
        assertThat(rows)
                .containsExactly("+Iorders-0@0", "+Iorders-0@1", "-Dorders-0@0", "-Dorders-0@1", "+Iorders-0@3");
    }

    @Test
    void commitsAreAskedForWhenSomethingHasWaitedForTheInterval() {
        commitInterval = Optional.of(Duration.ofSeconds(5));
        SimulatedTask task = task(P0);
        task.poll(100);
        env.advance(Duration.ofSeconds(60));
        task.poll(100);
        assertThat(task.commitRequested()).as("nothing waits").isFalse();
        rows(P0, 1);
        task.poll(100);
        assertThat(task.commitRequested()).isFalse();
        assertThat(task.timeout()).isEqualTo(5_000);
        env.advance(Duration.ofSeconds(5));
        task.poll(100);
        assertThat(task.commitRequested()).isTrue();
    }

    @Test
    void partitionsArePausedWhileATableRecovers() {
        SimulatedTask task = task(P0);
        rows(P0, 1);
        plan.failingPrepares = 1;
        task.poll(100);
        task.commit();
        task.poll(100);
        assertThat(task.paused()).containsExactly(P0);
        env.advance(Duration.ofSeconds(10));
        task.poll(100);
        assertThat(task.paused()).isEmpty();
        task.poll(100);
        task.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void partitionsThatComeToATaskWithRowsInItsBuffersCommitThemFirst() {
        SimulatedTask task = task(P0);
        rows(P0, 1);
        rows(P1, 1);
        task.poll(100);
        task.poll(Set.of(), Set.of(), Set.of(P1), 100);
        assertThat(landed(T)).as("committed before the ledger was read for P1").hasSize(1);
        task.commit();
        assertThat(landed(T)).hasSize(2);
    }

    @Test
    void foreignSnapshotsOnTopDoNotHideTheLedger() {
        SimulatedTask task = task(P0);
        rows(P0, 2);
        task.poll(100);
        task.commit(false);
        store.foreignCommit(T, env);
        task.crash();
        SimulatedTask again = task(P0);
        assertThat(again.position(P0)).isEqualTo(2);
    }

    @Test
    void aLedgerThatOthersBuryIsCarriedForward() {
        SimulatedTask task = task(P0);
        rows(P0, 2);
        task.poll(100);
        task.commit();
        for (int i = 0; i < LedgerWatch.FOREIGN_SNAPSHOTS - 1; i++) {
            store.foreignCommit(T, env);
        }
        env.advance(Duration.ofMinutes(2));
        task.commit();
        assertThat(store.latest(T).orElseThrow().properties()).isEmpty();
        store.foreignCommit(T, env);
        task.commit();
        assertThat(store.latest(T).orElseThrow().properties())
                .as("looks only now and then")
                .isEmpty();
        env.advance(Duration.ofMinutes(2));
        task.commit();
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 2L)));

        store.expireBelow(T, store.latest(T).orElseThrow().id());
        rows(P0, 1);
        task.poll(100);
        task.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void aLedgerThatCannotBeReadWhenPartitionsComeIsWaitedFor() {
        SimulatedTask task = task(P0);
        rows(P0, 2);
        task.poll(100);
        task.commit(false);
        task.crash();
        plan.failingReads = 1;
        SimulatedTask again = task(P0);
        assertThat(again.position(P0)).isZero();
        rows(P0, 1);
        again.poll(100);
        again.commit();
        assertThat(landed(T)).as("of what is not known to be new").hasSize(2);
        env.advance(Duration.ofSeconds(10));
        again.poll(100);
        again.poll(100);
        again.commit();
        assertThat(metrics.getSkippedLanded()).isEqualTo(2);
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    @Test
    void aLedgerThatIsNowhereMeansStartingFromTheGroupsOffsets() {
        SimulatedTask task = task(P0);
        rows(P0, 2);
        task.poll(100);
        task.commit();
        task.stop();
        store.foreignCommit(T, env);
        store.expireBelow(T, 2);
        SimulatedTask again = task(P0);
        assertThat(again.position(P0)).isEqualTo(2);
        rows(P0, 1);
        again.poll(100);
        again.commit();
        assertThat(landed(T)).containsExactlyElementsOf(ids(P0));
    }

    /** Lands ten rows of P0 and takes the topic's records below {@code logStart} away. */
    private void landTenAndExpireBelow(long logStart, int unread) {
        SimulatedTask task = task(P0);
        rows(P0, 10);
        task.poll(100);
        task.commit();
        task.stop();
        rows(P0, unread);
        kafka.expireBelow(P0, logStart);
        kafkaLog = kafka;
    }

    @Test
    void caseS05RecordsThatExpiredBeforeTheyLandedEndTheTaskAtOpen() {
        landTenAndExpireBelow(15, 10);
        SimulatedTask again = task(P0);
        assertThat(again.failure().orElseThrow())
                .hasMessageContaining("offsets 10 to 14 of orders-0")
                .hasMessageContaining("offset.mismatch.policy=accept");
        assertThat(metrics.getLedgerGaps()).isZero();
    }

    @Test
    void caseS05AcceptedItGoesOnAfterTheGapAndCountsIt() {
        landTenAndExpireBelow(15, 10);
        accept = true;
        SimulatedTask again = task(P0);
        assertThat(again.position(P0)).isEqualTo(15);
        again.poll(100);
        again.commit();
        assertThat(metrics.getLedgerGaps()).isEqualTo(1);
        assertThat(metrics.getLedgerGapOffsets()).isEqualTo(5);
        assertThat(landed(T)).hasSize(15);
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 20L)));
    }

    @Test
    void whatExpiredAfterItLandedIsNoGap() {
        landTenAndExpireBelow(10, 5);
        SimulatedTask again = task(P0);
        assertThat(again.position(P0)).isEqualTo(10);
        assertThat(again.failure()).isEmpty();
    }

    @Test
    void whereBrokersCannotBeAskedTheFirstRecordShowsTheGap() {
        landTenAndExpireBelow(15, 10);
        kafkaLog = KafkaLog.UNKNOWN;
        SimulatedTask again = task(P0);
        again.poll(100);
        assertThat(metrics.getStartGapOffsets()).isEqualTo(5);
        assertThat(again.failure()).isEmpty();
    }

    @Test
    void caseS05TopicRecreatedFailsAtOpenNamingBothOffsets() {
        landTenAndExpireBelow(0, 0);
        kafka.recreate("orders");
        rows(P0, 3);
        SimulatedTask again = task(P0);
        assertThat(again.failure().orElseThrow())
                .hasMessageContaining("orders-0 ends at offset 3")
                .hasMessageContaining("up to offset 10");
        accept = true;
        SimulatedTask accepted = task(P0);
        accepted.poll(100);
        accepted.commit();
        assertThat(landed(T)).hasSize(13);
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 3L)));
    }

    @Test
    void fullBuffersAreCommittedAndOnlyARowTooLargeByItselfIsBad() {
        SimulatedTask task = task(P0);
        rows(P0, 7);
        plan.rowsInMemory = 2;
        plan.tooLarge = "orders-0@5";
        task.poll(100);
        task.commit();
        assertThat(landed(T))
                .containsExactly("orders-0@0", "orders-0@1", "orders-0@2", "orders-0@3", "orders-0@4", "orders-0@6");
        assertThat(kafka.reported()).containsExactly("orders-0@5");
        assertThat(ledger(T)).isEqualTo(Ledger.of(Map.of(P0, 7L)));
    }
}
