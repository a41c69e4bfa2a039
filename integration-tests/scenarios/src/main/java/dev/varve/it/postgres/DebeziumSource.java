package dev.varve.it.postgres;

import dev.varve.it.kafka.ConnectorDocument;
import java.util.LinkedHashMap;
import java.util.Map;

/** Configuration of a Debezium connector that captures one schema of a {@link Postgres}. */
public final class DebeziumSource {
    private final Map<String, String> config = new LinkedHashMap<>();

    private DebeziumSource() {}

    /**
     * @param prefix first part of the topics' names; also names the replication slot and the publication, so two sources on one
     *     server differ in it
     * @param schema whose tables are captured
     */
    public static DebeziumSource of(Postgres server, String prefix, String schema) {
        return new DebeziumSource()
                .with("connector.class", "io.debezium.connector.postgresql.PostgresConnector")
                .with("tasks.max", "1")
                .with("database.hostname", server.host())
                .with("database.port", Integer.toString(server.port()))
                .with("database.user", Postgres.USER)
                .with("database.password", "unused")
                .with("database.dbname", Postgres.DATABASE)
                .with("plugin.name", "pgoutput")
                .with("slot.name", "slot_" + prefix)
                .with("publication.name", "publication_" + prefix)
                .with("publication.autocreate.mode", "filtered")
                .with("topic.prefix", prefix)
                .with("schema.include.list", schema)
                .with("topic.creation.default.replication.factor", "1")
                .with("topic.creation.default.partitions", "1")
                .with("poll.interval.ms", "100");
    }

    public DebeziumSource with(String key, String value) {
        config.put(key, value);
        return this;
    }

    /** Partitions of the topics that the connector creates. */
    public DebeziumSource partitions(int count) {
        return with("topic.creation.default.partitions", Integer.toString(count));
    }

    /** JSON, with its schema in every message or without one. */
    public DebeziumSource json(boolean withSchemas) {
        for (String part : new String[] {"key", "value"}) {
            with(part + ".converter", "org.apache.kafka.connect.json.JsonConverter");
            with(part + ".converter.schemas.enable", Boolean.toString(withSchemas));
        }
        return this;
    }

    /** The whole configuration, under a connector's name. */
    public ConnectorDocument named(String connector) {
        return new ConnectorDocument(connector, config);
    }
}
