package dev.varve.connect;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.GroupOffsets;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TaskContext;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.EngineSettings;
import dev.varve.table.RowCursor;
import dev.varve.table.TableEngine;
import dev.varve.table.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and partition values that want to be somewhere else: the real task over a real directory. */
class HostileNamesTest {
    private static final List<String> HOSTILE = List.of(
            "../../out",
            "..",
            ".",
            "/etc/out",
            "a/../../../out",
            "..\\..\\out",
            "a\0b",
            "a\nb",
            "%2e%2e%2fout",
            "~/out",
            ".hidden",
            "-rf",
            "C:\\out",
            "x".repeat(300),
            "é".repeat(200),
            "e\u0301",
            "a=b",
            "dt=../../out",
            "\u202egnp",
            "default.db",
            "snapshot");

    @TempDir
    private Path directory;

    private final TaskContext context = new TaskContext();

    private void land(Map<String, String> settings, List<SinkRecord> records) {
        Map<String, String> properties = new HashMap<>(TestSettings.properties(settings));
        properties.put("warehouse", warehouse().toString());
        VarveSinkTask task = new VarveSinkTask();
        task.initialize(context);
        try {
            task.start(TaskConfigs.of(properties, 1).get(0));
            for (SinkRecord record : records) {
                var partition = new TopicPartition(record.topic(), 0);
                task.open(Set.of(partition));
            }
            task.put(records);
            Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
            records.forEach(record ->
                    ends.put(new TopicPartition(record.topic(), 0), new OffsetAndMetadata(record.kafkaOffset() + 1)));
            var done = task.preCommit(ends);
            task.put(List.of());
            assertThat(GroupOffsets.of(done)).isEqualTo(GroupOffsets.of(ends));
        } finally {
            task.stop();
        }
    }

    private Path warehouse() {
        return directory.resolve("a").resolve("b").resolve("lake");
    }

    /** Every file lies below the warehouse, where tables lie. */
    private void requireInside() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allMatch(file -> file.startsWith(warehouse().resolve("default.db")), "is below the database");
        }
        try (Stream<Path> tables = Files.list(warehouse().resolve("default.db"))) {
            assertThat(tables).allMatch(table -> Files.isDirectory(table.resolve("schema")), "is a table");
        }
    }

    private long rows() {
        long rows = 0;
        try (TableEngine engine = TableEngine.start(EngineSettings.defaults())) {
            var lake = engine.warehouse(warehouse().toString());
            for (TableId id : lake.list()) {
                try (RowCursor cursor = lake.find(id).orElseThrow().scan().open()) {
                    while (cursor.advance()) {
                        rows++;
                    }
                }
            }
        }
        return rows;
    }

    private long tables() throws IOException {
        try (Stream<Path> tables = Files.list(warehouse().resolve("default.db"))) {
            return tables.count();
        }
    }

    @Test
    void fields() throws IOException {
        Records records = new Records("t");
        List<SinkRecord> all = HOSTILE.stream()
                .map(name -> records.schemaless(map("id", 1L), map("id", 1L, "tab", name)))
                .toList();
        land(Map.of("table.format", "${field:tab}"), all);
        assertThat(context.errors()).isEmpty();
        requireInside();
        assertThat(tables()).isEqualTo(HOSTILE.size());
        assertThat(rows()).isEqualTo(HOSTILE.size());
    }

    /** Kafka allows few characters, but transforms can set any. */
    @Test
    void topics() throws IOException {
        List<SinkRecord> all = HOSTILE.stream()
                .map(topic -> new Records(topic).schemaless(map("id", 1L), map("id", 1L)))
                .toList();
        land(Map.of("table.format", "${topic}"), all);
        assertThat(context.errors()).isEmpty();
        requireInside();
        assertThat(tables()).isEqualTo(HOSTILE.size());
    }

    @Test
    void partitionValues() throws IOException {
        Records records = new Records("t");
        List<SinkRecord> all = HOSTILE.stream()
                .filter(value -> value.length() < 100 && value.indexOf(0) < 0)
                .map(value -> records.schemaless(map("id", 1L, "p", value), map("id", 1L, "p", value)))
                .toList();
        land(Map.of("tables.t.partition-keys", "p"), all);
        assertThat(context.errors()).isEmpty();
        requireInside();
        assertThat(rows()).isEqualTo(all.size());
    }

    @Test
    void aPartitionValueThatNoDirectoryCanHaveIsABadRecord() throws IOException {
        Records records = new Records("t");
        land(
                Map.of("tables.t.partition-keys", "p"),
                List.of(
                        records.schemaless(map("id", 1L, "p", "a"), map("id", 1L, "p", "a")),
                        records.schemaless(map("id", 2L, "p", "a\0b"), map("id", 2L, "p", "a\0b")),
                        records.schemaless(map("id", 3L, "p", "b"), map("id", 3L, "p", "b"))));
        assertThat(context.errors()).singleElement().asString().contains("the character NUL");
        requireInside();
        assertThat(rows()).isEqualTo(2);
    }

    /** 255 bytes with the column's name, escapes and UTF-8 counted. */
    @Test
    void aPartitionValueThatIsTooLongIsABadRecord() throws IOException {
        Records records = new Records("t");
        List<SinkRecord> all = Stream.of(
                        "x".repeat(253), "x".repeat(254), "é".repeat(126), "é".repeat(127), "=".repeat(85))
                .map(value -> records.schemaless(map("id", 1L, "p", value), map("id", 1L, "p", value)))
                .toList();
        land(Map.of("tables.t.partition-keys", "p"), all);
        assertThat(context.errors())
                .hasSize(3)
                .allMatch(error -> error.contains("too long for the name of a directory"));
        requireInside();
        assertThat(rows()).isEqualTo(2);
    }
}
