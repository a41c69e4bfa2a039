package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.connect.testing.TaskContext;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.AddedFiles;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.VerifyRequest;
import dev.varve.table.Warehouse;
import dev.varve.table.WarehouseOver;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.row.Row;
import dev.varve.table.row.ValueReader;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.SimulatedCrash;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Tasks of one connector, each with one partition of topic {@code shop.orders} whose records have schemas of their own, over one table
 * of the real engine. Each sees the store through faults of its own; where one calls the store, others may get a turn. Every
 * delivery of a record has another primary key, so that what lands twice is there twice. Confined to one thread.
 */
final class EvolvingTasks {
    static final TableId ORDERS = new TableId("default", "orders");

    private static final String TOPIC = "shop.orders";
    private static final String ROOT = "/w";
    private static final int BATCH = 2;
    private static final int MAX_ROUNDS = 60;
    private static final Schema KEY = SchemaBuilder.struct()
            .field("id", Schema.STRING_SCHEMA)
            .field("try", Schema.INT64_SCHEMA)
            .build();

    private final ManualEnv env = ManualEnv.create();
    private final MemoryFileIO store = new MemoryFileIO();
    private final Warehouse warehouse = WarehouseOver.of(store, ROOT, env);
    private final Map<String, String> settings;
    private final List<List<Struct>> scripts;
    private final List<Process> processes = new ArrayList<>();
    private final List<Long> committed = new ArrayList<>();
    private BiPredicate<Integer, StoreCall> interleaves = (task, call) -> false;
    private long tries;

    /** @param scripts the rows of each task's partition, without a key */
    EvolvingTasks(Map<String, String> settings, List<List<Struct>> scripts) {
        this.settings = Map.copyOf(settings);
        this.scripts = List.copyOf(scripts);
        scripts.forEach(script -> committed.add(0L));
    }

    /** Others get a turn just before these calls of a task. */
    EvolvingTasks interleaving(BiPredicate<Integer, StoreCall> newInterleaves) {
        interleaves = newInterleaves;
        return this;
    }

    /** Starts all tasks, and goes on until everything has landed; a task that dies is started anew. */
    EvolvingTasks run(Map<Integer, FaultPlan> faults) {
        for (int task = 0; task < scripts.size(); task++) {
            processes.add(new Process(task, faults.getOrDefault(task, FaultPlan.none())));
        }
        for (int round = 0; !isDone(); round++) {
            assertThat(round).as("rounds; committed %s", committed).isLessThan(MAX_ROUNDS);
            for (int task = 0; task < processes.size(); task++) {
                if (processes.get(task).dead) {
                    processes.set(task, new Process(task, FaultPlan.none()));
                }
                processes.get(task).turn();
            }
            env.advance(Duration.ofSeconds(10));
        }
        return this;
    }

    private boolean isDone() {
        for (int task = 0; task < scripts.size(); task++) {
            if (committed.get(task) < scripts.get(task).size()) {
                return false;
            }
        }
        return true;
    }

    /** Changes of the store that a task has made, or was to make. */
    int mutations(int task) {
        return processes.get(task).io.mutations();
    }

    MemoryFileIO store() {
        return store;
    }

    Table table() {
        return warehouse.find(ORDERS).orElseThrow();
    }

    List<TableSchema> schemas() {
        SchemaStore schemas = new SchemaStore(store, new TableLayout(Location.of(table().location())), env);
        return schemas.ids().stream().map(schemas::load).toList();
    }

    /** Names and types of the newest schema's columns, in alphabetical order. */
    Map<String, String> columns() {
        Map<String, String> columns = new TreeMap<>();
        table().schema()
                .fields()
                .forEach(field ->
                        columns.put(field.name(), field.type().toString().replace("`", "")));
        return columns;
    }

    /**
     * Every row landed once with its values, files were added once, the table is sound, schemas are numbered without gaps, and what
     * one has the next one has under the same ids.
     */
    void requireConverged() {
        assertThat(landed()).containsExactlyElementsOf(produced());
        assertThat(AddedFiles.of(store, table(), env)).doesNotHaveDuplicates();
        assertThat(table().maintenance().verify(new VerifyRequest(true, true)).problems())
                .isEmpty();
        List<TableSchema> schemas = schemas();
        for (int i = 0; i < schemas.size(); i++) {
            assertThat(schemas.get(i).id()).isEqualTo(i);
        }
        for (int i = 1; i < schemas.size(); i++) {
            Map<String, Integer> before = ids(schemas.get(i - 1).rowType(), "");
            Map<String, Integer> after = ids(schemas.get(i).rowType(), "");
            assertThat(after).containsAllEntriesOf(before);
            assertThat(after.values()).doesNotHaveDuplicates();
            assertThat(schemas.get(i).highestFieldId())
                    .isGreaterThanOrEqualTo(schemas.get(i - 1).highestFieldId());
        }
    }

    private static Map<String, Integer> ids(RowType type, String prefix) {
        Map<String, Integer> ids = new TreeMap<>();
        for (DataField field : type.fields()) {
            ids.put(prefix + field.name(), field.id());
            if (field.type() instanceof RowType nested) {
                ids.putAll(ids(nested, prefix + field.name() + "."));
            }
        }
        return ids;
    }

