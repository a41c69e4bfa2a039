package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.maintain.MaintenanceServices;
import dev.varve.table.maintain.TablesUnderTest;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.SimulatedCrash;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Random histories of commits, compactions, tags, expirations and rollbacks: every snapshot and tag that is left reads to the rows it
 * always had, and the store holds the files that they need and, but for what rollbacks leave, no other. The number of histories is
 * the system property {@code maintenance.histories}.
 */
class MaintenanceModelTest {
    private static final String ROOT = "/warehouse";
    private static final TableId ID = new TableId("d", "t");
    private static final Location TABLE = Location.of(ROOT + "/d.db/t");
    private static final TableSpec SPEC = new TableSpec(
            List.of(
                    new DataField(0, "p", DataTypes.INT.notNull()),
                    new DataField(1, "id", DataTypes.BIGINT.notNull()),
                    new DataField(2, "v", DataTypes.STRING)),
            List.of("p", "id"),
            List.of("p"),
            // The writers' own maintenance never finds anything due: the test decides.
            Map.of("bucket", "2", "manifest.merge-min-count", "4", "snapshot.num-retained.min", "100000"),
            Optional.empty());
    private static final Duration GUARD = Duration.ofDays(1);

    private final ManualEnv env = ManualEnv.seeded(11);
    private MemoryFileIO store = new MemoryFileIO(env);
    private final Map<Long, List<String>> snapshots = new TreeMap<>();
    private final Map<String, List<String>> tags = new TreeMap<>();
    private final Map<String, Long> tagged = new TreeMap<>();

    @TestFactory
    Stream<DynamicTest> whatIsLeftStaysAsItWas() {
        return LongStream.range(0, Long.getLong("maintenance.histories", 2))
                .mapToObj(seed -> dynamicTest("seed " + seed, () -> new MaintenanceModelTest().runHistory(seed)));
    }

    private void runHistory(long seed) {
        Random random = new Random(seed);
        boolean withRollbacks = seed % 2 == 1;
        warehouse(store).create(ID, SPEC);
        for (int step = 0; step < 45; step++) {
            step(random, withRollbacks);
            if (step % 4 == 3) {
                assertReadable(store);
            }
            if (!withRollbacks) {
                assertThat(files(store)).as("after step %s", step).isEqualTo(needed(store));
            }
        }
        env.advance(GUARD.plusHours(1));
        table(store).maintenance().orphans(GUARD, true, file -> {});
        assertReadable(store);
        assertThat(files(store)).containsAll(needed(store));
        assertThat(table(store).maintenance().orphans(GUARD, true, file -> {}).files())
                .isZero();
        assertThat(table(store)
                        .maintenance()
                        .verify(new VerifyRequest(true, true))
                        .problems())
                .isEmpty();
    }

    private void step(Random random, boolean withRollbacks) {
        int choice = random.nextInt(withRollbacks ? 13 : 12);
        List<Long> ids = new ArrayList<>(snapshots.keySet());
        if (choice < 6 || ids.isEmpty()) {
            commit(random);
        } else if (choice == 6) {
            compact();
        } else if (choice < 9) {
            createTag("t" + random.nextInt(6), ids.get(random.nextInt(ids.size())));
        } else if (choice == 9) {
            String name = "t" + random.nextInt(6);
            boolean deleted = table(store).maintenance().deleteTag(name);
            assertThat(deleted).isEqualTo(tags.containsKey(name));
            tags.remove(name);
            tagged.remove(name);
        } else if (choice < 12) {
            expire(1 + random.nextInt(4), 1 + random.nextInt(5));
        } else if (random.nextBoolean() || tags.isEmpty()) {
            long id = ids.get(random.nextInt(ids.size()));
            table(store).maintenance().rollbackToSnapshot(id);
            rolledBack(id, snapshots.get(id));
        } else {
            String name = new ArrayList<>(tags.keySet()).get(random.nextInt(tags.size()));
            table(store).maintenance().rollbackToTag(name);
            rolledBack(tagged.get(name), tags.get(name));
        }
        env.advance(Duration.ofMinutes(1));
    }

