package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What follows a commit by itself: once a table, never for write-only tables, and without harm to the commit. */
class AfterCommitTest {
    private static final TableId ID = new TableId("d", "t");

    private final ManualEnv env = ManualEnv.seeded(5);
    private final MemoryFileIO store = new MemoryFileIO(env);
    private final FaultyFileIO io = new FaultyFileIO(store);
    private long identifier;

    @Test
    void oldSnapshotsExpireAfterCommits() {
        Table table = create(Map.of("snapshot.num-retained.min", "3"));
        try (TableWriter writer = table.newWriter("w")) {
            for (int i = 0; i < 6; i++) {
                commit(writer, Map.of());
                env.advance(Duration.ofMinutes(15));
            }
            assertThat(ids(table)).containsExactly(2L, 3L, 4L, 5L, 6L);
            assertThat(writer.maintenance().expiredSnapshots()).isEqualTo(1);
            assertThat(writer.maintenance().failures()).isZero();
            assertThat(writer.maintenance().runs()).isEqualTo(6);
        }
    }

    @Test
    void oneOfSeveralWritersMaintainsATable() {
        Table table = create(retain(1));
        int owners = 0;
        for (int i = 0; i < 4; i++) {
            try (TableWriter writer = table.newWriter("w" + i, new CompactionOwnership(i, 4))) {
                commit(writer, Map.of());
                owners += (int) writer.maintenance().runs();
            }
        }
        assertThat(owners).isEqualTo(1);
    }

    @Test
    void writeOnlyTablesAreMaintainedByOthers() {
        Map<String, String> options = new HashMap<>(retain(1));
        options.put("write-only", "true");
        Table table = create(options);
        try (TableWriter writer = table.newWriter("w")) {
            commit(writer, Map.of());
            commit(writer, Map.of());
            assertThat(writer.maintenance()).isEqualTo(MaintenanceTotals.NONE);
        }
        assertThat(ids(table)).containsExactly(1L, 2L);
    }

    @Test
    void failedMaintenanceIsCountedAndTriedAgain() {
        Table table = create(retain(1));
        try (TableWriter writer = table.newWriter("w")) {
            commit(writer, Map.of());
            io.plan(FaultPlan.always(call -> call.is(Operation.DELETE), Fault.FAIL_BEFORE));
            commit(writer, Map.of());
            assertThat(writer.maintenance().failures()).isEqualTo(1);
            assertThat(ids(table)).containsExactly(1L, 2L);
            io.plan(FaultPlan.none());
            commit(writer, Map.of());
            assertThat(writer.maintenance().failures()).isEqualTo(1);
            assertThat(ids(table)).containsExactly(3L);
        }
    }

    /** In the background it is looked at most every half a minute, and then everything goes that is due. */
    @Test
    void backgroundRunsAreRareAndThorough() {
        Map<String, String> options = new HashMap<>(retain(1));
        options.put("snapshot.expire.limit", "2");
        Table table = create(options);
        try (TableWriter writer = table.newWriter("w")) {
            writer.maintainInBackground();
            for (int i = 0; i < 9; i++) {
                commit(writer, Map.of());
            }
            assertThat(writer.maintenance().runs()).isEqualTo(1);
            assertThat(ids(table)).hasSize(9);
            env.advance(Duration.ofSeconds(30));
            commit(writer, Map.of());
            assertThat(writer.maintenance().runs()).isEqualTo(2);
            assertThat(ids(table)).containsExactly(10L);
        }
    }

    @Test
    void aTableWithFewSnapshotsCostsNothing() {
        Table table = create(Map.of());
        try (TableWriter writer = table.newWriter("w")) {
            commit(writer, Map.of());
            commit(writer, Map.of());
            io.resetCounters();
            commit(writer, Map.of());
            assertThat(io.log())
                    .noneMatch(call -> call.named("EARLIEST") || call.named("consumer"))
                    .filteredOn(call -> call.location().name().equals("tag"))
                    .hasSize(1);
        }
    }

    /** The ledger of a connector is in its snapshots' properties; those of others have none, and it must not be lost. */
    @Test
    void theNewestSnapshotWithALedgerOutlivesForeignOnes() {
        Table table = create(Map.of("write-only", "true"));
        try (TableWriter connector = table.newWriter("connector");
                TableWriter foreign = table.newWriter("foreign")) {
            commit(connector, Map.of("varve.offsets.c", "{\"t\":{\"0\":1}}"));
            commit(connector, Map.of("varve.offsets.c", "{\"t\":{\"0\":2}}"));
            for (int i = 0; i < 5; i++) {
                commit(foreign, Map.of());
            }
            table.maintenance().expireSnapshots(retain(1));
            assertThat(ids(table)).startsWith(2L).hasSize(6);
            commit(connector, Map.of("varve.offsets.c", "{\"t\":{\"0\":3}}"));
            table.maintenance().expireSnapshots(retain(1));
            assertThat(ids(table)).containsExactly(8L);
        }
    }

