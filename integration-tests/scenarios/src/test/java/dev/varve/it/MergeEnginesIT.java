package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.ConnectWorker;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.pipeline.Pipeline;
import dev.varve.it.pipeline.SourceMarks;
import dev.varve.it.postgres.DebeziumSource;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.process.Waiting;
import dev.varve.it.sales.OutOfOrder;
import dev.varve.it.sales.SalesTables;
import dev.varve.it.sales.TicketOffice;
import dev.varve.table.TableId;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two workers and tables that merge: what a killed worker or disorder could make wrong without anybody noticing. */
class MergeEnginesIT {
    private static final String PREFIX = "office";
    private static final int KILLS = Integer.getInteger("varve.it.salesKills", 3);
    private static final int TRANSACTIONS_PER_ROUND = Integer.getInteger("varve.it.salesPerRound", 400);
    private static final int DISORDERS = Integer.getInteger("varve.it.disorders", 4);
    private static final long SEED = Long.getLong("varve.it.seed", 42);
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private TwoWorkers cluster;

    @BeforeEach
    void start() {
        cluster = TwoWorkers.start("merge-engines");
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** A sum shows each record that lands twice, and each that is lost. */
    @Test
    void aggregationsEqualTheDatabasesOwnThoughWorkersAreKilled() throws Exception {
        Postgres postgres = Postgres.start(cluster.workspace);
        try (TicketOffice office = new TicketOffice(postgres.connect(), SEED);
                Connection connection = postgres.connect()) {
            SourceMarks marks = new SourceMarks(connection);
            Pipeline pipeline =
                    cluster.workspace.own(new Pipeline(cluster.broker, cluster.connect.client(), marks, PREFIX));
            office.work(200);
            pipeline.start(DebeziumSource.of(postgres, PREFIX, TicketOffice.SCHEMA)
                    .with("table.include.list", "sales.orders,sales.tickets,sales.visits")
                    .with("message.key.columns", "sales.tickets:product_id")
                    .partitions(4)
                    .json(true)
                    .named("office-source"));
            pipeline.awaitTopics(TicketOffice.TABLES.size(), LIMIT);
            List<ConnectorDocument> sinks = List.of(
                    sink("revenue", "orders", SalesTables.revenue()),
                    sink("buyers", "visits", SalesTables.buyers()),
                    sink("progress", "tickets", SalesTables.progress()));
            sinks.forEach(pipeline::start);
            for (int kill = 0; kill < KILLS; kill++) {
                long before = pipeline.progress(sinks.get(0)).committed();
                office.work(TRANSACTIONS_PER_ROUND);
                Waiting.untilTrue(
                        "the sink to make progress before kill " + kill,
                        LIMIT,
                        () -> pipeline.progress(sinks.get(0)).committed() > before,
                        () -> cluster.connect.client().describe("revenue"));
                ConnectWorker victim = cluster.victim(kill);
                victim.kill();
                office.work(TRANSACTIONS_PER_ROUND);
                victim.launch();
                office.work(TRANSACTIONS_PER_ROUND);
                victim.awaitReady();
            }
            marks.set();
            pipeline.awaitMark(LIMIT);
            sinks.forEach(sink -> cluster.connect.client().awaitRunning(sink.name(), 2, LIMIT));
            for (ConnectorDocument sink : sinks) {
                pipeline.awaitSink(sink, sink.config().get("topics"), LIMIT);
            }
            cluster.lake.eachReader(reader -> SalesTables.requireEqual(office, reader));
        }
    }

    private ConnectorDocument sink(String name, String table, Map<String, String> settings) {
        Map<String, String> config = new HashMap<>(settings);
        config.put("connector.class", PluginPath.SINK_CLASS);
        config.put("tasks.max", "2");
        config.put("topics", PREFIX + "." + TicketOffice.SCHEMA + "." + table);
        config.putAll(cluster.lake.connectorSettings());
        config.put("database", SalesTables.DATABASE);
        return new ConnectorDocument(name, config);
    }

    @Test
    void twoSourcesOfOneRowMayArriveInAnyOrder() throws Exception {
        List<OutOfOrder> disorders = new ArrayList<>();
        try (TopicAdmin admin = new TopicAdmin(cluster.broker);
                VarveTables varve = cluster.lake.varve()) {
            for (int i = 0; i < DISORDERS; i++) {
                OutOfOrder disorder = new OutOfOrder("d" + i, SEED + i);
                disorder.topics().forEach(topic -> admin.create(topic, OutOfOrder.PARTITIONS));
                varve.warehouse().create(new TableId("default", "d" + i), customers());
                disorders.add(disorder);
            }
            cluster.connect.client().create(customersSink());
            cluster.connect.client().awaitRunning("customers", 2, LIMIT);
            for (OutOfOrder disorder : disorders) {
                disorder.send(cluster.broker);
            }
            for (OutOfOrder disorder : disorders) {
                new SinkProgress(admin, cluster.connect.client(), "customers").await(disorder.ends(), LIMIT, () -> {});
            }
        }
        cluster.lake.eachReader(reader -> {
            for (int i = 0; i < DISORDERS; i++) {
                assertThat(rows(reader.read(new TableId("default", "d" + i))))
                        .as("disorder with seed %s read by %s", SEED + i, reader.name())
                        .containsExactlyInAnyOrderEntriesOf(disorders.get(i).newest());
            }
        });
    }

    private static Map<String, String> rows(TableContent content) {
        Map<String, String> rows = new TreeMap<>();
        content.rows().forEach((key, values) -> rows.put(key, String.join("|", values.subList(1, values.size()))));
        return rows;
    }

    /** A table that several sources complete is made before the first of them comes: a record knows its own columns only. */
    private static TableSpec customers() {
        return new TableSpec(
                List.of(
                        new DataField(0, "id", DataTypes.BIGINT.notNull()),
                        new DataField(1, "profile_version", DataTypes.BIGINT),
                        new DataField(2, "name", DataTypes.STRING),
                        new DataField(3, "city", DataTypes.BIGINT),
                        new DataField(4, "balance_version", DataTypes.BIGINT),
                        new DataField(5, "amount", DataTypes.STRING),
                        new DataField(6, "currency", DataTypes.BIGINT)),
                List.of("id"),
                List.of(),
                Map.of(
                        "bucket", "2",
                        "merge-engine", "partial-update",
                        "fields.profile_version.sequence-group", "name,city",
                        "fields.balance_version.sequence-group", "amount,currency"),
                Optional.empty());
    }

    private ConnectorDocument customersSink() {
        Map<String, String> config = new HashMap<>();
        config.put("connector.class", PluginPath.SINK_CLASS);
        config.put("tasks.max", "2");
        config.put("topics.regex", "d\\d+\\.(profile|balance)");
        config.putAll(cluster.lake.connectorSettings());
        config.put("table.format", "${topic.1}");
        for (String part : List.of("key", "value")) {
            config.put(part + ".converter", "org.apache.kafka.connect.json.JsonConverter");
            config.put(part + ".converter.schemas.enable", "false");
        }
        return new ConnectorDocument("customers", config);
    }
}
