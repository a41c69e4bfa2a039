package dev.varve.connect.simulation;

import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.connect.sink.KafkaLog;
import dev.varve.connect.sink.RetryLimits;
import dev.varve.connect.sink.SimulatedKafka;
import dev.varve.connect.sink.SimulatedTask;
import dev.varve.connect.sink.TaskSettings;
import dev.varve.connect.sink.TaskSink;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.error.StorageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/** The tasks of one connector: they start, are given partitions, lose them, become zombies, die, fail and are started again. */
final class Connector {
    private static final int MAX_FETCH = 4;
    private static final int EVERYTHING = 1_000;
    private static final int MAX_ZOMBIES = 2;

    private final World world;
    private final Source source;
    private final Landscape landscape;
    private final int taskCount;
    private final boolean keepsNames;
    private final boolean asksKafka;
    private final Optional<Duration> commitInterval;
    private final List<Member> members = new ArrayList<>();
    private final List<Member> zombies = new ArrayList<>();
    private final List<TaskMetrics> metricsOfAll = new ArrayList<>();
    /** Whether offsets have come to contradict each other. */
    private boolean mismatched;

    /** Whether somebody may land what is this connector's, and no rebalance tells it. */
    private boolean overtaken;

    /** Whether a task may find in the middle of something that its table is not there any more. */
    private boolean droppedUnderTasks;

    private boolean acceptsMismatch;
    private boolean awaitsRestart;

    Connector(World world, Source source, Landscape landscape) {
        this.world = world;
        this.source = source;
        this.landscape = landscape;
        taskCount = 1 + world.random().nextInt(3);
        keepsNames = !world.oneIn(4);
        asksKafka = world.random().nextBoolean();
        if (asksKafka) {
            source.kafka().withTopicIds();
        }
        commitInterval = world.random().nextBoolean() ? Optional.of(Duration.ofSeconds(5)) : Optional.empty();
    }

    Source source() {
        return source;
    }

    /** Whether a topic that begins anew is noticed for certain. */
    boolean noticesNewLives() {
        return asksKafka;
    }

    /** All that still act, zombies included. */
    List<Member> alive() {
        var alive = new ArrayList<>(members);
        alive.addAll(zombies);
        alive.removeIf(member -> !member.isAlive());
        return alive;
    }

    private List<Member> free() {
        return alive().stream().filter(Member::isFree).toList();
    }

    /** One that has records to commit pauses just before its snapshot. */
    void pauseBeforeCommit() {
        any(busy()).ifPresent(member -> {
            poll(member);
            if (member.isFree()) {
                member.process().pauseBeforeCommit();
                commit(member);
            }
        });
    }

    /** Free ones, mostly such that have partitions. */
    private List<Member> busy() {
        return world.oneIn(8)
                ? free()
                : free().stream()
                        .filter(member -> !member.task().assigned().isEmpty())
                        .toList();
    }

    private Optional<Member> any(List<Member> choices) {
        return choices.isEmpty() ? Optional.empty() : Optional.of(world.pick(choices));
    }

    void poll() {
        any(busy()).ifPresent(this::poll);
    }

    private void poll(Member member) {
        member.poll(1 + world.random().nextInt(MAX_FETCH));
    }

    /** One takes records and commits them, if nothing comes between. */
    void land() {
        any(busy()).ifPresent(member -> {
            poll(member);
            if (member.isFree()) {
                commit(member);
            }
        });
    }

    void commit() {
        any(busy()).ifPresent(this::commit);
    }

    private void commit(Member member) {
        if (member.task().isZombie()) {
            world.tally().count(Happening.ZOMBIE_COMMITTED);
        }
        member.commit(!world.oneIn(5));
    }

    void compact() {
        any(free()).ifPresent(member -> member.process().compact());
    }

    /** One that has paused goes on. */
    void resume() {
        List<Member> paused =
                alive().stream().filter(member -> member.process().isPaused()).toList();
        any(paused).ifPresent(member -> member.process().resume());
    }

    void skewClock() {
        any(alive()).ifPresent(member -> member.process().skewClock());
    }

    /** What was asked for is done: commits on request, tasks that have failed are started again. */
    void follow() {
        for (Member member : free()) {
            if (member.task().commitRequested()) {
                member.commit(true);
            }
        }
        restartFailed();
    }

