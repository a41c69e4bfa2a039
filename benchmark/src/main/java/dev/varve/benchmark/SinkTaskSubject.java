package dev.varve.benchmark;

import dev.varve.connect.VarveSinkConnector;
import dev.varve.connect.VarveSinkTask;
import dev.varve.table.row.GenericRow;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** The sink task as a worker calls it: records with structs, as a converter makes them, in batches of 500. */
final class SinkTaskSubject implements WriteComparisonBenchmark.Subject {
    private static final TopicPartition PARTITION = new TopicPartition("shop.public.orders", 0);
    private static final int BATCH = 500;

    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("customer", Schema.OPTIONAL_INT64_SCHEMA)
            .field("state", Schema.OPTIONAL_STRING_SCHEMA)
            .field(
                    "price",
                    Decimal.builder(2)
                            .parameter("connect.decimal.precision", "12")
                            .optional()
                            .build())
            .field("quantity", Schema.OPTIONAL_INT32_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .field(
                    "created",
                    SchemaBuilder.int64()
                            .name("io.debezium.time.MicroTimestamp")
                            .optional()
                            .build())
            .field("weight", Schema.OPTIONAL_FLOAT64_SCHEMA)
            .build();

    private final GenericRow[] rows = new GenericRow[1 << 14];
    private final List<SinkRecord> records = new ArrayList<>();
    private final VarveSinkConnector connector = new VarveSinkConnector();
    private final VarveSinkTask task = new VarveSinkTask();
    private long offset;

    SinkTaskSubject(Path directory) {
        Random random = new Random(1);
        for (int i = 0; i < rows.length; i++) {
            rows[i] = OrderRows.row(i, random);
        }
        Map<String, String> config = new HashMap<>();
        config.put("name", "benchmark");
        config.put("connector.class", VarveSinkConnector.class.getName());
        config.put("topics", PARTITION.topic());
        config.put("tasks.max", "1");
        config.put("warehouse", directory.toString());
        config.put("options.bucket", "4");
        config.put("options.write-only", "true");
        config.put("sink.memory", "256 mb");
        connector.start(config);
        Map<String, String> taskConfig = connector.taskConfigs(1).get(0);
        task.initialize(new Context(taskConfig));
        task.start(taskConfig);
        task.open(List.of(PARTITION));
    }

    @Override
    public void prepare(long[] ids) {
        records.clear();
        for (int i = 0; i < ids.length; i++) {
            records.add(record(ids[i], rows[i & (rows.length - 1)]));
        }
    }

    private SinkRecord record(long id, GenericRow row) {
        Struct key = new Struct(KEY).put("id", id);
        Struct value = new Struct(VALUE)
                .put("id", id)
                .put("customer", row.longAt(1))
                .put("state", row.stringAt(2).toString())
                .put("price", new BigDecimal(row.decimalAt(3, 12, 2).unscaledValue(), 2))
                .put("quantity", row.intAt(4))
                .put("note", row.isNull(5) ? null : row.stringAt(5).toString())
                .put("created", row.timestampAt(6, 6).micros())
                .put("weight", row.doubleAt(7));
        return new SinkRecord(
                PARTITION.topic(),
                PARTITION.partition(),
                KEY,
                key,
                VALUE,
                value,
                offset++,
                1_700_000_000_000L,
                TimestampType.CREATE_TIME);
    }

    @Override
    public void write(long[] ids) {
        for (int from = 0; from < records.size(); from += BATCH) {
            task.put(records.subList(from, Math.min(records.size(), from + BATCH)));
        }
        Map<TopicPartition, OffsetAndMetadata> landed =
                task.preCommit(Map.of(PARTITION, new OffsetAndMetadata(offset)));
        if (landed.get(PARTITION).offset() != offset) {
            throw new IllegalStateException("landed up to " + landed + ", expected " + offset);
        }
    }

    @Override
    public void close() {
        task.close(List.of(PARTITION));
        task.stop();
        connector.stop();
    }

    /** A worker that does nothing but hold one partition. */
    private record Context(Map<String, String> configs) implements SinkTaskContext {
        @Override
        public void offset(Map<TopicPartition, Long> offsets) {}

        @Override
        public void offset(TopicPartition partition, long to) {}

        @Override
        public void timeout(long millis) {}

        @Override
        public Set<TopicPartition> assignment() {
            return Set.of(PARTITION);
        }

        @Override
        public void pause(TopicPartition... partitions) {}

        @Override
        public void resume(TopicPartition... partitions) {}

        @Override
        public void requestCommit() {}

        @Override
        public org.apache.kafka.common.metrics.PluginMetrics pluginMetrics() {
            return null;
        }
    }
}
