package dev.varve.it.types;

import dev.varve.it.compare.Differences;
import dev.varve.it.compare.PaimonTables;
import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.TableReader;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.AvroConverterPlugin;
import dev.varve.it.kafka.Broker;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.kafka.TopicWatcher;
import dev.varve.it.postgres.DebeziumSource;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.process.Waiting;
import dev.varve.table.TableId;
import dev.varve.table.type.RowType;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;

/** One source and one sink in one {@link SourceMode}, and the comparison of what has come with the database. Confined to one thread. */
final class TypedPipeline implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(120);
    /** Values of 10 MB are sent; in JSON, a character may take six bytes. */
    private static final String MAX_MESSAGE_BYTES = Integer.toString(64 << 20);

    private static final Duration SETTLING = Duration.ofSeconds(20);
    private static final int SHOWN_CHARACTERS = 2_000;

    private static final String CONVERTER = "value.converter";

    private final SourceMode mode;
    private final List<SourceTable> tables;
    private final ConnectCluster connect;
    private final TopicAdmin admin;
    private final TopicWatcher watcher;
    private final Map<String, String> converter;
    private long ends;

    TypedPipeline(SourceMode mode, List<SourceTable> tables, ConnectCluster connect, Broker broker, String registry) {
        this.mode = mode;
        this.tables = List.copyOf(tables);
        this.connect = connect;
        this.admin = new TopicAdmin(broker);
        this.watcher = new TopicWatcher(
                broker,
                Pattern.compile(mode.name() + "\\..*"),
                record -> record.topic().equals(mode.name() + ".message"));
        this.converter = mode.avro()
                ? Map.of(CONVERTER, AvroConverterPlugin.CLASS, CONVERTER + ".schema.registry.url", registry)
                : Map.of(
                        CONVERTER,
                        "org.apache.kafka.connect.json.JsonConverter",
                        CONVERTER + ".schemas.enable",
                        "true");
    }

    List<SourceTable> tables() {
        return tables;
    }

    SourceMode mode() {
        return mode;
    }

    void startSource(Postgres postgres) {
        DebeziumSource source = DebeziumSource.of(postgres, mode.name(), SourceTable.SCHEMA)
                .with(
                        "table.include.list",
                        tables.stream().map(SourceTable::qualified).collect(Collectors.joining(",")))
                .with("include.unknown.datatypes", "true")
                .with("topic.creation.default.max.message.bytes", MAX_MESSAGE_BYTES)
                .with("producer.override.max.request.size", MAX_MESSAGE_BYTES)
                .with("producer.override.buffer.memory", MAX_MESSAGE_BYTES);
        mode.settings().forEach(source::with);
        converters().forEach(source::with);
        connect.client().create(source.named(mode.name() + "-source"));
    }

    /** To be called when the source has sent every table's first rows: a sink finds topics only now and then. */
    void startSink(Path warehouse, Map<String, String> settings) {
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
                "warehouse",
                warehouse.toString(),
                "database",
                mode.name(),
                "commit.interval.ms",
                "1000"));
        config.putAll(converters());
        connect.client().create(new ConnectorDocument(mode.name() + "-sink", config));
    }

    /** Of keys too. */
    private Map<String, String> converters() {
        Map<String, String> both = new HashMap<>(converter);
        converter.forEach((name, value) -> both.put(name.replaceFirst("value", "key"), value));
        return both;
    }

    /** Waits until every change made so far is in the tables. */
    void await(Connection connection) throws SQLException {
        SourceTable.execute(connection, "select pg_logical_emit_message(true, 'varve', 'end')");
        ends++;
        watcher.awaitEnd(ends, admin, LIMIT);
        connect.client().awaitRunning(mode.name() + "-sink", 1, LIMIT);
        new SinkProgress(admin, connect.client(), mode.name() + "-sink")
                .await(watcher.afterLastRecord(), LIMIT, () -> {});
    }

    /** Compares each table, value by value, through Varve and through Apache Paimon. */
    void requireEqual(SoftAssertions all, Connection connection, Path warehouse) throws SQLException {
        try (VarveTables varve = new VarveTables(warehouse.toString());
                TableReader paimon = new PaimonTables(warehouse.toString())) {
            for (SourceTable table : tables) {
                TableId copy = new TableId(mode.name(), table.name());
                TableContent expected = table.expected(connection, mode, columns(varve, copy));
                all.assertThat(expected.rows())
                        .as("rows of %s", table.qualified())
                        .isNotEmpty();
                for (TableReader reader : List.of(varve, paimon)) {
                    Differences differences = settled(expected, reader, copy);
                    all.assertThat(differences.first().stream().map(TypedPipeline::shortened))
                            .as("table %s read by %s", copy, reader.name())
                            .isEmpty();
                }
            }
        }
    }

    /** Large records may come to Kafka after those that the source sends later: the copy gets some more time. */
    private static Differences settled(TableContent expected, TableReader reader, TableId copy) {
        long end = System.nanoTime() + SETTLING.toNanos();
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
     * Rows of a Markdown table: the source's type, the Connect schema, the column's type, and the last cell.
     *
     * @param last of a column's row
     */
    void describe(
            StringBuilder page, SourceTable table, Broker broker, Path warehouse, Function<SourceColumn, String> last) {
        Map<String, String> schemas = TopicSchemas.read(broker, mode.name() + "." + table.qualified());
        try (VarveTables varve = new VarveTables(warehouse.toString())) {
            RowType copy = columns(varve, new TableId(mode.name(), table.name()));
            for (SourceColumn column : table.columns()) {
                if (!table.key().contains(column.name())) {
                    page.append("| ")
                            .append(SourceColumns.documented(column.type()))
                            .append(" | ")
                            .append(schemas.get(column.name()))
                            .append(" | ")
                            .append(copy.type(copy.indexOf(column.name()))
                                    .asNullable()
                                    .toString()
                                    .replace("`", ""))
                            .append(" | ")
                            .append(last.apply(column))
                            .append(" |\n");
                }
            }
        }
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
