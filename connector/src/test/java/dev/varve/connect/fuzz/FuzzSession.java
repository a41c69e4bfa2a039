package dev.varve.connect.fuzz;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.connect.sink.EventTranslator;
import dev.varve.connect.sink.KafkaLog;
import dev.varve.connect.sink.RetryLimits;
import dev.varve.connect.sink.TaskSettings;
import dev.varve.connect.sink.TaskSink;
import dev.varve.connect.testing.GroupOffsets;
import dev.varve.connect.testing.TaskContext;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.PaimonTable;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.VerifyRequest;
import dev.varve.table.Warehouse;
import dev.varve.table.WarehouseOver;
import dev.varve.table.error.TableException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.PaimonRows;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connector with random settings under random records, all from one seed. Each record lands, is skipped by rule, is reported, or ends
 * the task with a reason; then the next task goes on without it. In the end every table is whole and holds what was landed.
 */
final class FuzzSession {
    private static final Logger LOG = LoggerFactory.getLogger(FuzzSession.class);

    private static final int RECORDS = 40;
    private static final int COMMIT_EVERY = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long seed;
    private final SinkSettings settings;
    private final FuzzRecords records;
    private final Outcomes outcomes;
    private final MemoryFileIO store = new MemoryFileIO();
    private final ManualEnv env;
    private final Warehouse warehouse;
    private final TaskContext context = new TaskContext();
    private final ExpectedTables expected = new ExpectedTables();
    private final Map<TopicPartition, OffsetAndMetadata> consumed = new HashMap<>();
    private final List<SinkRecord> uncommitted = new ArrayList<>();
    private TaskMetrics metrics;
    private ObservedTranslator translator;
    private TaskSink sink;

    FuzzSession(long seed, Outcomes outcomes) {
        var random = new Random(seed);
        this.seed = seed;
        this.outcomes = outcomes;
        this.settings = TestSettings.of(FuzzSettings.random(random));
        this.records = new FuzzRecords(random, List.of(0.02, 0.1, 0.4).get(random.nextInt(3)));
        this.env = ManualEnv.seeded(seed);
        this.warehouse = WarehouseOver.of(store, "/w", env);
        start();
    }

