package dev.varve.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.testing.GroupOffsets;
import dev.varve.connect.testing.TaskContext;
import dev.varve.table.EngineSettings;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableEngine;
import dev.varve.table.TableId;
import dev.varve.table.row.ValueReader;
import dev.varve.table.snapshot.Snapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The task as Connect calls it, over the real engine in a directory. */
class VarveSinkTaskTest {
    private static final TopicPartition P0 = new TopicPartition("orders", 0);
    private static final TableId ORDERS = new TableId("default", "orders");

    @TempDir
    private Path directory;

    private final List<VarveSinkTask> tasks = new ArrayList<>();
    private final TaskContext context = new TaskContext();
    private TableEngine engine;

    @BeforeEach
    void start() {
        engine = TableEngine.start(EngineSettings.defaults());
    }

    @AfterEach
    void stop() {
        tasks.forEach(VarveSinkTask::stop);
        engine.close();
    }

    private Map<String, String> properties(String... more) {
        var properties = new HashMap<String, String>();
        properties.put("name", "lake");
        properties.put("connector.class", "dev.varve.connect.VarveSinkConnector");
        properties.put("topics", "orders");
        properties.put("warehouse", directory.toString());
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return properties;
    }

    private VarveSinkTask task(Map<String, String> properties) {
        var task = new VarveSinkTask();
        tasks.add(task);
        task.initialize(context);
        task.start(TaskConfigs.of(properties, 1).get(0));
        task.open(Set.of(P0));
        return task;
    }

    private static SinkRecord record(long offset, Map<String, ?> value) {
        Object id = value.get("id");
        return record(offset, Map.of("id", id), value);
    }

    private static SinkRecord record(long offset, Map<String, ?> key, Map<String, ?> value) {
        return new SinkRecord(
                "orders",
                0,
                null,
                key,
                null,
                value,
                offset,
                0L,
                TimestampType.CREATE_TIME,
                List.of(),
                "orders",
                0,
                offset);
    }

    private static Map<TopicPartition, OffsetAndMetadata> at(long offset) {
        return Map.of(P0, new OffsetAndMetadata(offset));
    }

    private static Map<TopicPartition, Long> returned(VarveSinkTask task, long consumed) {
        return GroupOffsets.of(task.preCommit(at(consumed)));
    }

    private Table orders() {
        return engine.warehouse(directory.toString()).find(ORDERS).orElseThrow();
    }

    private List<String> rows() {
        Table table = orders();
        var rows = new ArrayList<String>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.advance()) {
                var text = new StringJoiner(" ");
                for (String column : List.of("id", "item", "colour")) {
                    int i = cursor.type().indexOf(column);
                    if (i >= 0) {
                        text.add(String.valueOf(ValueReader.valueAt(
                                cursor.row(), i, cursor.type().type(i))));
                    }
                }
                rows.add(text.toString());
            }
        }
        rows.sort(null);
        return rows;
    }

    @Test
    void recordsBecomeRowsAndOffsetsTravelWithThem() {
        VarveSinkTask task = task(properties());
        task.put(List.of(record(0, Map.of("id", 1L, "item", "pen")), record(1, Map.of("id", 2L, "item", "ink"))));
        assertThat(returned(task, 2)).isEqualTo(Map.of(P0, 2L));
        task.put(List.of(record(2, Map.of("id", 1L, "item", "quill")), record(3, Map.of("id", 2L), null)));
        assertThat(returned(task, 4)).isEqualTo(Map.of(P0, 4L));

        assertThat(rows()).containsExactly("1 quill");
        Snapshot latest = orders().latestSnapshot().orElseThrow();
        assertThat(Ledger.parse(latest.properties().get(Ledger.property("lake")), "test"))
                .isEqualTo(Ledger.of(Map.of(P0, 4L)));
    }

    @Test
    void aRestartedTaskStartsFromTheLedgerAndSkipsWhatHasLanded() {
        VarveSinkTask first = task(properties());
        first.put(List.of(record(0, Map.of("id", 1L, "item", "pen"))));
        first.preCommit(at(1));
        first.stop();

        context.offsets().clear();
        VarveSinkTask second = task(properties());
        assertThat(context.offsets()).isEqualTo(Map.of(P0, 1L));
        second.put(List.of(record(1, Map.of("id", 2L, "item", "ink"))));
        assertThat(returned(second, 2)).isEqualTo(Map.of(P0, 2L));
        assertThat(rows()).containsExactly("1 pen", "2 ink");
    }

    @Test
    void theTableFollowsItsStream() {
        VarveSinkTask task = task(properties());
        task.put(List.of(
                record(0, Map.of("id", 1L, "item", "pen")),
                record(1, Map.of("id", 2L, "item", "ink", "colour", "blue")),
                record(2, Map.of("id", 1L, "item", "pen", "colour", "red"))));
        task.preCommit(at(3));
        assertThat(rows()).containsExactly("1 pen red", "2 ink blue");
    }

    @Test
    void aBadRecordIsReportedOnceAndTheOthersLand() {
        VarveSinkTask task = task(properties());
        task.put(List.of(
                record(0, Map.of("id", 1L, "item", "pen")),
                record(1, Map.of("id", "two", "item", "ink")),
                record(2, Map.of(), Map.of("item", "no key"))));
        assertThat(returned(task, 3)).isEqualTo(Map.of(P0, 3L));
        assertThat(rows()).containsExactly("1 pen");
        assertThat(context.reported()).hasSize(2);
    }

    @Test
    void withoutAReporterABadRecordEndsTheTaskAndIsNamed() {
        context.reportsNothing();
        VarveSinkTask task = task(properties());
        assertThatThrownBy(() -> task.put(List.of(
                        record(0, Map.of("id", 1L, "item", "pen")), record(1, Map.of("id", "two", "item", "ink")))))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("orders-0@1")
                .hasMessageContaining("id");
        assertThat(task.preCommit(at(0))).isEmpty();
        assertThat(orders().latestSnapshot()).isEmpty();
    }

    @Test
    void alteredOffsetsGoIntoTheLedger() {
        VarveSinkTask task = task(properties());
        task.put(List.of(record(0, Map.of("id", 1L, "item", "pen")), record(1, Map.of("id", 2L, "item", "ink"))));
        task.preCommit(at(2));
        task.stop();

        var connector = new VarveSinkConnector();
        assertThat(connector.alterOffsets(properties(), Map.of(P0, 1L))).isTrue();
        context.offsets().clear();
        VarveSinkTask again = task(properties());
        assertThat(context.offsets()).isEqualTo(Map.of(P0, 1L));
        again.put(List.of(record(1, Map.of("id", 2L, "item", "sand"))));
        again.preCommit(at(2));
        assertThat(rows()).containsExactly("1 pen", "2 sand");

        again.stop();
        var forgotten = new HashMap<TopicPartition, Long>();
        forgotten.put(P0, null);
        connector.alterOffsets(properties(), forgotten);
        context.offsets().clear();
        task(properties());
        assertThat(context.offsets()).isEmpty();
    }
}
