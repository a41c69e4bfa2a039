package dev.varve.it.pipeline;

import dev.varve.it.compare.Differences;
import dev.varve.it.compare.PostgresTables;
import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.TableReader;
import dev.varve.it.kafka.Broker;
import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.shop.ShopSchema;
import dev.varve.it.shop.ShopWorkload;
import dev.varve.table.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The shop's database, a Debezium source and a sink, with the means to know when a change has gone all the way. Broker, workers
 * and database are given. Confined to one thread.
 */
public final class ShopPipeline implements AutoCloseable {
    private final Connection connection;
    private final ShopWorkload workload;
    private final SourceMarks marks;
    private final Pipeline pipeline;

    /** The connections of a pipeline whose source is to be named {@code topicPrefix}; its topics start with that name. */
    public ShopPipeline(Broker broker, ConnectClient client, Postgres postgres, String topicPrefix, long seed)
            throws SQLException {
        this.connection = postgres.connect();
        this.workload = new ShopWorkload(connection, seed);
        this.marks = new SourceMarks(connection);
        this.pipeline = new Pipeline(broker, client, marks, topicPrefix);
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
        pipeline.start(connector);
    }

    /** Change events that have arrived in Kafka. */
    public long events() {
        return pipeline.events();
    }

    /** How far a sink has come. */
    public SinkProgress progress(ConnectorDocument sink) {
        return pipeline.progress(sink);
    }

    /** Waits until Kafka has a record in each of the topics, so that a sink finds them when it starts. */
    public void awaitTopics(int count, Duration limit) {
        pipeline.awaitTopics(count, limit);
    }

    /** Waits until every change made so far is in Kafka. */
    public void awaitSource(Duration limit) throws SQLException {
        marks.set();
        pipeline.awaitMark(limit);
    }

    /** Waits, after {@link #awaitSource}, until the sink has landed every event. */
    public void awaitSink(ConnectorDocument sink, Duration limit, Runnable watch) {
        pipeline.awaitSink(sink, limit, watch);
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
                pipeline) {
            connection.rollback();
        }
    }
}
