package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.Differences;
import dev.varve.it.compare.Lake;
import dev.varve.it.kafka.Broker;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.pipeline.ShopPipeline;
import dev.varve.it.postgres.DebeziumSource;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.process.Workspace;
import dev.varve.it.shop.ShopSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The shop on a broker of whatever kind: several topics and tables, four tasks, four partitions each. */
final class ShopScenario {
    static final Duration LIMIT = Duration.ofSeconds(180);
    static final String PREFIX = "shop";
    static final String DATABASE = "lake";
    private static final String TOPICS = "shop\\.shop\\..*";
    private static final long SEED = 7;

    final Postgres postgres;
    final ConnectCluster connect;
    final ShopPipeline shop;
    final Lake lake;
    private final ConnectorDocument sink;

    ShopScenario(Workspace workspace, Broker broker, Lake lake) throws SQLException {
        postgres = Postgres.start(workspace);
        connect = ConnectCluster.start(
                workspace, ConnectCluster.Spec.of("connect", broker).heapMegabytes(512));
        shop = workspace.own(new ShopPipeline(broker, connect.client(), postgres, PREFIX, SEED));
        this.lake = lake;
        sink = sink("shop-sink", TOPICS, DATABASE);
    }

    /** Lands what the shop has at the start (a snapshot), then what happens in it, and compares after both. */
    void landAndCompare() throws Exception {
        shop.openShop(60, 40, 60);
        shop.start(DebeziumSource.of(postgres, PREFIX, ShopSchema.NAME)
                .partitions(4)
                .json(true)
                .named("shop-source"));
        shop.awaitTopics(ShopSchema.TABLES.size(), LIMIT);
        shop.start(sink);
        work(1500);
        requireEqual(lake);
    }

    /** The source's tables change while everything runs: two new columns, one of them NOT NULL, and a wider type. */
    void changeTheSchemaAndCompare() throws Exception {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("alter table shop.customers add column language varchar(5)");
            statement.execute("alter table shop.orders add column parcels integer not null default 1");
            statement.execute("alter table shop.products alter column stock type bigint");
            statement.execute("update shop.customers set language = 'en' where active");
            statement.execute("update shop.orders set parcels = priority + 4");
            statement.execute("update shop.products set stock = 5000000000 where id % 2 = 0");
        }
        work(200);
        requireEqual(lake);
    }

    /** Lets the shop live on for so many transactions and waits until all of it has landed. */
    private void work(int transactions) throws SQLException {
        for (int i = 0; i < transactions; i++) {
            shop.workload().step();
        }
        shop.awaitSource(LIMIT);
        shop.awaitSink(sink, LIMIT, () -> {});
    }

    /** Everything since the source's snapshot, into another warehouse, while the shop lives on. */
    void landToo(Lake other, String name) throws Exception {
        ConnectorDocument second = sink(other, name, TOPICS, DATABASE);
        shop.start(second);
        work(300);
        shop.awaitSink(second, LIMIT, () -> {});
        requireEqual(other);
    }

    /** A sink with four tasks that takes JSON with schemas. */
    ConnectorDocument sink(String name, String topics, String database) {
        return sink(lake, name, topics, database);
    }

    private static ConnectorDocument sink(Lake lake, String name, String topics, String database) {
        Map<String, String> config = new HashMap<>(lake.connectorSettings());
        config.put("connector.class", PluginPath.SINK_CLASS);
        config.put("tasks.max", "4");
        config.put("topics.regex", topics);
        config.put("database", database);
        config.put("options.bucket", "2");
        config.put("commit.interval.ms", "1000");
        return new ConnectorDocument(name, config);
    }

    private void requireEqual(Lake lake) throws Exception {
        lake.eachReader(reader -> {
            for (Map.Entry<String, Differences> table :
                    shop.compare(reader, DATABASE).entrySet()) {
                assertThat(table.getValue().first())
                        .as("table %s read by %s", table.getKey(), reader.name())
                        .isEmpty();
            }
        });
    }
}