    /** Gives every partition to a random task; missing tasks are started. */
    void rebalance() {
        giveUpPaused();
        for (int number = 0; number < taskCount; number++) {
            int wanted = number;
            if (members.stream().noneMatch(member -> member.number() == wanted)) {
                members.add(start(number));
            }
        }
        boolean cooperative = world.random().nextBoolean();
        boolean lost = world.oneIn(5);
        world.tally().count(cooperative ? Happening.REBALANCED_COOPERATIVELY : Happening.REBALANCED_EAGERLY);
        Map<Member, Set<TopicPartition>> assignment = assignment();
        for (Member member : List.copyOf(members)) {
            Set<TopicPartition> going = member.assigned();
            if (cooperative) {
                going.removeAll(assignment.get(member));
            }
            if (member.isFree()) {
                world.tally().add(Happening.PARTITIONS_LOST, lost ? going.size() : 0);
                int max = world.random().nextInt(MAX_FETCH);
                member.process()
                        .run(() -> member.task().poll(lost ? Set.of() : going, lost ? going : Set.of(), Set.of(), max));
            }
        }
        giveUpPaused();
        assign(assignment);
    }

    private void assign(Map<Member, Set<TopicPartition>> assignment) {
        for (Member member : List.copyOf(members)) {
            Set<TopicPartition> coming = assignment.get(member);
            if (member.isFree()) {
                coming.removeAll(member.assigned());
                int max = world.random().nextInt(MAX_FETCH);
                member.process().run(() -> member.task().poll(Set.of(), Set.of(), coming, max));
            }
        }
    }

    /** Mostly a few partitions move, as in practice. */
    private Map<Member, Set<TopicPartition>> assignment() {
        boolean shuffle = world.oneIn(3);
        var assignment = new HashMap<Member, Set<TopicPartition>>();
        members.forEach(member -> assignment.put(member, new TreeSet<>(SimulatedTask.COMPARING_PARTITIONS)));
        for (TopicPartition partition : source.partitions()) {
            Optional<Member> owner = members.stream()
                    .filter(member -> member.task().assigned().contains(partition))
                    .findFirst();
            boolean moves = shuffle || owner.isEmpty() || world.oneIn(4);
            assignment.get(moves ? world.pick(members) : owner.get()).add(partition);
        }
        return assignment;
    }

    /** The group does not wait for members that have stopped answering: their partitions go to others, and they do not know it. */
    private void giveUpPaused() {
        for (Member member : List.copyOf(members)) {
            if (member.isAlive() && member.process().isPaused()) {
                world.tally().count(Happening.PARTITIONS_LOST_WHILE_PAUSED);
                becomesZombie(member);
            }
        }
    }

    private void becomesZombie(Member member) {
        overtaken = true;
        members.remove(member);
        member.task().becomesZombie();
        zombies.add(member);
        if (zombies.size() > MAX_ZOMBIES) {
            zombies.remove(0).kill();
        }
    }

    void makeZombie() {
        any(members.stream().filter(Member::isFree).toList()).ifPresent(member -> {
            world.tally().count(Happening.BECAME_ZOMBIE);
            becomesZombie(member);
            rebalance();
        });
    }

    void zombieNotices() {
        any(zombies.stream().filter(Member::isFree).toList()).ifPresent(zombie -> {
            world.tally().count(Happening.ZOMBIE_NOTICED);
            zombies.remove(zombie);
            if (world.random().nextBoolean()) {
                zombie.process().run(() -> zombie.task().poll(Set.of(), zombie.assigned(), Set.of(), 0));
            }
            zombie.stop();
        });
    }

    void kill() {
        any(members).ifPresent(member -> {
            members.remove(member);
            member.kill();
            rebalance();
        });
    }

    /** A second worker group runs the same connector, as a member of the same consumer group. */
    void startDuplicate() {
        if (members.size() <= taskCount) {
            world.tally().count(Happening.DUPLICATE_TASK_STARTED);
            members.add(start(world.random().nextInt(taskCount)));
            rebalance();
        }
    }

    /**
     * A second connector with the same name, on a cluster of its own: it has all partitions, and its commits to a group are not
     * those of this one.
     */
    void startDuplicateConnector() {
        world.tally().count(Happening.DUPLICATE_CONNECTOR_STARTED);
        Member duplicate = start(world.random().nextInt(taskCount));
        Set<TopicPartition> all = Set.copyOf(source.partitions());
        duplicate.process().run(() -> duplicate.task().poll(Set.of(), Set.of(), all, 0));
        becomesZombie(duplicate);
    }

    void restart() {
        world.tally().count(Happening.CONNECTOR_RESTARTED);
        stop();
        rebalance();
    }

    /** A table is about to be rolled back: who has paused, but not just before a commit, goes on to the end of its step. */
    void finishAllButCommits() {
        for (Member member : alive()) {
            if (!member.process().isAboutToCommit()) {
                member.process().finish();
            }
        }
    }

    /** Who has paused goes on to the end of its step. */
    void finishSteps() {
        alive().forEach(member -> member.process().finish());
    }

    /** A table is not what it was, which tasks that run must notice. */
    void tableChangedUnderTasks() {
        mismatched = true;
        awaitsRestart = true;
    }