    private List<String> landed() {
        List<String> rows = new ArrayList<>();
        try (RowCursor cursor = table().scan().open()) {
            while (cursor.advance()) {
                Map<String, String> values = values(cursor.row(), cursor.type());
                values.remove("try");
                rows.add(values.toString());
            }
        }
        rows.sort(null);
        return rows;
    }

    private List<String> produced() {
        List<String> rows = new ArrayList<>();
        for (int task = 0; task < scripts.size(); task++) {
            for (int offset = 0; offset < scripts.get(task).size(); offset++) {
                Map<String, String> values = values(scripts.get(task).get(offset));
                values.put("id", task + "@" + offset);
                rows.add(values.toString());
            }
        }
        rows.sort(null);
        return rows;
    }

    /** Values that are not null, whatever the order of columns and the width of types. */
    private static Map<String, String> values(Row row, RowType type) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < type.arity(); i++) {
            Object value = ValueReader.valueAt(row, i, type.type(i));
            if (value != null) {
                values.put(
                        type.field(i).name(),
                        type.type(i) instanceof RowType nested && value instanceof Row inner
                                ? values(inner, nested).toString()
                                : text(value));
            }
        }
        return values;
    }

    private static Map<String, String> values(Struct struct) {
        Map<String, String> values = new TreeMap<>();
        for (Field field : struct.schema().fields()) {
            Object value = struct.get(field);
            if (value != null) {
                values.put(
                        field.name(),
                        value instanceof Struct inner ? values(inner).toString() : text(value));
            }
        }
        return values;
    }

    private static String text(Object value) {
        String text = value.toString();
        return text.matches("-?[0-9.]+([eE][-+]?[0-9]+)?")
                ? new BigDecimal(text).stripTrailingZeros().toPlainString()
                : text;
    }

    /** One task as a process of its own, with its consumer. */
    private final class Process {
        private final int number;
        private final TopicPartition partition;
        private final FaultyFileIO io = new FaultyFileIO(store);
        private final TaskContext context = new TaskContext();
        private final TaskSink sink;
        private long position;
        private boolean busy;
        private boolean dead;

        Process(int number, FaultPlan plan) {
            this.number = number;
            this.partition = new TopicPartition(TOPIC, number);
            this.position = committed.get(number);
            io.plan(plan).beforeCall(this::beforeCall);
            sink = new TaskSink(
                    new TaskSettings(
                            "lake",
                            number,
                            scripts.size(),
                            "lake",
                            Optional.empty(),
                            false,
                            true,
                            RetryLimits.within(Duration.ofMinutes(15))),
                    WarehouseOver.of(io, ROOT, env),
                    new EventTranslator(TestSettings.of(settings)),
                    context,
                    KafkaLog.UNKNOWN,
                    env,
                    new TaskMetrics(),
                    MetricBeans.none());
            acting(() -> {
                sink.open(Set.of(partition));
                seek();
            });
        }

        /** Takes a few records and commits. */
        void turn() {
            acting(() -> {
                deliver();
                commit();
            });
        }

        private void acting(Runnable act) {
            if (busy || dead) {
                return;
            }
            busy = true;
            try {
                act.run();
            } catch (SimulatedCrash killed) {
                dead = true;
            } finally {
                busy = false;
            }
            assertThat(context.errors()).isEmpty();
        }

        private void beforeCall(StoreCall call) {
            if (!interleaves.test(number, call)) {
                return;
            }
            for (Process other : List.copyOf(processes)) {
                other.turn();
            }
        }

        private void deliver() {
            List<SinkRecord> batch = new ArrayList<>();
            List<Struct> script = scripts.get(number);
            for (long offset = position; offset < script.size() && batch.size() < BATCH; offset++) {
                batch.add(record(script.get((int) offset), offset));
            }
            sink.put(batch);
            position += batch.size();
            seek();
        }

        private void commit() {
            var returned = sink.preCommit(Map.of(partition, new OffsetAndMetadata(position)));
            returned.forEach((of, offset) -> committed.set(number, offset.offset()));
            seek();
        }

        private void seek() {
            Long wanted = context.offsets().remove(partition);
            position = wanted == null ? position : wanted;
        }

        /** The row with its key: where it stands, and how many deliveries there were before. */
        private SinkRecord record(Struct row, long offset) {
            Struct key = new Struct(KEY).put("id", number + "@" + offset).put("try", tries++);
            SchemaBuilder schema = SchemaBuilder.struct();
            KEY.fields().forEach(field -> schema.field(field.name(), field.schema()));
            row.schema().fields().forEach(field -> schema.field(field.name(), field.schema()));
            Struct value = new Struct(schema.build());
            KEY.fields().forEach(field -> value.put(field.name(), key.get(field)));
            row.schema().fields().forEach(field -> value.put(field.name(), row.get(field)));
            return new SinkRecord(
                    TOPIC, number, KEY, key, value.schema(), value, offset, 0L, TimestampType.CREATE_TIME);
        }
    }
}
