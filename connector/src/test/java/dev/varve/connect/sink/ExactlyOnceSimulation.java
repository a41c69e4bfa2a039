package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.connect.sink.SimulatedRecord.Kind;
import dev.varve.table.TableId;
import dev.varve.table.error.TableException;
import dev.varve.table.testing.ManualEnv;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * A group of tasks under a random history, all decided by one seed, over a fake engine, so that there can be many (the real engine is
 * in the package {@code simulation}): records arrive with gaps, bad ones among them, for one table
 * or several; tasks poll and commit in any order; partitions are revoked, lost, kept by zombies; processes crash; the store fails,
 * answers ambiguously or late; commits to the group get lost; foreign writers commit. After every step:
 *
 * <ol>
 *   <li>a row is in a table iff its offset is below the table's ledger (invariant 4 of the design), and it is there once;
 *   <li>below the group's offset every row has landed and every bad record was reported.
 * </ol>
 *
 * <p>When the faults end, everything lands; records of one key have sequence numbers in the order of their offsets; and idle tasks
 * make no snapshot.
 */
final class ExactlyOnceSimulation {
    private static final String LEDGER = "sim";
    private static final int MAX_FETCH = 5;

    private final Random random;
    private final ManualEnv env;
    private final FakeTables tables;
    private final SimulatedKafka kafka = new SimulatedKafka();
    private final Map<String, TableId> soleTables = new HashMap<>();
    private final Map<String, List<TableId>> tablesOfTopic = new HashMap<>();
    private final Map<Integer, SimulatedTask> tasks = new HashMap<>();
    private final List<SimulatedTask> zombies = new ArrayList<>();
    private final int taskCount;
    private final boolean keepsNames;
    private final boolean asksKafka;
    private final double badShare;
    private final Optional<Duration> commitInterval;
    private long tries;
    private int nextColumn;
    private boolean interleaving;

    ExactlyOnceSimulation(long seed) {
        random = new Random(seed);
        env = ManualEnv.seeded(seed);
        double faultShare = pick(List.of(0.0, 0.002, 0.02, 0.1));
        tables = new FakeTables(env, random, faultShare, this::interleave);
        taskCount = 2 + random.nextInt(3);
        keepsNames = random.nextInt(4) > 0;
        asksKafka = random.nextBoolean();
        badShare = pick(List.of(0.0, 0.05));
        commitInterval = random.nextBoolean() ? Optional.of(Duration.ofSeconds(5)) : Optional.empty();
        int topics = 1 + random.nextInt(3);
        for (int i = 0; i < topics; i++) {
            createTopic("topic" + i, i);
        }
    }

    private void createTopic(String topic, int number) {
        kafka.create(topic, 1 + random.nextInt(3));
        var ids = new ArrayList<TableId>();
        if (random.nextInt(3) > 0) {
            // Sometimes two topics feed one table.
            ids.add(table(random.nextInt(5) == 0 ? 0 : number));
            soleTables.put(topic, ids.get(0));
        } else {
            int fan = 2 + random.nextInt(2);
            for (int j = 0; j < fan; j++) {
                ids.add(table(number + j));
            }
        }
        tablesOfTopic.put(topic, ids);
    }

    private static TableId table(int number) {
        return new TableId("db", "t" + number);
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    void run(int steps) {
        rebalance();
        for (int i = 0; i < steps; i++) {
            step();
            check();
        }
        heal();
    }

    private void step() {
        int dice = random.nextInt(100);
        if (dice < 22) {
            produce();
        } else if (dice < 60) {
            anyTask().ifPresent(task -> task.poll(1 + random.nextInt(MAX_FETCH)));
        } else if (dice < 80) {
            anyTask().ifPresent(task -> task.commit(random.nextInt(5) > 0));
        } else if (dice < 85) {
            rebalance();
        } else if (dice < 88) {
            makeZombie();
        } else if (dice < 91) {
            zombieNotices();
        } else if (dice < 93) {
            crash();
        } else if (dice < 95) {
            tables.settle();
        } else if (dice < 96) {
            tables.foreignCommit(table(random.nextInt(4)));
        } else {
            env.advance(Duration.ofSeconds(random.nextInt(20)));
        }
        commitOnRequest();
        restartFailed();
    }

    private void commitOnRequest() {
        for (SimulatedTask task : allTasks()) {
            if (task.commitRequested()) {
                task.commit(true);
            }
        }
    }

    private void produce() {
        TopicPartition partition = pick(List.copyOf(sorted(kafka.partitions())));
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            if (random.nextInt(10) == 0) {
                kafka.gap(partition, 1 + random.nextInt(3));
            }
            kafka.append(
                    partition,
                    kind(),
                    pick(tablesOfTopic.get(partition.topic())),
                    partition + "/" + random.nextInt(2),
                    random.nextInt(40) == 0 ? Optional.of("c" + nextColumn++ % 5) : Optional.empty());
        }
    }