    private void commit(Random random) {
        List<GenericRow> rows = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            RowKind kind = random.nextInt(4) == 0 ? RowKind.DELETE : RowKind.INSERT;
            rows.add(row(kind, random.nextInt(2), random.nextInt(20), "v" + random.nextInt()));
        }
        Tables.commit(table(store), "writer", 1 + env.currentTimeMillis(), rows);
        remember();
    }

    private void compact() {
        table(store).compact("compactor");
        remember();
    }

    private void remember() {
        for (Snapshot snapshot : table(store).snapshots()) {
            snapshots.computeIfAbsent(
                    snapshot.id(), id -> rows(table(store).scan().snapshot(id)));
        }
    }

    private void createTag(String name, long snapshot) {
        if (!tags.containsKey(name)) {
            table(store).maintenance().createTag(name, OptionalLong.of(snapshot), Optional.empty());
            tags.put(name, snapshots.get(snapshot));
            tagged.put(name, snapshot);
        }
    }

    private void expire(int kept, int limit) {
        TableMaintenance.Expiration done = table(store).maintenance().expireSnapshots(retain(kept, limit));
        snapshots.keySet().removeIf(id -> id < done.end());
        assertThat(snapshots).hasSizeGreaterThanOrEqualTo(Math.min(kept, snapshots.size()));
    }

    private void rolledBack(long id, List<String> rows) {
        snapshots.keySet().removeIf(other -> other > id);
        snapshots.put(id, rows);
        tagged.values().removeIf(other -> other > id);
        tags.keySet().retainAll(tagged.keySet());
    }

    private static Map<String, String> retain(int kept, int limit) {
        return Map.of(
                "snapshot.num-retained.min",
                Integer.toString(kept),
                "snapshot.num-retained.max",
                Integer.toString(kept),
                "snapshot.time-retained",
                "0 ms",
                "snapshot.expire.limit",
                Integer.toString(limit));
    }

    private void assertReadable(MemoryFileIO of) {
        Table table = table(of);
        assertThat(table.snapshots().stream().map(Snapshot::id)).containsExactlyElementsOf(snapshots.keySet());
        snapshots.forEach((id, rows) -> assertThat(rows(table.scan().snapshot(id)))
                .as("snapshot %s", id)
                .isEqualTo(rows));
        assertTagsReadable(table);
        assertThat(rows(table.scan())).isEqualTo(new ArrayList<>(snapshots.values()).get(snapshots.size() - 1));
    }

    private void assertTagsReadable(Table table) {
        assertThat(table.maintenance().tags().stream().map(Tag::name))
                .containsExactlyInAnyOrderElementsOf(tags.keySet());
        tags.forEach((name, rows) ->
                assertThat(rows(table.scan().tag(name))).as("tag %s", name).isEqualTo(rows));
    }

    // ---- Crashes

    @TestFactory
    Stream<DynamicTest> anExpirationThatIsCutOffLeavesAReadableTableAndIsRepeated() {
        prepareHistory();
        return everyCrash(table -> table.maintenance().expireSnapshots(retain(2, 50)), crashed -> {
            long newest = new ArrayList<>(snapshots.keySet()).get(snapshots.size() - 1);
            List<Long> retained = List.of(newest - 1, newest);
            Table table = table(crashed);
            assertThat(table.latestSnapshot().map(Snapshot::id)).contains(newest);
            for (Snapshot visible : table.snapshots()) {
                assertThat(rows(table.scan().snapshot(visible.id()))).isEqualTo(snapshots.get(visible.id()));
            }
            assertTagsReadable(table);
            table.maintenance().expireSnapshots(retain(2, 50));
            assertThat(table.snapshots().stream().map(Snapshot::id)).containsExactlyElementsOf(retained);
            retained.forEach(id -> assertThat(rows(table.scan().snapshot(id))).isEqualTo(snapshots.get(id)));
            assertTagsReadable(table);
            env.advance(Duration.ofDays(2));
            table.maintenance().orphans(Duration.ofDays(1), true, file -> {});
            assertThat(files(crashed)).isEqualTo(needed(crashed));
        });
    }

    @TestFactory
    Stream<DynamicTest> aRollbackThatIsCutOffLeavesAStateBetweenAndIsRepeated() {
        prepareHistory();
        long target = new ArrayList<>(snapshots.keySet()).get(2);
        return rollback(table -> table.maintenance().rollbackToSnapshot(target), target, snapshots.get(target));
    }

    @TestFactory
    Stream<DynamicTest> aRollbackToAnExpiredTagThatIsCutOffIsRepeated() {
        prepareHistory();
        table(store).maintenance().expireSnapshots(retain(2, 50));
        snapshots.keySet().removeIf(id -> table(store).findSnapshot(id).isEmpty());
        assertThat(snapshots).doesNotContainKey(tagged.get("t1"));
        return rollback(table -> table.maintenance().rollbackToTag("t1"), tagged.get("t1"), tags.get("t1"));
    }

    private Stream<DynamicTest> rollback(Consumer<Table> rollback, long target, List<String> rows) {
        return everyCrash(rollback, crashed -> {
            Table table = table(crashed);
            long newest = table.latestSnapshot().orElseThrow().id();
            assertThat(newest).isGreaterThanOrEqualTo(target);
            assertThat(rows(table.scan())).isEqualTo(newest == target ? rows : snapshots.get(newest));
            rollback.accept(table);
            assertThat(table.latestSnapshot().map(Snapshot::id)).contains(target);
            assertThat(rows(table.scan())).isEqualTo(rows);
            assertThat(table.maintenance().tags())
                    .noneMatch(tag -> tag.snapshot().id() > target);
            Tables.commit(table, "next", 1, List.of(row(RowKind.INSERT, 9, 9, "next")));
            assertThat(table.latestSnapshot().map(Snapshot::id)).contains(target + 1);
            assertThat(rows(table.scan())).hasSize(rows.size() + 1).containsAll(rows);
        });
    }

    private void prepareHistory() {
        Random random = new Random(3);
        warehouse(store).create(ID, SPEC);
        for (int i = 0; i < 9; i++) {
            commit(random);
            if (i % 3 == 2) {
                compact();
                createTag("t" + i / 3, new ArrayList<>(snapshots.keySet()).get(snapshots.size() - 2));
            }
        }
        assertReadable(store);
    }

    private Stream<DynamicTest> everyCrash(Consumer<Table> work, Consumer<MemoryFileIO> verification) {
        FaultyFileIO counter = new FaultyFileIO(store.copy());
        work.accept(WarehouseOver.table(counter, TABLE.value(), env));
        assertThat(counter.mutations()).isGreaterThan(5);
        return FaultPlan.everyCrash(counter.mutations()).stream()
                .map(crash -> dynamicTest(crash.toString(), () -> {
                    MemoryFileIO copy = store.copy();
                    FaultyFileIO crashing = new FaultyFileIO(copy).plan(crash);
                    try {
                        work.accept(WarehouseOver.table(crashing, TABLE.value(), env));
                    } catch (SimulatedCrash expected) {
                        assertThat(crashing.crashed()).isTrue();
                    }
                    verification.accept(copy);
                }));
    }

    // ---- Side by side

    /** Between any two calls of one expiration another one runs from beginning to end. */
    @Test
    void twoExpirationsAtOnceDoNoHarm() {
        prepareHistory();
        FaultyFileIO counter = new FaultyFileIO(store.copy());
        WarehouseOver.table(counter, TABLE.value(), env).maintenance().expireSnapshots(retain(3, 50));
        int calls = counter.calls();
        for (int at = 1; at <= calls; at += 7) {
            MemoryFileIO copy = store.copy();
            int number = at;
            FaultyFileIO slow = new FaultyFileIO(copy);
            slow.beforeCall(call -> {
                if (call.number() == number) {
                    table(copy).maintenance().expireSnapshots(retain(2, 50));
                }
            });
            try {
                WarehouseOver.table(slow, TABLE.value(), env).maintenance().expireSnapshots(retain(3, 50));
            } catch (dev.varve.table.error.TableException e) {
                assertThat(e).as("at call %s", at).isInstanceOf(dev.varve.table.error.StorageException.class);
            }
            Table table = table(copy);
            long newest = new ArrayList<>(snapshots.keySet()).get(snapshots.size() - 1);
            assertThat(table.snapshots().stream().map(Snapshot::id))
                    .as("at call %s", at)
                    .containsExactly(newest - 1, newest);
            for (long id : List.of(newest - 1, newest)) {
                assertThat(rows(table.scan().snapshot(id))).isEqualTo(snapshots.get(id));
            }
            assertTagsReadable(table);
            assertThat(files(copy)).containsAll(needed(copy));
        }
    }

    @Test
    void filesOfACommitUnderWayAreNoOrphansWhileTheyAreYoung() {
        prepareHistory();
        env.advance(GUARD.plusHours(1));
        TableMaintenance maintenance = table(store).maintenance();
        try (TableWriter writer = table(store).newWriter("slow")) {
            writer.write(row(RowKind.INSERT, 1, 100, "late"));
            TableChanges changes = writer.prepare();
            store.put(TABLE.child("manifest/manifest-stray"), "young");
            assertThat(maintenance.orphans(GUARD, true, file -> {}).files()).isZero();
            writer.commit(changes, 1, Map.of(), dev.varve.table.snapshot.Guard.NONE, false);
        }
        assertThat(rows(table(store).scan())).anyMatch(row -> row.contains("late"));
        env.advance(GUARD.plusHours(1));
        List<String> found = new ArrayList<>();
        assertThat(maintenance
                        .orphans(GUARD, false, file -> found.add(file.path()))
                        .files())
                .isEqualTo(1);
        assertThat(found).containsExactly(TABLE.child("manifest/manifest-stray").value());
        assertThat(store.find(TABLE.child("manifest/manifest-stray"))).isPresent();
        maintenance.orphans(GUARD, true, file -> {});
        assertThat(store.find(TABLE.child("manifest/manifest-stray"))).isEmpty();
    }

    @Test
    void whatABranchNamesIsNoOrphan() {
        prepareHistory();
        MemoryFileIO branched = store;
        for (Location file : branched.filesBelow(TABLE.child("schema"))) {
            branched.put(TABLE.child("branch/branch-b/schema/" + file.name()), branched.readAll(file));
        }
        long first = new ArrayList<>(snapshots.keySet()).get(0);
        branched.put(
                TABLE.child("branch/branch-b/snapshot/snapshot-" + first),
                branched.readAll(new TableLayout(TABLE).snapshot(first)));
        Set<String> ofBranch = new TreeSet<>(needed(store));
        snapshots.keySet().stream()
                .filter(id -> id > first)
                .forEach(id -> store.delete(new TableLayout(TABLE).snapshot(id)));
        tags.keySet().forEach(name -> store.delete(new TableLayout(TABLE).tag(name)));
        store.delete(new TableLayout(TABLE).snapshot(first));
        Tables.commit(table(store), "anew", 1, List.of(row(RowKind.INSERT, 1, 1, "anew")));
        env.advance(GUARD.plusHours(1));
        table(store).maintenance().orphans(GUARD, true, file -> {});
        store.put(
                new TableLayout(TABLE).snapshot(first),
                store.readAll(TABLE.child("branch/branch-b/snapshot/snapshot-" + first)));
        assertThat(rows(table(store).scan().snapshot(first))).isEqualTo(snapshots.get(first));
        assertThat(files(store)).hasSizeLessThan(ofBranch.size());
    }

    // ---- The oracle

    /** Data and metadata files that snapshots and tags need, found out without the code under test. */
    private Set<String> needed(MemoryFileIO of) {
        MaintenanceServices services = TablesUnderTest.open(of, TABLE, env).services();
        List<Snapshot> all = new ArrayList<>(services.snapshots().all());
        services.tags().all().forEach(tag -> all.add(tag.snapshot()));
        Set<String> needed = new TreeSet<>();
        for (Snapshot snapshot : all) {
            snapshot.manifestLists().forEach(list -> needed.add(list.name()));
            for (ManifestFileMeta manifest : services.manifests().readLists(snapshot.manifestLists())) {
                needed.add(manifest.name());
            }
            services.manifests()
                    .liveFiles(snapshot.manifestLists(), EntryFilter.ALL)
                    .forEach(entry -> needed.add(entry.file().name()));
        }
        return needed;
    }

    private static Set<String> files(MemoryFileIO of) {
        Set<String> found = new TreeSet<>();
        for (Location file : of.filesBelow(TABLE)) {
            String directory = file.parent().name();
            if (directory.equals("manifest") || directory.startsWith("bucket-")) {
                found.add(file.name());
            }
        }
        return found;
    }

    private Warehouse warehouse(MemoryFileIO of) {
        return WarehouseOver.of(of, ROOT, env);
    }

    private Table table(MemoryFileIO of) {
        return warehouse(of).find(ID).orElseThrow();
    }

    private static List<String> rows(TableScan scan) {
        return Tables.rows(scan).stream()
                .map(row -> row.intAt(0) + " " + row.longAt(1) + " " + row.stringAt(2))
                .sorted()
                .toList();
    }

    private static GenericRow row(RowKind kind, int partition, long id, String value) {
        return GenericRow.ofKind(kind, partition, id, BinaryString.of(value));
    }
}