    /** A table was dropped. Tasks are told to stop, but may not hear it. */
    void cutOff() {
        zombies.forEach(Member::kill);
        zombies.clear();
        if (acceptsMismatch || world.random().nextBoolean()) {
            stop();
        } else {
            world.tally().count(Happening.CUT_OFF_WHILE_TABLE_DROPPED);
            droppedUnderTasks = true;
            List.copyOf(members).forEach(this::becomesZombie);
        }
        mismatched = true;
    }

    boolean keepsNames() {
        return keepsNames;
    }

    /** All tasks end, in good order or not. */
    void stop() {
        awaitsRestart = false;
        for (Member member : alive()) {
            if (world.oneIn(4)) {
                member.kill();
            } else {
                member.stop();
            }
        }
        check();
        members.clear();
        zombies.clear();
    }

    /** Tasks end; then something happens to the source's offsets, which tasks must notice when they start. */
    void mismatch(Runnable whileStopped) {
        stop();
        mismatched = true;
        acceptsMismatch |= world.random().nextBoolean();
        whileStopped.run();
        rebalance();
    }

    /** The operator starts tasks again that have failed, which only the store and contradicting offsets may be a reason for. */
    private void restartFailed() {
        zombies.forEach(this::requireHonestFailure);
        zombies.removeIf(member -> !member.isAlive());
        while (members.stream().anyMatch(member -> !member.isAlive())) {
            members.forEach(this::requireHonestFailure);
            members.removeIf(member -> !member.isAlive());
            rebalance();
        }
    }

    private void requireHonestFailure(Member member) {
        if (member.task().failure().isEmpty()) {
            return;
        }
        RuntimeException failure = member.task().failure().get();
        world.tally().count(Happening.TASK_FAILED);
        if (mismatched && String.valueOf(failure.getMessage()).contains("offset.mismatch.policy")) {
            world.tally().count(Happening.MISMATCH_REFUSED);
            acceptsMismatch = true;
            return;
        }
        if (overtaken && String.valueOf(failure.getMessage()).contains("another connector lands them")) {
            return;
        }
        if (droppedUnderTasks && String.valueOf(failure.getMessage()).contains("it was dropped")) {
            return;
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            boolean ofTheStore = cause instanceof StorageException storage && storage.retryable();
            if (ofTheStore
                    || cause instanceof CommitOutcomeUnknownException
                    || cause instanceof LimitExceededException) {
                return;
            }
        }
        throw failure;
    }

    /** Nothing was accepted that nobody has brought about; the group's offsets are safe to start from. */
    void check() {
        long accepted = metricsOfAll.stream()
                .mapToLong(TaskMetrics::getMismatchesAccepted)
                .sum();
        if (accepted > 0 && !mismatched) {
            world.violations().report("%s accepted a mismatch where none is", source.ledgerId());
        }
        source.checkGroupOffsets();
    }

    /** Adds up what tasks have counted. */
    void tally() {
        for (TaskMetrics metrics : metricsOfAll) {
            world.tally().add(Happening.TASK_FENCED, metrics.getFenced());
            world.tally().add(Happening.MISMATCH_ACCEPTED, metrics.getMismatchesAccepted());
            world.tally().add(Happening.BAD_RECORD_REPORTED, metrics.getBadRecords());
            boolean waited = metrics.getPaused() || metrics.getPausedMillis() > 0;
            world.tally().add(Happening.TASK_WAITED_FOR_COMPACTION, waited ? 1 : 0);
        }
    }

    /** No pauses any more: whoever is in the middle of something ends it, and zombies notice. */
    void calm() {
        for (Member member : alive()) {
            member.process().finish();
        }
        zombies.forEach(Member::stop);
        restartFailed();
        zombies.clear();
        if (awaitsRestart) {
            stop();
        }
        rebalance();
    }

    /** Every task polls, commits and compacts. */
    void round() {
        for (Member member : alive()) {
            member.poll(EVERYTHING);
            if (member.isFree()) {
                member.commit(true);
            }
            if (member.isFree()) {
                member.process().compact();
            }
        }
        restartFailed();
    }

    private Member start(int number) {
        var process = new Process(world);
        if (world.oneIn(4)) {
            process.skewClock();
        }
        var metrics = new TaskMetrics();
        metricsOfAll.add(metrics);
        SimulatedKafka kafka = source.kafka();
        var task = new SimulatedTask(
                kafka,
                context -> new TaskSink(
                        new TaskSettings(
                                source.ledgerId(),
                                number,
                                taskCount,
                                source.ledgerId(),
                                commitInterval,
                                acceptsMismatch,
                                keepsNames,
                                new RetryLimits(Duration.ofSeconds(25), Duration.ofSeconds(1), Duration.ofSeconds(10))),
                        process.warehouse(),
                        new ShapeTranslator(source.soleTables(), landscape),
                        context,
                        asksKafka ? kafka : KafkaLog.UNKNOWN,
                        process.env(),
                        metrics,
                        MetricBeans.none()));
        return new Member(number, process, task, metrics);
    }
}