    private void start() {
        metrics = new TaskMetrics();
        context.offsets().clear();
        translator = new ObservedTranslator(new EventTranslator(settings));
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
                warehouse,
                translator,
                context,
                KafkaLog.UNKNOWN,
                env,
                metrics,
                MetricBeans.none());
        sink.open(FuzzRecords.TOPICS.stream()
                .map(topic -> new TopicPartition(topic, 0))
                .toList());
    }

    /**
     * Runs to the end.
     *
     * @param paimon a directory for Paimon's buffers, if it is to read the tables as well
     */
    void run(Optional<Path> paimon) throws Exception {
        for (int i = 1; i <= RECORDS; i++) {
            offer(records.next());
            if (i % COMMIT_EVERY == 0) {
                commit();
            }
        }
        commit();
        for (TableId id : warehouse.list()) {
            check(warehouse.find(id).orElseThrow(), id, paimon);
        }
        sink.close();
    }

    private void offer(SinkRecord record) {
        long before = accounted();
        int reported = context.reported().size();
        long cpu = THREADS.getCurrentThreadCpuTime();
        translator.forget();
        try {
            sink.put(List.of(record));
        } catch (ConnectException e) {
            outcomes.failed(requireHonest(e, record));
            LOG.debug("{} ends the task", describe(record), e);
            restartWithout(record);
            return;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(describe(record) + " ends with " + e, e);
        }
        long took = THREADS.getCurrentThreadCpuTime() - cpu;
        if (took > PATIENCE.toNanos()) {
            throw new AssertionError(describe(record) + " takes " + took / 1_000_000 + " ms");
        }
        uncommitted.add(record);
        consumed.put(partition(record), new OffsetAndMetadata(record.kafkaOffset() + 1));
        settle(record, accounted() - before, context.reported().size() - reported);
    }

    /** Records of which it is known that nothing of them is in a table. */
    private long accounted() {
        return metrics.getSkippedByRule() + metrics.getBadRecords() + metrics.getSkippedLanded();
    }

    private void settle(SinkRecord record, long accounted, int reported) {
        if (metrics.getNotExpected() > 0 || metrics.getRewinds() > 0) {
            throw new AssertionError(describe(record) + " makes a task go back that has a sound store");
        }
        if (accounted == 1) {
            if (reported == 1) {
                Throwable error = context.causes().get(context.causes().size() - 1);
                outcomes.reported(requireHonest(error, record));
            } else {
                outcomes.skipped();
            }
            return;
        }
        if (accounted != 0 || reported != 0) {
            throw new AssertionError(describe(record) + " counts " + accounted + " times, reported " + reported);
        }
        Optional<ExpectedTables.Written> written = translator.written();
        if (written.isPresent()) {
            expected.apply(written.get());
            outcomes.landed(!written.get().rows().isEmpty() || written.get().deletesAll());
        } else if (translator.isWithoutTable()) {
            outcomes.withoutTable();
        } else {
            throw new AssertionError(describe(record) + " is lost");
        }
    }

    private void commit() {
        Map<TopicPartition, OffsetAndMetadata> all = Map.copyOf(consumed);
        Map<TopicPartition, OffsetAndMetadata> returned;
        try {
            returned = sink.preCommit(all);
        } catch (RuntimeException | Error e) {
            throw new AssertionError("commit ends with " + e, e);
        }
        if (!GroupOffsets.of(returned).equals(GroupOffsets.of(all))) {
            throw new AssertionError("committed " + returned + " of " + all + describeFailure());
        }
        uncommitted.clear();
    }

    private String describeFailure() {
        try {
            sink.put(List.of());
            return "";
        } catch (ConnectException e) {
            return ": " + Outcomes.stackOf(e);
        }
    }

    /** What operators do: the record that ends the task is left out, and what was not committed comes again. */
    private void restartWithout(SinkRecord record) {
        sink.close();
        List<SinkRecord> again = List.copyOf(uncommitted);
        start();
        uncommitted.clear();
        consumed.clear();
        for (SinkRecord earlier : again) {
            // A task starts where the ledger says: a schema change has committed some of them.
            if (earlier.kafkaOffset() >= context.offsets().getOrDefault(partition(earlier), 0L)) {
                outcomes.again();
                offer(earlier);
            }
        }
        consumed.put(partition(record), new OffsetAndMetadata(record.kafkaOffset() + 1));
        sink.put(List.of());
    }

    private static TopicPartition partition(SinkRecord record) {
        return new TopicPartition(record.topic(), 0);
    }

    /** An error is honest if it says something, and what lies at its bottom is no slip of ours. */
    private Throwable requireHonest(Throwable error, SinkRecord record) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            boolean known = cause instanceof ConnectException
                    || cause instanceof TableException
                    || cause.getClass().getName().startsWith("com.fasterxml.jackson.")
                    || cause instanceof java.time.DateTimeException
                    || cause instanceof NumberFormatException && cause != error;
            if (!known || cause.getMessage() == null || cause.getMessage().isBlank()) {
                throw new AssertionError(describe(record) + " ends with " + Outcomes.stackOf(error), error);
            }
        }
        return error;
    }

    private String describe(SinkRecord record) {
        String text;
        try {
            text = record.keySchema() + " " + record.key() + " -> " + record.valueSchema() + " " + record.value();
        } catch (StackOverflowError e) {
            text = "too deep to print";
        }
        return "-Dfuzz.seed=" + seed + " " + settings.events() + ": " + record.topic() + "@" + record.kafkaOffset()
                + " " + text.substring(0, Math.min(2_000, text.length()));
    }

    /** The columns that differ, with what is found and what is wanted. */
    private static String difference(
            Map<List<String>, Map<String, String>> found, Map<List<String>, Map<String, String>> wanted) {
        var text = new StringBuilder();
        var keys = new LinkedHashSet<>(found.keySet());
        keys.addAll(wanted.keySet());
        for (List<String> key : keys) {
            if (!found.containsKey(key) || !wanted.containsKey(key)) {
                text.append(found.containsKey(key) ? "more " : "missing ")
                        .append(key)
                        .append("; ");
                continue;
            }
            found.get(key).forEach((column, value) -> {
                if (!value.equals(wanted.get(key).get(column))) {
                    text.append(key + " " + column + " is " + value + ", wanted "
                            + wanted.get(key).get(column) + "; ");
                }
            });
        }
        return text.toString();
    }

    private void check(Table table, TableId id, Optional<Path> paimon) throws Exception {
        Map<List<String>, Map<String, String>> found = new HashMap<>();
        List<GenericRow> rows = new ArrayList<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.advance()) {
                GenericRow row = GenericRow.copyOf(cursor.row(), cursor.type());
                rows.add(row);
                Map<String, String> columns = ExpectedTables.columns(table.schema(), row);
                found.put(ExpectedTables.key(table.schema(), columns), columns);
            }
        }
        if (found.size() != rows.size()) {
            throw new AssertionError("-Dfuzz.seed=" + seed + " " + id + " has a key twice: " + rows);
        }
        Map<List<String>, Map<String, String>> wanted = new HashMap<>();
        expected.rows(id).forEach((key, columns) -> {
            Map<String, String> all = new TreeMap<>();
            table.schema().fields().forEach(field -> all.put(field.name(), columns.getOrDefault(field.name(), "null")));
            wanted.put(key, all);
        });
        found.replaceAll((key, columns) -> new TreeMap<>(columns));
        if (!found.equals(wanted)) {
            throw new AssertionError(
                    "-Dfuzz.seed=" + seed + " " + id + " has other rows than landed: " + difference(found, wanted));
        }
        var problems =
                table.maintenance().verify(new VerifyRequest(true, false)).problems();
        if (!problems.isEmpty()) {
            throw new AssertionError("-Dfuzz.seed=" + seed + " " + id + ": " + problems);
        }
        outcomes.table(rows.size());
        if (paimon.isPresent() && PaimonRows.canRead(table.schema().rowType())) {
            var reader = PaimonTable.over(store, table.location(), paimon.get());
            List<GenericRow> read = reader.rows(table.schema().rowType());
            List<String> texts =
                    read.stream().map(GenericRow::toString).sorted().toList();
            if (!texts.equals(rows.stream().map(GenericRow::toString).sorted().toList())) {
                throw new AssertionError(
                        "-Dfuzz.seed=" + seed + " " + id + " has " + rows + "\nbut Paimon reads " + read);
            }
            outcomes.paimon();
        }
    }
}
