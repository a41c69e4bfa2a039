package dev.varve.table.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.StorageException;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.memtable.MemoryBudget;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Random histories of writes, deletes, commits, lost compactions, failures and schema changes give the rows of a plain map,
 * whatever the options. {@code -Dvarve.test.histories=n} runs more of them.
 */
class TableWritePropertyTest {
    private static final int HISTORIES = Integer.getInteger("varve.test.histories", 8);

    private static final Predicate<StoreCall> WRITES = call -> call.is(StoreCall.Operation.CREATE)
            || call.is(StoreCall.Operation.WRITE)
            || call.is(StoreCall.Operation.FINISH);

    private record Key(String region, int id) {}

    /** One run from a seed. */
    private static final class History {
        private final Random random;
        private final Harness table;
        private final FaultyFileIO io;
        private final Map<Key, GenericRow> committed = new HashMap<>();
        private Map<Key, GenericRow> buffered = new HashMap<>();
        private TableWrite write;
        private boolean wide;

        History(long seed) {
            random = new Random(seed);
            boolean partitioned = random.nextBoolean();
            table = new Harness(
                    List.of(
                            new DataField(0, "region", DataTypes.STRING.notNull()),
                            new DataField(1, "v", DataTypes.INT),
                            new DataField(2, "id", DataTypes.INT.notNull()),
                            new DataField(3, "text", DataTypes.STRING)),
                    List.of("region", "id"),
                    partitioned ? List.of("region") : List.of(),
                    Map.of(
                            "bucket", Integer.toString(1 + random.nextInt(3)),
                            "num-sorted-run.compaction-trigger", Integer.toString(2 + random.nextInt(4)),
                            "target-file-size", random.nextBoolean() ? "8kb" : "128mb",
                            "data-file.thin-mode", Boolean.toString(random.nextBoolean()),
                            "write-only", Boolean.toString(random.nextInt(4) == 0),
                            "commit.force-compact", Boolean.toString(random.nextInt(4) == 0),
                            "full-compaction.delta-commits", Integer.toString(1 + random.nextInt(8))));
            table.budget = new MemoryBudget(random.nextBoolean() ? 25_000 : 10_000_000);
            io = new FaultyFileIO(table.io);
            write = table.open(io);
        }

        void run() {
            for (int step = 0; step < 16; step++) {
                int action = random.nextInt(20);
                if (action < 12) {
                    writeSome(random.nextInt(200));
                } else if (action < 13) {
                    discard();
                } else if (action < 14) {
                    reopen();
                } else if (action < 15) {
                    failSometime();
                } else if (action < 16) {
                    widen();
                }
                if (random.nextInt(3) > 0) {
                    commit();
                }
            }
            commit();
            write.close();
            assertThat(table.budget.usedBytes()).isZero();
            assertThat(table.orphans()).isEmpty();
            Map<Key, GenericRow> read = new HashMap<>();
            for (GenericRow row : table.read()) {
                assertThat(read.put(keyOf(row), row))
                        .as("%s comes once", keyOf(row))
                        .isNull();
            }
            assertThat(read).isEqualTo(visible());
        }

        private static Key keyOf(GenericRow row) {
            return new Key(row.stringAt(0).toString(), row.intAt(2));
        }

        /** Rows as they look under the newest schema. */
        private Map<Key, GenericRow> visible() {
            Map<Key, GenericRow> rows = new HashMap<>();
            committed.forEach((key, row) -> {
                if (row.kind().isAdd()) {
                    Object v = row.isNull(1) ? null : wide ? (Object) (long) valueOf(row) : (Object) valueOf(row);
                    GenericRow shown = GenericRow.of(row.stringAt(0), v, row.intAt(2), row.valueAt(3));
                    rows.put(key, shown);
                }
            });
            return rows;
        }

        private static int valueOf(GenericRow row) {
            return row.valueAt(1) instanceof Long wideValue ? wideValue.intValue() : row.intAt(1);
        }

