package dev.varve.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.connect.sink.CommitThreads;
import dev.varve.connect.sink.EventTranslator;
import dev.varve.connect.sink.KafkaLog;
import dev.varve.connect.sink.RetryLimits;
import dev.varve.connect.sink.TaskSettings;
import dev.varve.connect.sink.TaskSink;
import dev.varve.table.ChangelogCursor;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.Warehouse;
import dev.varve.table.WarehouseOver;
import dev.varve.table.fs.FileIO;
import dev.varve.table.row.ValueReader;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/** A task over the real engine in memory, with records of topic {@link Records#TOPIC}, partition 0, unless it is said otherwise. */
public final class EngineTask implements AutoCloseable {
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);
    private static final String ROOT = "/w";

    private final ManualEnv env;
    private final FileIO store;
    private final SinkSettings settings;
    private final TaskContext context = new TaskContext();
    private final TaskMetrics metrics = new TaskMetrics();
    private final TaskSink sink;
    private final Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();

    public EngineTask(Map<String, String> properties) {
        this(new MemoryFileIO(), ManualEnv.create(), properties);
    }

    /** @param env shared by all tasks over the store, since file names come from it */
    public EngineTask(FileIO store, ManualEnv env, Map<String, String> properties) {
        this(store, env, properties, CommitThreads.NONE);
    }

    /** @param commitThreads closed by the caller */
    public EngineTask(FileIO store, ManualEnv env, Map<String, String> properties, CommitThreads commitThreads) {
        this(store, env, properties, commitThreads, Set.of(P0));
    }

    /** One of several tasks, with these partitions. */
    public EngineTask(FileIO store, ManualEnv env, Map<String, String> properties, Set<TopicPartition> partitions) {
        this(store, env, properties, CommitThreads.NONE, partitions);
    }

    private EngineTask(
            FileIO store,
            ManualEnv env,
            Map<String, String> properties,
            CommitThreads commitThreads,
            Set<TopicPartition> partitions) {
        this.store = store;
        this.env = env;
        this.settings = TestSettings.of(properties);
        sink = new TaskSink(
                new TaskSettings(
                        "lake",
                        0,
                        1,
                        "lake",
                        Optional.empty(),
                        false,
                        true,
                        RetryLimits.within(Duration.ofMinutes(15))),
                warehouse(),
                new EventTranslator(settings),
                context,
                KafkaLog.UNKNOWN,
                env,
                metrics,
                MetricBeans.none(),
                commitThreads);
        sink.open(partitions);
    }

    private Warehouse warehouse() {
        return WarehouseOver.of(store, ROOT, env);
    }

    /** Delivers the records as one batch. */
    public EngineTask put(SinkRecord... records) {
        sink.put(Arrays.asList(records));
        for (SinkRecord record : records) {
            next.put(
                    new TopicPartition(record.originalTopic(), record.originalKafkaPartition()),
                    new OffsetAndMetadata(record.originalKafkaOffset() + 1));
        }
        return this;
    }

    /** Commits, and expects that everything landed. */
    public EngineTask commit() {
        assertThat(GroupOffsets.of(sink.preCommit(Map.copyOf(next)))).isEqualTo(GroupOffsets.of(next));
        return this;
    }

    /** What bad records were reported with, in order. */
    public List<String> errors() {
        return context.errors();
    }

    public TaskMetrics metrics() {
        return metrics;
    }

    /** Names of all tables. */
    public List<String> tables() {
        return warehouse().list().stream().map(TableId::toString).sorted().toList();
    }

    /** The table of the default database with this name. */
    public Table table(String name) {
        return warehouse().find(new TableId("default", name)).orElseThrow();
    }

    /** Rows of the table {@code orders} in alphabetical order, values separated by blanks. */
    public List<String> rows() {
        return rows("orders");
    }

    /** Rows of the table in alphabetical order, values separated by blanks. */
    public List<String> rows(String name) {
        var rows = new ArrayList<String>();
        try (RowCursor cursor = table(name).scan().open()) {
            while (cursor.advance()) {
                rows.add(text(cursor));
            }
        }
        rows.sort(null);
        return rows;
    }

    /** What readers of the table's changes get, in order: kinds and values separated by blanks. */
    public List<String> changes(String name) {
        var changes = new ArrayList<String>();
        try (ChangelogCursor cursor = table(name).changelog().open()) {
            while (cursor.advance()) {
                changes.add(cursor.row().kind().shortName() + " " + text(cursor));
            }
        }
        return changes;
    }

    private static String text(RowCursor cursor) {
        var text = new StringJoiner(" ");
        for (int i = 0; i < cursor.type().arity(); i++) {
            text.add(String.valueOf(
                    ValueReader.copyAt(cursor.row(), i, cursor.type().type(i))));
        }
        return text.toString();
    }

    @Override
    public void close() {
        sink.close();
    }
}