    private Kind kind() {
        if (random.nextDouble() < badShare) {
            return random.nextBoolean() ? Kind.BAD : Kind.UNREADABLE;
        }
        int dice = random.nextInt(20);
        return dice == 0 ? Kind.FILTERED : dice == 1 ? Kind.SKIPPED : dice == 2 ? Kind.NO_CHANGE : Kind.ROW;
    }

    private static Set<TopicPartition> sorted(Collection<TopicPartition> partitions) {
        var sorted = new TreeSet<>(SimulatedTask.COMPARING_PARTITIONS);
        sorted.addAll(partitions);
        return sorted;
    }

    private List<SimulatedTask> allTasks() {
        var all = new ArrayList<SimulatedTask>();
        for (int i = 0; i < taskCount; i++) {
            if (tasks.containsKey(i)) {
                all.add(tasks.get(i));
            }
        }
        all.addAll(zombies);
        all.removeIf(task -> !task.isAlive());
        return all;
    }

    private Optional<SimulatedTask> anyTask() {
        List<SimulatedTask> all = allTasks();
        return all.isEmpty() ? Optional.empty() : Optional.of(pick(all));
    }

    /** Called by the store in the middle of a commit: another task may get in between. */
    private void interleave() {
        if (interleaving || random.nextInt(8) > 0) {
            return;
        }
        interleaving = true;
        try {
            List<SimulatedTask> others = allTasks();
            others.removeIf(SimulatedTask::isBusy);
            if (!others.isEmpty()) {
                pick(others).commit(true);
            }
        } finally {
            interleaving = false;
        }
    }

    /** Gives every partition to a random task; missing tasks are started. */
    private void rebalance() {
        for (int i = 0; i < taskCount; i++) {
            tasks.computeIfAbsent(i, this::start);
        }
        Map<Integer, Set<TopicPartition>> wanted = new HashMap<>();
        for (int i = 0; i < taskCount; i++) {
            wanted.put(i, sorted(Set.of()));
        }
        // Mostly a few partitions move, as in practice.
        boolean shuffle = random.nextInt(3) == 0;
        for (TopicPartition partition : sorted(kafka.partitions())) {
            Optional<Integer> owner = owner(partition);
            boolean moves = shuffle || owner.isEmpty() || random.nextInt(4) == 0;
            wanted.get(moves ? random.nextInt(taskCount) : owner.get()).add(partition);
        }
        boolean cooperative = random.nextBoolean();
        boolean lost = random.nextInt(5) == 0;
        for (int i = 0; i < taskCount; i++) {
            SimulatedTask task = tasks.get(i);
            Set<TopicPartition> going = sorted(task.assigned());
            if (cooperative) {
                going.removeAll(wanted.get(i));
            }
            task.poll(lost ? Set.of() : going, lost ? going : Set.of(), Set.of(), random.nextInt(MAX_FETCH));
        }
        for (int i = 0; i < taskCount; i++) {
            SimulatedTask task = tasks.get(i);
            Set<TopicPartition> coming = wanted.get(i);
            coming.removeAll(task.assigned());
            task.poll(Set.of(), Set.of(), coming, random.nextInt(MAX_FETCH));
        }
    }

    private Optional<Integer> owner(TopicPartition partition) {
        return tasks.entrySet().stream()
                .filter(entry -> entry.getValue().assigned().contains(partition))
                .map(Map.Entry::getKey)
                .findAny();
    }

    /** A task does not notice that the group has given its partitions to others. */
    private void makeZombie() {
        int number = random.nextInt(taskCount);
        if (zombies.size() < 2) {
            SimulatedTask zombie = tasks.remove(number);
            zombie.becomesZombie();
            zombies.add(zombie);
            rebalance();
        }
    }

    private void zombieNotices() {
        if (zombies.isEmpty()) {
            return;
        }
        SimulatedTask zombie = zombies.remove(random.nextInt(zombies.size()));
        if (random.nextBoolean()) {
            zombie.poll(Set.of(), zombie.assigned(), Set.of(), 0);
        }
        zombie.stop();
    }

    private void crash() {
        tasks.remove(random.nextInt(taskCount)).crash();
        rebalance();
    }

    /** The operator restarts tasks that have failed, which only the store may be a reason for. */
    private void restartFailed() {
        zombies.forEach(this::requireHonestFailure);
        zombies.removeIf(task -> !task.isAlive());
        while (tasks.values().stream().anyMatch(task -> !task.isAlive())) {
            tasks.values().forEach(this::requireHonestFailure);
            tasks.values().removeIf(task -> !task.isAlive());
            rebalance();
        }
    }

    private void requireHonestFailure(SimulatedTask task) {
        task.failure().ifPresent(failure -> {
            Throwable cause = failure;
            while (cause != null && !(cause instanceof TableException)) {
                cause = cause.getCause();
            }
            if (cause == null) {
                throw failure;
            }
        });
    }

