package dev.varve.it.pipeline;

import dev.varve.it.compare.Differences;
import dev.varve.it.compare.PostgresTables;
import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.TableReader;
import dev.varve.it.kafka.Broker;
import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.kafka.TopicWatcher;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.shop.ShopSchema;
import dev.varve.it.shop.ShopWorkload;
import dev.varve.table.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;

/**
 * The shop's database, a Debezium source and a sink, with the means to know when a change has gone all the way. Broker, workers
 * and database are given. Confined to one thread.
 */
public final class ShopPipeline implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(120);
    private static final String END = "end of the workload";

    private final ConnectClient client;
    private final Connection connection;
    private final ShopWorkload workload;
    private final TopicAdmin admin;
    private final TopicWatcher watcher;
    private long ends;

    /** The connections of a pipeline whose source is to be named {@code topicPrefix}; its topics start with that name. */
    public ShopPipeline(Broker broker, ConnectClient client, Postgres postgres, String topicPrefix, long seed)
            throws SQLException {
        this.client = client;
        this.connection = postgres.connect();
        this.workload = new ShopWorkload(connection, seed);
        this.admin = new TopicAdmin(broker);
        this.watcher = new TopicWatcher(
                broker,
                Pattern.compile(Pattern.quote(topicPrefix) + "\\..*"),
                record -> record.topic().equals(topicPrefix + ".message"));
    }

    /** Creates the shop's tables with some rows in each. */
    public void openShop(int customers, int products, int orders) throws SQLException {
        ShopSchema.create(connection);
        workload.open(customers, products, orders);
    }

    public ShopWorkload workload() {
        return workload;
    }

    /** Creates a connector and waits until it and all its tasks run. */
    public void start(ConnectorDocument connector) {
        client.create(connector);
        client.awaitRunning(connector.name(), connector.tasks(), START_LIMIT);
    }

    /** Change events that have arrived in Kafka. */
    public long events() {
        return watcher.records();
    }

    /** How far a sink has come. */
    public SinkProgress progress(ConnectorDocument sink) {
        return new SinkProgress(admin, client, sink.name());
    }

    /** Waits until Kafka has a record in each of the topics, so that a sink finds them when it starts. */
    public void awaitTopics(int count, Duration limit) {
        watcher.awaitTopics(count, limit);
    }

    /** Waits until every change made so far is in Kafka. */
    public void awaitSource(Duration limit) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("select pg_logical_emit_message(true, 'varve', '" + END + "')");
        }
        connection.commit();
        ends++;
        watcher.awaitEnd(ends, admin, limit);
    }

    /** Waits, after {@link #awaitSource}, until the sink has landed every event. */
    public void awaitSink(ConnectorDocument sink, Duration limit, Runnable watch) {
        progress(sink).await(watcher.afterLastRecord(), limit, watch);
    }

    /** Like {@link #awaitSink(ConnectorDocument, Duration, Runnable)}, for a sink that takes one of the topics only. */
    public void awaitSink(ConnectorDocument sink, String topic, Duration limit) {
        Map<TopicPartition, Long> ends = watcher.afterLastRecord();
        ends.keySet().removeIf(partition -> !partition.topic().equals(topic));
        progress(sink).await(ends, limit, () -> {});
    }

    /**
     * Compares every table of the shop with its copy.
     *
     * @param database of the copies
     */
    public Map<String, Differences> compare(TableReader reader, String database) throws SQLException {
        Map<String, Differences> result = new LinkedHashMap<>();
        for (String table : ShopSchema.TABLES) {
            result.put(table, Differences.between(source(table), reader.read(new TableId(database, table))));
        }
        return result;
    }

    /** The rows of a table in the shop's database. */
    public TableContent source(String table) throws SQLException {
        TableContent content = PostgresTables.read(connection, ShopSchema.NAME, table);
        connection.commit();
        return content;
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                admin;
                watcher) {
            connection.rollback();
        }
    }
}
