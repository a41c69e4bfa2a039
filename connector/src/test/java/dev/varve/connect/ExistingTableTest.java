package dev.varve.connect;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.ReadByBoth;
import dev.varve.connect.testing.Records;
import dev.varve.table.PaimonTable;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.Warehouse;
import dev.varve.table.WarehouseOver;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that were there before the connector, made by Varve or Paimon: settings are held against them when they are opened. */
class ExistingTableTest {
    private static final TableId ID = new TableId("default", "orders");
    private static final String LOCATION = "/w/default.db/orders";

    @TempDir
    private Path temporary;

    private final MemoryFileIO store = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final Warehouse warehouse = WarehouseOver.of(store, "/w", env);
    private final Records records = new Records();

    private static TableSpec spec(String... optionsOrValues) {
        Map<String, String> options = new HashMap<>(Map.of("bucket", "1"));
        for (int i = 0; i < optionsOrValues.length; i += 2) {
            options.put(optionsOrValues[i], optionsOrValues[i + 1]);
        }
        return new TableSpec(
                List.of(
                        new DataField(0, "id", DataTypes.BIGINT.notNull()),
                        new DataField(1, "region", DataTypes.STRING.notNull()),
                        new DataField(2, "n", DataTypes.INT.notNull())),
                List.of("id", "region"),
                List.of("region"),
                options,
                Optional.empty());
    }

    private SinkRecord row(long id, Object n) {
        return records.schemaless(map("id", id, "region", "eu"), map("id", id, "region", "eu", "n", n));
    }

    private EngineTask task(Map<String, String> settings) {
        return new EngineTask(store, env, settings);
    }

    private Table table() {
        return warehouse.find(ID).orElseThrow();
    }

    // ---- Keys

    @Test
    void otherKeysThanSettingsSayEndTheTask() {
        warehouse.create(ID, spec());
        assertThatThrownBy(() -> task(Map.of("tables.orders.primary-key", "id")))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining(
                        "table default.orders has the primary key [id, region], but tables.orders.primary-key says"
                                + " [id]; a table that exists keeps its own: set it to id,region, or land in another table");
        assertThatThrownBy(() ->
                        task(Map.of("tables.orders.primary-key", "id,region,n", "tables.orders.partition-keys", "n")))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("primary key [id, region]");
        assertThatThrownBy(() ->
                        task(Map.of("tables.orders.primary-key", "region,id", "tables.orders.partition-keys", "id")))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("table default.orders has the partition columns [region], but"
                        + " tables.orders.partition-keys says [id]");
    }

    @Test
    void aTableMadeByPaimonIsTakenAsItIs() throws Exception {
        PaimonTable.over(store, LOCATION, temporary).create(spec("file.compression", "zstd"));
        Map<String, String> settings = Map.of(
                "tables.orders.primary-key", "region,id",
                "tables.orders.partition-keys", "region",
                "schema.evolution", "add-columns");
        try (EngineTask task = task(settings)) {
            task.put(row(1, 1L), row(2, null), row(3, 3L)).commit();
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "[reason=null-value table=default.orders] record shop.orders-0@1, field n: the value is null or"
                                    + " missing, but the column is INT NOT NULL");
            assertThat(table().schema().id()).isZero();
            assertThat(ReadByBoth.rows(table(), store, temporary)).containsExactly("+I[1, eu, 1]", "+I[3, eu, 3]");
        }
    }

    // ---- Options

    @Test
    void optionsThatMayChangeAreSetOnceAndOthersAreToldOnce() {
        warehouse.create(ID, spec());
        Map<String, String> settings = Map.of(
                "options.num-sorted-run.compaction-trigger", "7",
                "tables.orders.options.snapshot.num-retained.min", "3",
                "options.bucket", "4",
                "options.merge-engine", "deduplicate");
        try (EngineTask task = task(settings)) {
            task.put(row(1, 1L)).commit();
        }
        assertThat(table().schema().id()).isEqualTo(1);
        assertThat(table().schema().options())
                .containsEntry("num-sorted-run.compaction-trigger", "7")
                .containsEntry("snapshot.num-retained.min", "3")
                .containsEntry("bucket", "1");
        String said = said(() -> {
            try (EngineTask task = task(settings)) {
                task.put(row(2, 2L)).commit();
            }
        });
        assertThat(table().schema().id()).isEqualTo(1);
        assertThat(said).containsOnlyOnce("table=default.orders the table keeps bucket=1 although settings say 4");
    }

    @Test
    void anOptionThatRowsForbidStaysAndIsTold() {
        warehouse.create(ID, spec());
        try (EngineTask task = task(Map.of())) {
            task.put(row(1, 1L)).commit();
        }
        String said = said(() -> {
            try (EngineTask task = task(Map.of("options.bucket", "1", "options.bucket-key", "id"))) {
                task.put(row(2, 2L)).commit();
                assertThat(task.errors()).isEmpty();
            }
        });
        assertThat(table().schema().id()).isZero();
        assertThat(said)
                .containsOnlyOnce("table=default.orders the table keeps no bucket-key although settings say id");
    }

    @Test
    void tasksThatSetOptionsAtOnceMakeOneChange() {
        warehouse.create(ID, spec());
        Map<String, String> settings = Map.of("options.num-sorted-run.compaction-trigger", "7");
        List<EngineTask> others = new ArrayList<>();
        FaultyFileIO io = new FaultyFileIO(store);
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT) && call.named("schema-") && others.size() < 3) {
                others.add(null);
                others.set(others.size() - 1, task(settings));
            }
        });
        try (EngineTask task = new EngineTask(io, env, settings)) {
            task.put(row(1, 1L)).commit();
        }
        others.forEach(EngineTask::close);
        assertThat(others).isNotEmpty();
        assertThat(table().schema().id()).isEqualTo(1);
        assertThat(table().schema().options()).containsEntry("num-sorted-run.compaction-trigger", "7");
    }

    // ---- Types

    @Test
    void aTypeForAColumnThatExistsIsToldToHaveNoEffect() {
        warehouse.create(ID, spec());
        Map<String, String> settings = Map.of(
                "tables.orders.types.n", "STRING", "tables.orders.types.x", "INT", "tables.orders.types.id", "BIGINT");
        String said = said(() -> {
            try (EngineTask task = task(settings)) {
                task.put(records.schemaless(
                                map("id", 1L, "region", "eu"), map("id", 1L, "region", "eu", "n", 1L, "x", 2L)))
                        .commit();
            }
        });
        assertThat(said)
                .containsOnlyOnce(
                        "table=default.orders tables.orders.types.n=STRING has no effect: the column exists as INT, and a"
                                + " type is given when a column is made");
        assertThat(said).doesNotContain("types.x").doesNotContain("types.id");
        assertThat(table().schema().rowType().toString()).contains("`x` INT");
    }

    /** What is logged while something runs. */
    private static String said(Runnable work) {
        PrintStream before = System.err;
        var bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
