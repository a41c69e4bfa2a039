package dev.varve.it.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.Differences;
import dev.varve.it.compare.TableReader;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.pipeline.Pipeline;
import dev.varve.it.postgres.DebeziumSource;
import dev.varve.it.postgres.Postgres;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.VerifyReport;
import dev.varve.table.VerifyRequest;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Snapshot;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** One way from the database into tables: a source and a sink that agree on a converter. Confined to one thread. */
public final class Lane {
    /** Tasks of the sink, and partitions of each topic: every task writes every table. */
    public static final int TASKS = 4;

    private static final Duration LIMIT = Duration.ofSeconds(180);

    private final String name;
    private final ConnectClient client;
    private final Pipeline pipeline;
    private final Path warehouse;
    private final boolean defaultsForNulls;
    private final ConnectorDocument source;
    private final ConnectorDocument sink;

    /**
     * @param name prefix of its topics, and database of its tables
     * @param converters settings of both connectors
     * @param defaultsForNulls whether the converter makes nulls of columns with a default into the default
     * @param tables settings of the sink alone
     */
    public Lane(
            String name,
            ConnectClient client,
            Pipeline pipeline,
            Postgres postgres,
            Path warehouse,
            Map<String, String> converters,
            boolean defaultsForNulls,
            Map<String, String> tables) {
        this.name = name;
        this.client = client;
        this.pipeline = pipeline;
        this.warehouse = warehouse;
        this.defaultsForNulls = defaultsForNulls;
        DebeziumSource debezium =
                DebeziumSource.of(postgres, name, EvolvingTable.SCHEMA).partitions(TASKS);
        converters.forEach(debezium::with);
        this.source = debezium.named(name + "-source");
        Map<String, String> config = new HashMap<>(tables);
        config.putAll(converters);
        config.put("connector.class", PluginPath.SINK_CLASS);
        config.put("tasks.max", Integer.toString(TASKS));
        config.put("topics.regex", name + "\\." + EvolvingTable.SCHEMA + "\\..*");
        config.put("warehouse", warehouse.toString());
        config.put("database", name);
        config.put("commit.interval.ms", "500");
        // Compaction is to meet files of several schemas, in tasks that know one of them.
        config.put("options.bucket", "4");
        config.put("options.num-sorted-run.compaction-trigger", "2");
        this.sink = new ConnectorDocument(name + "-sink", config);
    }

    public String name() {
        return name;
    }

    public void startSource() {
        pipeline.start(source);
    }

    /** @param tables that the source has sent rows of */
    public void startSink(int tables) {
        pipeline.awaitTopics(tables, LIMIT);
        pipeline.start(sink);
    }

    /** Waits until what was written before the last mark is in Kafka. */
    public void awaitSource() {
        pipeline.awaitMark(LIMIT);
    }

    /** Waits until what was written before the last mark is in the tables; all tasks run then. */
    public void awaitSink() {
        pipeline.awaitMark(LIMIT);
        pipeline.awaitSink(sink, LIMIT, () -> {});
        client.awaitRunning(sink.name(), TASKS, LIMIT);
    }

    /** Records landed so far. */
    public long landed() {
        return pipeline.progress(sink).committed();
    }

    /** What the cluster says of the sink: for messages. */
    public String describe() {
        return client.describe(sink.name());
    }

    public SchemaVersions schemas(EvolvingTable table) {
        return new SchemaVersions(warehouse, id(table));
    }

    /** Requires that the copy holds what it must. */
    public void requireEqual(EvolvingTable table, TableReader reader) throws SQLException {
        Differences differences = Differences.between(table.copy(defaultsForNulls), reader.read(id(table)));
        assertThat(differences.first())
                .as("%s differences in %s read by %s", differences.count(), id(table), reader.name())
                .isEmpty();
    }

    /** Requires that a table's files agree with one another, and that snapshots never went back to an older schema. */
    public void requireSound(EvolvingTable table) {
        schemas(table).requireSound();
        try (VarveTables varve = new VarveTables(warehouse.toString())) {
            Table copy = varve.table(id(table));
            List<Long> schemas =
                    copy.snapshots().stream().map(Snapshot::schemaId).toList();
            assertThat(schemas).as("schemas of the snapshots of %s", id(table)).isSorted();
            assertThat(schemas.get(schemas.size() - 1)).isEqualTo(copy.schema().id());
            VerifyReport report =
                    copy.maintenance().verify(VerifyRequest.everything().withRows());
            assertThat(report.problems()).as("problems of %s", id(table)).isEmpty();
        }
    }

    /** Who has put rows into a table: each task's instance is a user of its own. */
    public Set<String> writers(EvolvingTable table) {
        try (VarveTables varve = new VarveTables(warehouse.toString())) {
            return varve.table(id(table)).snapshots().stream()
                    .filter(snapshot -> snapshot.kind() == CommitKind.APPEND)
                    .map(Snapshot::commitUser)
                    .collect(Collectors.toSet());
        }
    }

    /** Ends of the topic of a table, as a sink sees them. */
    public Map<TopicPartition, Long> ends(EvolvingTable table) {
        Map<TopicPartition, Long> ends = pipeline.ends();
        ends.keySet()
                .removeIf(
                        partition -> !partition.topic().equals(name + "." + EvolvingTable.SCHEMA + "." + table.name()));
        return ends;
    }

    /** Has the sink read all topics once more. */
    public void replayAll() {
        stopSink();
        client.resetOffsets(sink.name());
        client.resume(sink.name());
    }

    /** Has the sink go back to these offsets. */
    public void replayFrom(Map<TopicPartition, Long> offsets) {
        stopSink();
        client.alterOffsets(sink.name(), offsets);
        client.resume(sink.name());
    }

    private void stopSink() {
        client.stop(sink.name());
        client.awaitStopped(sink.name(), LIMIT);
    }

    private TableId id(EvolvingTable table) {
        return new TableId(name, table.name());
    }
}
