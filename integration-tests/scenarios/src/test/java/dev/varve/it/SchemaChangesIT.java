package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.evolution.Change;
import dev.varve.it.evolution.EvolvingTable;
import dev.varve.it.evolution.Lane;
import dev.varve.it.kafka.AvroConverterPlugin;
import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectWorker;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SchemaRegistry;
import dev.varve.it.pipeline.Pipeline;
import dev.varve.it.pipeline.SourceMarks;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.process.Waiting;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * ALTER TABLE of every kind on a PostgreSQL that is written all the while, through Debezium into tables that four tasks on two
 * workers write: as JSON with schemas and as Avro. What the tables must hold is said by {@code ColumnHistory}. One of them sums up, and so shows
 * each record that lands twice or not at all. The sources have a worker of their own, which is not killed: a
 * source that starts again asks the database's catalogue of today about rows of yesterday.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SchemaChangesIT {
    private static final long SEED = Long.getLong("varve.it.seed", 42);
    private static final int TRANSACTIONS = Integer.getInteger("varve.it.transactionsPerChange", 15);
    private static final int CHANGES_PER_KILL = Integer.getInteger("varve.it.changesPerKill", 3);
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final Duration EVOLUTION_LIMIT = Duration.ofSeconds(60);

    private static TwoWorkers cluster;
    private static ConnectCluster sources;
    private static SourceMarks marks;
    private static EvolvingTable calm;
    private static EvolvingTable stormy;
    private static Lane json;
    private static Lane avro;

    @BeforeAll
    static void start() throws Exception {
        cluster = TwoWorkers.start(
                "schema-changes",
                (workspace, two) -> two.heapMegabytes(512).settings(withAvro(AvroConverterPlugin.in(workspace))));
        CompletableFuture<Postgres> database = CompletableFuture.supplyAsync(() -> Postgres.start(cluster.workspace));
        sources = ConnectCluster.start(
                cluster.workspace,
                ConnectCluster.Spec.of("sources", cluster.broker)
                        .settings(withAvro(new PluginPath(cluster.workspace.directory("avro-plugin")))));
        Postgres postgres = database.join();
        SchemaRegistry registry = cluster.workspace.own(SchemaRegistry.start());
        Connection connection = cluster.workspace.own(postgres.connect());
        marks = new SourceMarks(connection);
        calm = new EvolvingTable(connection, "calm", false, SEED);
        stormy = new EvolvingTable(connection, "stormy", true, SEED + 1);
        calm.work(TRANSACTIONS);
        stormy.work(TRANSACTIONS);
        json = lane(
                "json",
                postgres,
                Map.of(
                        "converter", "org.apache.kafka.connect.json.JsonConverter",
                        "converter.schemas.enable", "true",
                        "converter.replace.null.with.default", "false"),
                false,
                Map.of());
        avro = lane(
                "avro",
                postgres,
                Map.of("converter", AvroConverterPlugin.CLASS, "converter.schema.registry.url", registry.url()),
                true,
                Map.of(
                        "tables.stormy.options.merge-engine", "aggregation",
                        "tables.stormy.options.aggregation.remove-record-on-delete", "true",
                        "tables.stormy.options.fields.quantity.aggregate-function", "sum",
                        "tables.stormy.options.fields.price.aggregate-function", "sum",
                        "tables.stormy.options.fields.default-aggregate-function", "last_value"));
        lanes().forEach(Lane::startSource);
        lanes().forEach(lane -> lane.startSink());
    }

    private static Map<String, String> withAvro(PluginPath avro) {
        return Map.of("plugin.path", PluginPath.built().directory() + "," + avro.directory());
    }

    private static Lane lane(
            String name,
            Postgres postgres,
            Map<String, String> converter,
            boolean defaultsForNulls,
            Map<String, String> settings) {
        Map<String, String> converters = new HashMap<>();
        for (String part : List.of("key.", "value.")) {
            converter.forEach((setting, value) -> converters.put(part + setting, value));
        }
        ConnectClient client = cluster.connect.client();
        Pipeline pipeline = cluster.workspace.own(new Pipeline(cluster.broker, client, marks, name));
        return cluster.workspace.own(new Lane(
                name,
                sources.client(),
                client,
                pipeline,
                postgres,
                cluster.lake,
                converters,
                defaultsForNulls,
                List.of(calm, stormy),
                settings));
    }

    private static List<Lane> lanes() {
        return List.of(json, avro);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    @Order(1)
    void tablesFollowEveryChangeWhileAllTasksWrite() throws Exception {
        for (Change change : Change.ALL) {
            calm.work(TRANSACTIONS);
            awaitSources();
            calm.change(change);
        }
        calm.changeAndRollBack();
        calm.work(TRANSACTIONS);
        requireLanded(calm, stormy);
        for (Lane lane : lanes()) {
            assertThat(lane.writers(calm))
                    .as("%s tasks that have written, each under one name from the start", lane.name())
                    .hasSize(Lane.TASKS);
        }
        assertThat(json.schemas(calm).newest()).isEqualTo(expectedColumns());
        assertThat(avro.schemas(calm).newest()).isEqualTo(expectedColumns());
    }

    /** A worker dies as the first of its tasks has made a table's new schema, and has not committed a row of it. */
    @Test
    @Order(2)
    void killedWorkersLeaveNothingHalfChanged() throws Exception {
        Random random = new Random(SEED);
        int kills = 0;
        for (int i = 0; i < Change.ALL.size(); i++) {
            Change change = Change.ALL.get(i);
            stormy.work(TRANSACTIONS);
            int before = json.schemas(stormy).count();
            stormy.change(change);
            stormy.work(TRANSACTIONS);
            if (i % CHANGES_PER_KILL == CHANGES_PER_KILL / 2) {
                if (change.evolves()) {
                    awaitEvolution(change, before);
                } else {
                    Waiting.pause(Duration.ofMillis(random.nextInt(1_000)));
                }
                List<Long> landed = lanes().stream().map(Lane::landed).toList();
                ConnectWorker victim = cluster.killAndLaunch(kills++);
                stormy.work(TRANSACTIONS);
                victim.awaitReady();
                awaitProgress(change, landed);
            }
        }
        stormy.changeAndRollBack();
        stormy.work(TRANSACTIONS);
        requireLanded(calm, stormy);
        assertThat(json.schemas(stormy).newest()).isEqualTo(expectedColumns());
        Map<String, String> merged = expectedColumns();
        merged.replaceAll((column, type) -> column.equals("id") ? type : type.replace(" NOT NULL", ""));
        assertThat(avro.schemas(stormy).newest()).isEqualTo(merged);
    }

    /** Records of schemas that are long past come again, all or from somewhere in the middle: nothing changes. */
    @Test
    @Order(3)
    void recordsOfOldSchemasMayComeAgain() throws Exception {
        List<Integer> before = schemaCounts();
        json.replayAll();
        avro.replayFrom(avro.middle(calm, new Random(SEED)));
        requireLanded(calm, stormy);
        assertThat(schemaCounts()).isEqualTo(before);
    }

    /** The control: a table that sums up does not bear what the others do, and the comparison says so. */
    @Test
    @Order(4)
    void aRecordThatLandsTwiceWouldBeSeen() throws Exception {
        avro.replayFrom(avro.middle(stormy, new Random(SEED)));
        marks.set();
        avro.awaitSink();
        cluster.lake.eachReader(
                reader -> assertThat(avro.differences(stormy, reader).count())
                        .as("differences seen by %s", reader.name())
                        .isPositive());
    }

    private static List<Integer> schemaCounts() {
        return lanes().stream()
                .flatMap(lane -> List.of(calm, stormy).stream()
                        .map(table -> lane.schemas(table).count()))
                .toList();
    }

    private static void awaitSources() throws Exception {
        marks.set();
        lanes().forEach(Lane::awaitSource);
    }

    private static void awaitEvolution(Change change, int before) {
        Waiting.untilTrue(
                "another schema because of: " + change.name(),
                EVOLUTION_LIMIT,
                () -> json.schemas(stormy).count() > before,
                json::describe);
    }

    private static void awaitProgress(Change change, List<Long> landed) {
        for (int i = 0; i < landed.size(); i++) {
            Lane lane = lanes().get(i);
            long before = landed.get(i);
            Waiting.untilTrue(
                    "lane " + lane.name() + " to go on after the kill at: " + change.name(),
                    LIMIT,
                    () -> lane.landed() > before,
                    lane::describe);
        }
    }

    private static void requireLanded(EvolvingTable... tables) throws Exception {
        marks.set();
        lanes().forEach(Lane::awaitSink);
        cluster.lake.eachReader(reader -> {
            for (Lane lane : lanes()) {
                for (EvolvingTable table : tables) {
                    lane.requireEqual(table, reader);
                }
            }
        });
        for (Lane lane : lanes()) {
            for (EvolvingTable table : tables) {
                lane.requireSound(table);
            }
        }
    }

    /** Columns of a table that takes rows as they come, after all changes. Nothing becomes NOT NULL later; what was so, is nullable once a row had no value. */
    private static Map<String, String> expectedColumns() {
        Map<String, String> columns = new TreeMap<>();
        columns.put("id", "BIGINT NOT NULL");
        columns.put("quantity", "BIGINT NOT NULL");
        columns.put("price", "DECIMAL(12, 4) NOT NULL");
        columns.put("weight", "DOUBLE");
        columns.put("name", "STRING");
        columns.put("colour", "STRING");
        columns.put("origin", "STRING");
        columns.put("note", "STRING");
        columns.put("supplier", "STRING");
        columns.put("grade", "INT");
        columns.put("spare", "INT");
        columns.put("batch", "INT");
        columns.put("status", "STRING");
        columns.put("shelf", "INT");
        columns.put("tint", "STRING");
        columns.put("first", "INT");
        columns.put("second", "STRING");
        columns.put("third", "BIGINT");
        columns.put("reserve", "INT");
        columns.put("lasting", "BIGINT");
        columns.put("margin", "DECIMAL(10, 3)");
        columns.put("hue", "STRING");
        return columns;
    }
}
