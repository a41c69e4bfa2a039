package dev.varve.connect.simulation;

import dev.varve.connect.sink.SimulatedRecord;
import dev.varve.connect.sink.SimulatedRecord.Kind;
import dev.varve.table.CompactRequest;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.TableWriter;
import dev.varve.table.error.CommitConflictException;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.common.TopicPartition;

/** Everything beside connectors that works on the tables, each job a process of its own that may pause, fail and die. */
final class Jobs {
    /** Longer than any commit takes here: much time passes only while nothing is under way. */
    static final Duration ORPHAN_AGE = Duration.ofHours(1);

    private static final int MAX_JOBS = 3;

    private final World world;
    private final Landscape landscape;
    private final Map<TableId, TableWatch> tables;
    private final List<Process> running = new ArrayList<>();
    private int foreignWriters;

    Jobs(World world, Landscape landscape, Map<TableId, TableWatch> tables) {
        this.world = world;
        this.landscape = landscape;
        this.tables = tables;
    }

    /** Starts some job. */
    void start() {
        if (running.size() == MAX_JOBS) {
            resume();
            return;
        }
        TableId id = world.pick(List.copyOf(tables.keySet()));
        switch (world.random().nextInt(12)) {
            case 0, 1, 10 -> run(id, (process, table) -> expire(table));
            case 2, 3 -> run(id, (process, table) -> removeOrphans(table));
            case 4, 5 -> run(id, (process, table) -> compact(table));
            case 6 -> run(id, (process, table) -> append(id, table));
            case 7 -> run(id, (process, table) -> compactAsOthersDo(table));
            case 8, 11 -> run(id, (process, table) -> readSlowly(id, table));
            default -> readAgain(id);
        }
    }

    /** Snapshots of all tables expire, as far as they may. */
    void expireAll() {
        tables.keySet().forEach(id -> run(id, (process, table) -> expire(table)));
    }

    private void run(TableId id, BiConsumer<Process, Table> job) {
        var process = new Process(world);
        if (world.oneIn(3)) {
            process.skewClock();
        }
        process.run(() -> {
            try {
                process.warehouse().find(id).ifPresent(table -> job.accept(process, table));
            } catch (TableException e) {
                requireHonest(e);
            }
        });
        if (process.isPaused()) {
            running.add(process);
        }
    }

    private static void requireHonest(TableException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            boolean ofTheStore = cause instanceof StorageException storage && storage.retryable();
            if (ofTheStore
                    || cause instanceof CommitConflictException
                    || cause instanceof CommitOutcomeUnknownException
                    || cause instanceof LimitExceededException) {
                return;
            }
        }
        throw failure;
    }

    private void expire(Table table) {
        try {
            table.maintenance().expireSnapshots(Map.of());
        } catch (TableException e) {
            world.tally().count(Happening.EXPIRATION_FAILED);
            throw e;
        }
    }

    private void removeOrphans(Table table) {
        table.maintenance().orphans(ORPHAN_AGE, true, file -> world.tally().count(Happening.ORPHAN_REMOVED));
    }

    private void compact(Table table) {
        var request = world.random().nextBoolean() ? CompactRequest.full() : CompactRequest.minor();
        int snapshots = table.maintenance().compact(request).size();
        world.tally().add(Happening.JOB_COMPACTED, snapshots);
    }

    /** Rows of keys that no connector has, and a snapshot without a ledger. */
    private void append(TableId id, Table table) {
        int number = foreignWriters++;
        String user = "foreign-" + number;
        var partition = new TopicPartition("foreign", 0);
        var records = new ArrayList<SimulatedRecord>();
        try (TableWriter writer = table.newWriter(user)) {
            int count = world.random().nextInt(3);
            for (int i = 0; i < count; i++) {
                long offset = number * 10L + i;
                var record = new SimulatedRecord(partition, offset, Kind.ROW, id, user + "/" + i, Optional.empty());
                records.add(record);
                writer.write(landscape.shape(id).row(record, table.schema(), landscape.nextAttempt()));
            }
            tables.get(id).model().announce(user, records);
            writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, true);
            world.tally().count(Happening.FOREIGN_APPEND);
        }
    }

    /** A dedicated compaction job that knows nothing of ledgers. */
    private void compactAsOthersDo(Table table) {
        try (TableWriter writer = table.newWriter("other-job-" + world.env().newUuid())) {
            writer.considerCompactions();
            writer.awaitCompactions();
            writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, true);
            world.tally().count(Happening.FOREIGN_COMPACTION);
        }
    }

    private void readSlowly(TableId id, Table table) {
        TableWatch watch = tables.get(id);
        Optional<Snapshot> latest = table.latestSnapshot();
        if (latest.isEmpty()) {
            return;
        }
        long snapshotId = latest.get().id();
        List<String> expected = watch.rowsOf(snapshotId);
        try {
            List<String> rows = TableWatch.read(table.scan().snapshot(snapshotId));
            world.tally().count(Happening.READ_WHILE_PAUSED);
            if (!rows.equals(expected)) {
                world.violations()
                        .report("%s: a reader got %s of snapshot %s, which has %s", id, rows, snapshotId, expected);
            }
        } catch (StorageException | InvalidInputException e) {
            if (watch.isVisible(snapshotId) && expected.equals(watch.rowsOf(snapshotId))) {
                throw e;
            }
            world.tally().count(Happening.READ_OF_EXPIRED_SNAPSHOT);
        }
    }

    private void readAgain(TableId id) {
        TableWatch watch = tables.get(id);
        if (!watch.visible().isEmpty()) {
            watch.readAgain(world.pick(watch.visible()));
        }
    }

    /** A job that has paused goes on, or dies. */
    void resume() {
        if (running.isEmpty()) {
            return;
        }
        Process process = world.pick(running);
        if (world.oneIn(6)) {
            process.kill();
        } else {
            process.resume();
        }
        if (!process.isPaused()) {
            running.remove(process);
        }
    }

    /** Jobs come to their ends. */
    void finish() {
        running.forEach(Process::finish);
        running.clear();
    }
}
