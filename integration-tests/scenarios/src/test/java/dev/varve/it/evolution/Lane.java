package dev.varve.it.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.Differences;
import dev.varve.it.compare.Lake;
import dev.varve.it.compare.Ledgers;
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
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** One way from the database into tables: a source and a sink that agree on a converter. Confined to one thread. */
public final class Lane implements AutoCloseable {
    /** Tasks of the sink, and partitions of each topic: every task writes every table. */
    public static final int TASKS = 4;

    private static final Duration LIMIT = Duration.ofSeconds(180);

    private final String name;
    private final ConnectClient sources;
    private final ConnectClient client;
    private final Pipeline pipeline;
    private final Lake lake;
    private final VarveTables reader;
    private final boolean defaultsForNulls;
    private final List<EvolvingTable> tables;
    private final ConnectorDocument source;
    private final ConnectorDocument sink;

    /**
     * @param name prefix of its topics, and database of its tables
     * @param sources worker of the source
     * @param client workers of the sink
     * @param converters settings of both connectors
     * @param defaultsForNulls whether the converter makes nulls of columns with a default into the default
     * @param tables that the source has
     * @param settings of the sink alone
     */
    public Lane(
            String name,
            ConnectClient sources,
            ConnectClient client,
            Pipeline pipeline,
            Postgres postgres,
            Lake lake,
            Map<String, String> converters,
            boolean defaultsForNulls,
            List<EvolvingTable> tables,
            Map<String, String> settings) {
        this.name = name;
        this.sources = sources;
        this.client = client;
        this.pipeline = pipeline;
        this.lake = lake;
        this.reader = lake.varve();
        this.defaultsForNulls = defaultsForNulls;
        this.tables = List.copyOf(tables);
        DebeziumSource debezium =
                DebeziumSource.of(postgres, name, EvolvingTable.SCHEMA).partitions(TASKS);
        converters.forEach(debezium::with);
        this.source = debezium.named(name + "-source");
        Map<String, String> config = new HashMap<>(settings);
        config.putAll(converters);
        config.put("connector.class", PluginPath.SINK_CLASS);
        config.put("tasks.max", Integer.toString(TASKS));
        config.put("topics.regex", name + "\\." + EvolvingTable.SCHEMA + "\\..*");
        config.putAll(lake.connectorSettings());
        config.put("database", name);
        config.put("commit.interval.ms", "500");
        // Compaction is to meet files of several schemas, in tasks that know one of them.
        config.put("options.bucket", "4");
        config.put("options.num-sorted-run.compaction-trigger", "2");
        config.put("options.num-sorted-run.stop-trigger", "100");
        this.sink = new ConnectorDocument(name + "-sink", config);
    }

    public String name() {
        return name;
    }

    public void startSource() {
        sources.create(source);
        sources.awaitRunning(source.name(), 1, LIMIT);
    }

    /** To be called when each table has some rows. */
    public void startSink() {
        pipeline.awaitTopics(tables.size(), LIMIT);
        pipeline.start(sink);
    }

    /** Waits until what was written before the last mark is in Kafka. */
    public void awaitSource() {
        pipeline.awaitMark(LIMIT);
    }

    /** Waits until what was written before the last mark is in the tables; all tasks run then. */
    public void awaitSink() {
        pipeline.awaitMark(LIMIT);
        pipeline.progress(sink).await(pipeline.ends(), LIMIT, () -> {});
        client.awaitRunning(sink.name(), TASKS, LIMIT);
    }

    /** Records that are in the tables. */
    public long landed() {
        return ledgers().values().stream().mapToLong(Long::longValue).sum();
    }

    /** The positions up to which the tables hold everything, as their newest snapshots say. */
    private Map<TopicPartition, Long> ledgers() {
        Map<TopicPartition, Long> all = new HashMap<>();
        for (EvolvingTable table : tables) {
            reader.table(id(table))
                    .latestSnapshot()
                    .flatMap(snapshot -> Ledgers.of(snapshot, sink.name()))
                    .ifPresent(all::putAll);
        }
        return all;
    }

    /** What the cluster says of the sink: for messages. */
    public String describe() {
        return client.describe(sink.name());
    }

    public SchemaVersions schemas(EvolvingTable table) {
        return new SchemaVersions(lake.directory(), id(table));
    }

    /** Requires that the copy holds what it must. */
    public void requireEqual(EvolvingTable table, TableReader by) throws SQLException {
        Differences differences = differences(table, by);
        assertThat(differences.first())
                .as("%s differences in %s read by %s", differences.count(), id(table), by.name())
                .isEmpty();
    }

    /** What the copy holds and must not, or the other way round. */
    public Differences differences(EvolvingTable table, TableReader by) throws SQLException {
        return Differences.between(table.copy(defaultsForNulls), by.read(id(table)));
    }

    /** Requires that a table's files agree with one another, and that snapshots never went back to an older schema. */
    public void requireSound(EvolvingTable table) {
        schemas(table).requireSound();
        Table copy = reader.table(id(table));
        List<Long> schemas = copy.snapshots().stream().map(Snapshot::schemaId).toList();
        assertThat(schemas).as("schemas of the snapshots of %s", id(table)).isSorted();
        assertThat(schemas.get(schemas.size() - 1)).isEqualTo(copy.schema().id());
        VerifyReport report =
                copy.maintenance().verify(VerifyRequest.everything().withRows());
        assertThat(report.problems()).as("problems of %s", id(table)).isEmpty();
    }

    /** Who has put rows into a table: each task's instance is a user of its own. */
    public Set<String> writers(EvolvingTable table) {
        return reader.table(id(table)).snapshots().stream()
                .filter(snapshot -> snapshot.kind() == CommitKind.APPEND)
                .map(Snapshot::commitUser)
                .collect(Collectors.toSet());
    }

    /** An offset somewhere in each partition of a table's topic. */
    public Map<TopicPartition, Long> middle(EvolvingTable table, Random random) {
        Map<TopicPartition, Long> middle = new HashMap<>();
        pipeline.ends().forEach((partition, end) -> {
            if (partition.topic().equals(name + "." + EvolvingTable.SCHEMA + "." + table.name())) {
                middle.put(partition, (long) (end * random.nextDouble()));
            }
        });
        return middle;
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

    @Override
    public void close() {
        reader.close();
    }
}