    private Set<TableId> tableIds() {
        var ids = new HashSet<TableId>();
        tablesOfTopic.values().forEach(ids::addAll);
        return ids;
    }

    private void check() {
        for (TableId id : tableIds()) {
            Set<String> ids = new HashSet<>();
            for (FakeTables.VisibleRow row : tables.rows(id)) {
                if (!ids.add(row.id())) {
                    throw new AssertionError(row + " is twice in " + id);
                }
            }
            check(id, ids, tables.ledger(id, LEDGER));
        }
    }

    private void check(TableId id, Set<String> landed, Ledger ledger) {
        int rows = 0;
        for (TopicPartition partition : kafka.partitions()) {
            long next = ledger.find(partition).orElse(0);
            long committed = kafka.committed(partition).orElse(0L);
            for (SimulatedRecord record : kafka.records(partition)) {
                if (!record.table().equals(id)) {
                    continue;
                }
                if (record.kind() == Kind.ROW) {
                    boolean there = landed.contains(record.id());
                    rows += there ? 1 : 0;
                    if (there != record.offset() < next) {
                        throw new AssertionError(
                                record + (there ? " is" : " is not") + " in the table, ledger " + ledger);
                    }
                    if (record.offset() < committed && !there) {
                        throw new AssertionError(record + " has not landed, but the group is at " + committed);
                    }
                } else if (record.kind() == Kind.BAD || record.kind() == Kind.UNREADABLE) {
                    boolean done = record.offset() < committed || record.kind() == Kind.BAD && record.offset() < next;
                    if (done && !kafka.reported().contains(record.id())) {
                        throw new AssertionError(
                                record + " was not reported, group at " + committed + ", ledger " + ledger);
                    }
                }
            }
        }
        if (rows != landed.size()) {
            throw new AssertionError(id + " has rows that came from nowhere: " + landed);
        }
    }

    /** Faults end; everything must land, in order, and then nothing must happen any more. */
    private void heal() {
        tables.stopFaults();
        tables.settle();
        for (int round = 0; round < MAX_ROUNDS && !allLanded(); round++) {
            round();
            check();
        }
        assertThat(allLanded())
                .as("everything lands within %s rounds", MAX_ROUNDS)
                .isTrue();
        round();
        // Ledgers that others' snapshots bury are carried forward once; that is the last thing to happen.
        env.advance(Duration.ofMinutes(5));
        round();
        checkOrder();
        Map<TableId, Integer> before = snapshotCounts();
        round();
        round();
        assertThat(snapshotCounts()).as("idle tasks make no snapshot").isEqualTo(before);
        tasks.values().forEach(SimulatedTask::stop);
        check();
    }

    private static final int MAX_ROUNDS = 300;

    private void round() {
        for (SimulatedTask task : allTasks()) {
            task.poll(MAX_FETCH);
            task.commit(true);
        }
        restartFailed();
        env.advance(Duration.ofSeconds(15));
    }

    private boolean allLanded() {
        for (TopicPartition partition : kafka.partitions()) {
            for (SimulatedRecord record : kafka.records(partition)) {
                if (record.kind() == Kind.ROW
                        && tables.ledger(record.table(), LEDGER).find(partition).orElse(0) <= record.offset()) {
                    return false;
                }
            }
        }
        return true;
    }

    private Map<TableId, Integer> snapshotCounts() {
        var counts = new HashMap<TableId, Integer>();
        tableIds().forEach(id -> counts.put(id, tables.snapshots(id)));
        return counts;
    }

    private void checkOrder() {
        for (TableId id : tableIds()) {
            Map<String, List<FakeTables.VisibleRow>> byKey = new HashMap<>();
            tables.rows(id)
                    .forEach(row -> byKey.computeIfAbsent(row.key(), key -> new ArrayList<>())
                            .add(row));
            byKey.values().forEach(rows -> {
                rows.sort(Comparator.comparingLong(FakeTables.VisibleRow::offset));
                for (int i = 1; i < rows.size(); i++) {
                    assertThat(rows.get(i).sequence())
                            .as("sequence number of %s after %s", rows.get(i), rows.get(i - 1))
                            .isGreaterThan(rows.get(i - 1).sequence());
                }
            });
        }
    }

    private SimulatedTask start(int number) {
        boolean keeps = keepsNames;
        return new SimulatedTask(
                kafka,
                context -> new TaskSink(
                        new TaskSettings(
                                LEDGER,
                                number,
                                taskCount,
                                LEDGER,
                                commitInterval,
                                false,
                                keeps,
                                new RetryLimits(Duration.ofSeconds(25), Duration.ofSeconds(1), Duration.ofSeconds(10))),
                        tables.open(),
                        new SimulatedTranslator(soleTables, () -> tries++),
                        context,
                        asksKafka ? kafka : KafkaLog.UNKNOWN,
                        env,
                        new TaskMetrics(),
                        MetricBeans.none()));
    }
}
