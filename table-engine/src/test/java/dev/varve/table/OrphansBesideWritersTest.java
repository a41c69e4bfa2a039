package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.env.Env;
import dev.varve.table.error.CommitConflictException;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.SimulatedCrash;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Orphans are removed, again and again, while other threads write, compact, expire snapshots and read. Some writers end before they
 * commit and leave files behind. The rule that is documented is kept to the tick: between the writing of a file and its commit passes
 * never more than the age from which orphans are removed, and often exactly so much.
 *
 * <p>No file goes that somebody is about to commit, or that a snapshot names; all that is left behind goes. {@code -Dorphans.commits}
 * is the number of commits of each writer.
 */
class OrphansBesideWritersTest {
    private static final int COMMITS = Integer.getInteger("orphans.commits", 16);
    private static final int WRITERS = 3;
    private static final Duration AGE = Duration.ofHours(1);
    private static final Duration TICK = Duration.ofMinutes(10);
    private static final FaultPlan BEFORE_THE_COMMIT = FaultPlan.always(
            call -> call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-"), Fault.CRASH_BEFORE);
    private static final TableId ID = new TableId("d", "t");
    private static final TableSpec SPEC = new TableSpec(
            List.of(new DataField(0, "id", DataTypes.STRING.notNull()), new DataField(1, "v", DataTypes.BIGINT)),
            List.of("id"),
            List.of(),
            Map.of(
                    "bucket", "2",
                    "snapshot.num-retained.min", "2",
                    "snapshot.time-retained", "2 h",
                    "manifest.merge-min-count", "4",
                    "commit.max-retries", "1000"),
            Optional.empty());

    private final ManualEnv clock = ManualEnv.seeded(17);
    private final Env env = new Unhurried(clock);
    private final MemoryFileIO store = new MemoryFileIO(clock);
    private final Work work = new Work();
    private final Map<Location, Integer> inFlight = new ConcurrentHashMap<>();
    private final Set<String> landed = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger writersLeft = new AtomicInteger(WRITERS);
    private final AtomicLong removed = new AtomicLong();
    private final AtomicLong abandoned = new AtomicLong();
    private final AtomicLong read = new AtomicLong();

    /** Time stands still for those who wait. */
    private record Unhurried(Env clock) implements Env {
        @Override
        public long currentTimeMillis() {
            return clock.currentTimeMillis();
        }

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public ZoneId zone() {
            return clock.zone();
        }

        @Override
        public String newUuid() {
            return clock.newUuid();
        }

        @Override
        public long nextLong(long bound) {
            return clock.nextLong(bound);
        }

        @Override
        public boolean sleep(Duration duration) {
            Thread.yield();
            return true;
        }
    }

    /** Who is at work, and since when; time does not pass for longer than the age while one is. Guarded by itself. */
    private final class Work {
        private final Map<Integer, Long> begun = new HashMap<>();
        private int last;

        synchronized int begin() {
            begun.put(++last, clock.currentTimeMillis());
            return last;
        }

        synchronized void end(int piece) {
            begun.remove(piece);
            inFlight.values().removeIf(owner -> owner == piece);
        }

        synchronized void tick() {
            long next = clock.currentTimeMillis() + TICK.toMillis();
            if (begun.values().stream().allMatch(since -> next - since <= AGE.toMillis())) {
                clock.advance(TICK);
            }
        }
    }

    @Test
    void noFileGoesThatIsLiveOrAboutToBe() throws Exception {
        WarehouseOver.of(store, "/warehouse", env).create(ID, SPEC);
        List<Callable<Void>> threads = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int number = i;
            threads.add(() -> write(number));
        }
        threads.add(() -> untilWritten(this::compact));
        threads.add(() -> untilWritten(this::expire));
        threads.add(() -> untilWritten(this::removeOrphans));
        threads.add(() -> untilWritten(this::removeOrphans));
        threads.add(() -> untilWritten(this::readSome));
        ExecutorService executor = Executors.newFixedThreadPool(threads.size());
        try {
            for (Future<Void> thread : executor.invokeAll(threads)) {
                thread.get();
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(wrong).isEmpty();
        Table table = table(store);
        assertThat(keys(table.scan())).isEqualTo(landed);
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .isEmpty();
        assertThat(abandoned).as("commits that were given up").hasPositiveValue();
        assertThat(removed).as("orphans").hasPositiveValue();
        assertThat(read).as("snapshots that were read").hasPositiveValue();
        clock.advance(AGE.plus(TICK));
        table.maintenance().orphans(AGE, true, file -> {});
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .isEmpty();
        assertThat(keys(table.scan())).isEqualTo(landed);
    }

    private Table table(FileIO io) {
        return WarehouseOver.of(io, "/warehouse", env).find(ID).orElseThrow();
    }

    private Void untilWritten(Runnable job) {
        while (writersLeft.get() > 0) {
            job.run();
            work.tick();
        }
        return null;
    }

    /** A process that does one piece of work, and takes note of each file it writes. */
    private void process(FaultPlan plan, Consumer<Table> action) {
        int piece = work.begin();
        var io = new FaultyFileIO(store).plan(plan).beforeCall(call -> noteWritten(call, piece));
        try {
            action.accept(table(io));
        } catch (SimulatedCrash death) {
            abandoned.incrementAndGet();
        } catch (TableException e) {
            if (!isLostRace(e)) {
                wrong.add("a writer failed: " + e);
            }
        } finally {
            work.end(piece);
        }
    }

    private static boolean isLostRace(TableException e) {
        // Writers expire snapshots after their commits, too.
        boolean twoExpirations = e.getMessage().contains("expired by somebody else");
        return twoExpirations || e instanceof CommitConflictException || e instanceof LimitExceededException;
    }

    private void noteWritten(StoreCall call, int piece) {
        if (call.is(Operation.CREATE) || call.is(Operation.CREATE_IF_ABSENT)) {
            inFlight.put(call.location(), piece);
        }
        if (call.is(Operation.CREATE_IF_ABSENT)) {
            work.tick();
        }
    }

    private Void write(int number) {
        try {
            for (int i = 0; i < COMMITS; i++) {
                String key = number + "/" + i;
                boolean dies = i % 4 == 3;
                process(dies ? BEFORE_THE_COMMIT : FaultPlan.none(), table -> commit(table, key));
            }
        } finally {
            writersLeft.decrementAndGet();
        }
        return null;
    }

    private void commit(Table table, String key) {
        TableWriter writer = table.newWriter("writer " + key);
        writer.write(GenericRow.of(BinaryString.of(key), 1L));
        TableChanges changes = writer.prepare();
        work.tick();
        CommitResult result = writer.commit(changes, 1, Map.of(), Guard.NONE, false);
        if (result instanceof CommitResult.Committed) {
            landed.add(key);
        }
        writer.close();
    }

    private void compact() {
        process(FaultPlan.none(), table -> table.maintenance().compact(CompactRequest.full()));
    }

    private void expire() {
        process(FaultPlan.none(), table -> table.maintenance().expireSnapshots(Map.of()));
    }

    private void removeOrphans() {
        var io = new FaultyFileIO(store).beforeCall(call -> {
            if (call.is(Operation.DELETE) && inFlight.containsKey(call.location())) {
                wrong.add(call.location() + " is deleted, but somebody is about to commit it");
            }
        });
        table(io).maintenance().orphans(AGE, true, file -> removed.incrementAndGet());
    }

    private void readSome() {
        Table table = table(store);
        for (Snapshot snapshot : table.snapshots()) {
            try {
                keys(table.scan().snapshot(snapshot.id()));
                read.incrementAndGet();
            } catch (TableException e) {
                boolean isThere = table.findSnapshot(snapshot.id()).isPresent();
                if (isThere || !(e instanceof StorageException || e.getMessage().contains("snapshot"))) {
                    wrong.add("snapshot " + snapshot.id() + " cannot be read: " + e);
                }
            }
        }
    }

    private static Set<String> keys(TableScan scan) {
        Set<String> keys = new HashSet<>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.advance()) {
                keys.add(cursor.row().stringAt(0).toString());
            }
        }
        return keys;
    }
}
