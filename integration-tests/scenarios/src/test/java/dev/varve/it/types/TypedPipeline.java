package dev.varve.it.types;

import dev.varve.it.compare.Differences;
import dev.varve.it.compare.Lake;
import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.TableReader;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.Broker;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.kafka.TopicWatcher;
import dev.varve.it.process.Waiting;
import dev.varve.table.TableId;
import dev.varve.table.type.RowType;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;

/** One source and one sink in one {@link SourceMode}, and the comparison of what has come with the database. Confined to one thread. */
final class TypedPipeline implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(120);
    /** Values of 10 MB are sent; in JSON, a character may take six bytes. */
    private static final String MAX_MESSAGE_BYTES = Integer.toString(64 << 20);

    private static final Duration SETTLING = Duration.ofSeconds(20);
    private static final int SHOWN_CHARACTERS = 2_000;

    private static final Map<String, String> JSON_CONVERTER =
            Map.of("", "org.apache.kafka.connect.json.JsonConverter", ".schemas.enable", "true");

    private final SourceDatabase database;
    private final SourceMode mode;
    private final List<SourceTable> tables;
    private final ConnectCluster connect;
    private final TopicAdmin admin;
    private final TopicWatcher watcher;
    private final Map<String, String> converter;

    TypedPipeline(
            SourceDatabase database,
            Catalogue.Reading reading,
            ConnectCluster connect,
            Broker broker,
            Map<String, String> avroConverter) {
        this.database = database;
        this.mode = reading.mode();
        this.tables = reading.tables();
        this.connect = connect;
        this.admin = new TopicAdmin(broker);
        String endTopic = database.endTopic(mode.name());
        this.watcher = new TopicWatcher(
                broker,
                Pattern.compile(Pattern.quote(mode.name() + ".") + ".*"),
                record -> record.topic().equals(endTopic));
        this.converter = mode.avro() ? avroConverter : JSON_CONVERTER;
    }

    List<SourceTable> tables() {
        return tables;
    }

    SourceMode mode() {
        return mode;
    }

    void startSource() {
        List<String> names = tables.stream().map(SourceTable::qualified).toList();
        Map<String, String> config = new HashMap<>(database.connector(mode.name(), names));
        config.put("topic.creation.default.max.message.bytes", MAX_MESSAGE_BYTES);
        config.put("producer.override.max.request.size", MAX_MESSAGE_BYTES);
        config.put("producer.override.buffer.memory", MAX_MESSAGE_BYTES);
        config.putAll(mode.settings());
        config.putAll(converters());
        connect.client().create(new ConnectorDocument(mode.name() + "-source", config));
    }

    /** To be called when the source has sent every table's first rows: a sink finds topics only now and then. */
    void startSink(Lake lake, Map<String, String> settings) {
        connect.client().awaitRunning(mode.name() + "-source", 1, LIMIT);
        watcher.awaitTopics(tables.size(), LIMIT);
        Map<String, String> config = new HashMap<>(settings);
        config.putAll(Map.of(
                "connector.class",
                PluginPath.SINK_CLASS,
                "tasks.max",
                "1",
                "topics.regex",
                mode.name() + "\\." + SourceTable.SCHEMA + "\\..*",
                "database",
                mode.name(),
                "commit.interval.ms",
                "1000"));
        config.putAll(lake.connectorSettings());
        config.putAll(converters());
        connect.client().create(new ConnectorDocument(mode.name() + "-sink", config));
    }

    /** Of keys and of values. */
    private Map<String, String> converters() {
        Map<String, String> both = new HashMap<>();
        for (String part : List.of("key.converter", "value.converter")) {
            converter.forEach((setting, value) -> both.put(part + setting, value));
        }
        return both;
    }

    /**
     * Waits until everything is in the tables that came before the end was announced.
     *
     * @param round how often it has been announced
     */
    void await(long round) {
        watcher.awaitEnd(round, admin, LIMIT);
        connect.client().awaitRunning(mode.name() + "-sink", 1, LIMIT);
        new SinkProgress(admin, connect.client(), mode.name() + "-sink")
                .await(watcher.afterLastRecord(), LIMIT, () -> {});
    }

    /** Compares each table, value by value, through Varve and through Apache Paimon. */
    void requireEqual(SoftAssertions all, Connection connection, Lake lake) throws SQLException {
        try (VarveTables varve = lake.varve();
                TableReader paimon = lake.paimon()) {
            long end = System.nanoTime() + SETTLING.toNanos();
            for (SourceTable table : tables) {
                TableId copy = new TableId(mode.name(), table.name());
                TableContent expected = table.expected(connection, mode, columns(varve, copy));
                all.assertThat(expected.rows())
                        .as("rows of %s", table.qualified())
                        .isNotEmpty();
                for (TableReader reader : List.of(varve, paimon)) {
                    Differences differences = settled(expected, reader, copy, end);
                    all.assertThat(differences.first().stream().map(TypedPipeline::shortened))
                            .as("table %s read by %s", copy, reader.name())
                            .isEmpty();
                }
            }
        }
    }

    /** Large records may come to Kafka after those that the source sends later: the copy gets some more time. */
    private static Differences settled(TableContent expected, TableReader reader, TableId copy, long end) {
        Differences differences = Differences.between(expected, reader.read(copy));
        while (!differences.isEmpty() && System.nanoTime() < end) {
            Waiting.pause(Duration.ofSeconds(1));
            differences = Differences.between(expected, reader.read(copy));
        }
        return differences;
    }

    private static String shortened(String difference) {
        return difference.length() <= SHOWN_CHARACTERS ? difference : difference.substring(0, SHOWN_CHARACTERS) + "...";
    }

    /**
     * What has become of a table's columns, without its key.
     *
     * @return by column: the Connect schema and the column's type
     */
    Map<SourceColumn, List<String>> types(SourceTable table, Broker broker, Lake lake) {
        Map<String, String> schemas = TopicSchemas.read(broker, mode.name() + "." + table.qualified());
        Map<SourceColumn, List<String>> types = new LinkedHashMap<>();
        try (VarveTables varve = lake.varve()) {
            RowType copy = columns(varve, new TableId(mode.name(), table.name()));
            for (SourceColumn column : table.columns()) {
                if (!table.key().contains(column.name())) {
                    String type = copy.type(copy.indexOf(column.name()))
                            .asNullable()
                            .toString()
                            .replace("`", "");
                    types.put(column, List.of(schemas.get(column.name()), type));
                }
            }
        }
        return types;
    }

    private static RowType columns(VarveTables varve, TableId table) {
        return varve.table(table).schema().rowType();
    }

    @Override
    public void close() {
        watcher.close();
        admin.close();
    }
}