    @Test
    void consumersProtectWhatTheyHaveNotReadUntilTheyAreSilentForTooLong() {
        Map<String, String> options = new HashMap<>(retain(1));
        options.put("consumer.expiration-time", "1 d");
        Table table = create(options);
        try (TableWriter writer = table.newWriter("w")) {
            commit(writer, Map.of());
            store.put(
                    dev.varve.table.fs.Location.of(table.location() + "/consumer/consumer-r"),
                    "{\n  \"nextSnapshot\" : 2\n}");
            for (int i = 0; i < 4; i++) {
                commit(writer, Map.of());
            }
            assertThat(ids(table)).containsExactly(2L, 3L, 4L, 5L);
            env.advance(Duration.ofHours(25));
            commit(writer, Map.of());
            assertThat(ids(table)).containsExactly(6L);
        }
    }

    @Test
    void tagsComeAndGoByThemselves() {
        Map<String, String> options = new HashMap<>(retain(1));
        options.put("tag.automatic-creation", "process-time");
        options.put("tag.creation-period", "hourly");
        options.put("tag.num-retained-max", "2");
        options.put("sink.process-time-zone", "UTC");
        Table table = create(options);
        table.newWriter("w").close();
        try (TableWriter writer = table.newWriter("w")) {
            for (int i = 0; i < 4; i++) {
                commit(writer, Map.of());
                env.advance(Duration.ofMinutes(61));
            }
        }
        assertThat(table.maintenance().tags().stream().map(Tag::name))
                .containsExactly("2026-01-01 01", "2026-01-01 02");
        assertThat(ids(table)).containsExactly(4L);
        assertThat(Tables.rows(table.scan().tag("2026-01-01 01"))).hasSize(3);
    }

    @Test
    void tagsEndWithTheirRetention() {
        Table table = create(Map.of("tag.default-time-retained", "1 d"));
        try (TableWriter writer = table.newWriter("w")) {
            commit(writer, Map.of());
            table.maintenance().createTag("short", java.util.OptionalLong.empty(), Optional.empty());
            table.maintenance().createTag("long", java.util.OptionalLong.of(1), Optional.of(Duration.ofDays(9)));
            env.advance(Duration.ofDays(2));
            commit(writer, Map.of());
            assertThat(table.maintenance().tags().stream().map(Tag::name)).containsExactly("long");
        }
    }

    @Test
    void batchCommitsAreTaggedByTheirDay() {
        Table table = create(Map.of("tag.automatic-creation", "batch", "sink.process-time-zone", "UTC"));
        try (TableWriter writer = table.newWriter("w")) {
            writer.write(row());
            writer.commit(writer.prepare(), Long.MAX_VALUE, Map.of(), Guard.NONE, false);
            writer.write(row());
            writer.commit(writer.prepare(), Long.MAX_VALUE, Map.of(), Guard.NONE, false);
            commit(writer, Map.of());
        }
        assertThat(table.maintenance().tags()).singleElement().satisfies(tag -> {
            assertThat(tag.name()).isEqualTo("batch-write-2026-01-01");
            assertThat(tag.snapshot().id()).isEqualTo(2);
        });
    }

    private static Map<String, String> retain(int snapshots) {
        return Map.of(
                "snapshot.num-retained.min",
                Integer.toString(snapshots),
                "snapshot.num-retained.max",
                Integer.toString(snapshots));
    }

    private Table create(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.put("bucket", "1");
        all.put("num-sorted-run.compaction-trigger", "100");
        return WarehouseOver.of(io, "/warehouse", env)
                .create(
                        ID,
                        new TableSpec(
                                List.of(
                                        new DataField(0, "id", DataTypes.BIGINT.notNull()),
                                        new DataField(1, "v", DataTypes.STRING)),
                                List.of("id"),
                                List.of(),
                                all,
                                Optional.empty()));
    }

    private void commit(TableWriter writer, Map<String, String> properties) {
        writer.write(row());
        writer.commit(writer.prepare(), ++identifier, properties, Guard.NONE, false);
    }

    private GenericRow row() {
        return GenericRow.ofKind(RowKind.INSERT, ++rows, BinaryString.of("v"));
    }

    private long rows;

    private static List<Long> ids(Table table) {
        return table.snapshots().stream().map(Snapshot::id).toList();
    }
}