        private void writeSome(int rows) {
            for (int i = 0; i < rows; i++) {
                int roll = random.nextInt(10);
                RowKind kind = roll < 2 ? RowKind.DELETE : roll < 3 ? RowKind.UPDATE_BEFORE : RowKind.UPDATE_AFTER;
                Integer v = random.nextInt(9) == 0 ? null : random.nextInt();
                GenericRow row = GenericRow.ofKind(
                        kind,
                        BinaryString.of("region " + random.nextInt(2)),
                        v == null ? null : wide ? (Object) (long) v : (Object) v,
                        random.nextInt(300),
                        random.nextInt(5) == 0 ? null : BinaryString.of("t" + random.nextInt(1000)));
                write.write(row);
                buffered.put(keyOf(row), row);
            }
        }

        private void commit() {
            FileChanges changes = write.prepare();
            boolean lost = random.nextInt(4) == 0;
            if (lost) {
                for (FileChanges.Compaction compaction : changes.compactions()) {
                    giveUp(compaction.bucket(), compaction.before(), compaction.after());
                }
            }
            table.commit(lost ? new FileChanges(changes.appends(), List.of()) : changes);
            changes.compactions().stream()
                    .filter(compaction -> !lost)
                    .forEach(compaction -> removeReplaced(compaction.bucket(), compaction.before()));
            if (lost) {
                write.lost(changes.compactions());
            }
            table.env.advance(Duration.ofMinutes(random.nextInt(3)));
            write.committed(lost ? new FileChanges(changes.appends(), List.of()) : changes);
            committed.putAll(buffered);
            buffered = new HashMap<>();
        }

        private void giveUp(BucketId bucket, List<DataFileMeta> before, List<DataFileMeta> after) {
            var kept = before.stream().map(DataFileMeta::name).toList();
            after.stream()
                    .filter(file -> !kept.contains(file.name()))
                    .forEach(file -> table.io.delete(table.paths().file(bucket, file)));
        }

        /** As expiration would, so that orphans can be told. */
        private void removeReplaced(BucketId bucket, List<DataFileMeta> before) {
            var live = table.files(bucket).stream().map(DataFileMeta::name).toList();
            before.stream()
                    .filter(file -> !live.contains(file.name()))
                    .map(file -> table.paths().file(bucket, file))
                    .forEach((Location file) -> table.io.delete(file));
        }

        private void discard() {
            write.discard();
            buffered = new HashMap<>();
        }

        private void reopen() {
            write.close();
            buffered = new HashMap<>();
            write = table.open(io);
        }

        private void failSometime() {
            FaultPlan faults = FaultPlan.random(random.nextLong(), 0.1, Fault.FAIL_BEFORE);
            io.plan(call -> WRITES.test(call) ? faults.faultOf(call) : Fault.NONE);
            try {
                writeSome(150);
                FileChanges changes = write.prepare();
                io.plan(FaultPlan.none());
                table.commit(changes);
                var replaced = new ArrayList<>(changes.compactions());
                replaced.forEach(compaction -> removeReplaced(compaction.bucket(), compaction.before()));
                write.committed(changes);
                committed.putAll(buffered);
                buffered = new HashMap<>();
            } catch (StorageException expected) {
                io.plan(FaultPlan.none());
                discard();
            }
        }

        /** v becomes BIGINT: a new writer for the new schema. */
        private void widen() {
            if (wide) {
                return;
            }
            commit();
            write.close();
            wide = true;
            var fields = new ArrayList<>(table.schema.fields());
            fields.set(1, fields.get(1).withType(DataTypes.BIGINT));
            table.evolve(fields);
            write = table.open(io);
        }
    }

    @Test
    void everyHistoryGivesTheRowsOfAMap() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            try {
                new History(seed).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void alsoWithHelpers() {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            for (long seed = 1000; seed < 1000 + HISTORIES / 4; seed++) {
                History history = new History(seed);
                history.table.executor = pool;
                history.reopen();
                history.run();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
