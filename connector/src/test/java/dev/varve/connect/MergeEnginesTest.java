package dev.varve.connect;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.GroupOffsets;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TaskContext;
import dev.varve.table.EngineSettings;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableEngine;
import dev.varve.table.TableId;
import dev.varve.table.row.ValueReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Change events of a table {@code orders(id, product, amount)} in tables of every merge engine, over the real engine. */
class MergeEnginesTest {
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);
    private static final String PLACEHOLDER = "__debezium_unavailable_value";

    /** Per-product sums of orders. */
    private static final String[] REVENUE = {
        "tables.orders.primary-key", "product",
        "options.merge-engine", "aggregation",
        "options.fields.amount.aggregate-function", "sum",
        "options.fields.id.ignore-retract", "true"
    };

    @TempDir
    private Path directory;

    private final Records records = new Records();
    private final TaskContext context = new TaskContext();
    private final List<VarveSinkTask> tasks = new ArrayList<>();
    private TableEngine engine;
    private long next;

    @BeforeEach
    void start() {
        engine = TableEngine.start(EngineSettings.defaults());
    }

    @AfterEach
    void stop() {
        tasks.forEach(VarveSinkTask::stop);
        engine.close();
    }

    private VarveSinkTask task(String... settings) {
        var properties = new HashMap<String, String>();
        properties.put("name", "lake");
        properties.put("connector.class", "dev.varve.connect.VarveSinkConnector");
        properties.put("topics", Records.TOPIC);
        properties.put("warehouse", directory.toString());
        for (int i = 0; i < settings.length; i += 2) {
            properties.put(settings[i], settings[i + 1]);
        }
        var task = new VarveSinkTask();
        tasks.add(task);
        task.initialize(context);
        task.start(TaskConfigs.of(properties, 1).get(0));
        task.open(Set.of(P0));
        return task;
    }

    private static String[] with(String[] settings, String... more) {
        var all = new ArrayList<>(List.of(settings));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static Map<String, Object> order(long id, String product, Long amount) {
        return map("id", id, "product", product, "amount", amount);
    }

    private SinkRecord change(String op, Map<String, ?> before, Map<String, ?> after) {
        Object id = (after == null ? before : after).get("id");
        next++;
        return records.schemaless(map("id", id), envelope(op, before, after));
    }

    private SinkRecord plain(Object key, Object value) {
        next++;
        return records.schemaless(key, value);
    }

    private void commit(VarveSinkTask task) {
        assertThat(GroupOffsets.of(task.preCommit(Map.of(P0, new OffsetAndMetadata(next)))))
                .isEqualTo(Map.of(P0, next));
    }

    private Table orders() {
        return engine.warehouse(directory.toString())
                .find(new TableId("default", "orders"))
                .orElseThrow();
    }

    private List<String> rows(String... columns) {
        var rows = new ArrayList<String>();
        try (RowCursor cursor = orders().scan().open()) {
            while (cursor.advance()) {
                var text = new StringJoiner(" ");
                for (String column : columns) {
                    int i = cursor.type().indexOf(column);
                    text.add(String.valueOf(
                            ValueReader.valueAt(cursor.row(), i, cursor.type().type(i))));
                }
                rows.add(text.toString());
            }
        }
        rows.sort(null);
        return rows;
    }

    @Test
    void sumsFollowUpdatesDeletesAndRowsThatMoveToAnotherKey() {
        VarveSinkTask task = task(REVENUE);
        task.put(List.of(
                change("r", null, order(1, "pen", 10L)),
                change("c", null, order(2, "pen", 5L)),
                change("c", null, order(3, "ink", 7L))));
        commit(task);
        assertThat(rows("product", "amount")).containsExactly("ink 7", "pen 15");

        task.put(List.of(
                change("u", order(1, "pen", 10L), order(1, "pen", 11L)),
                change("u", order(2, "pen", 5L), order(2, "ink", 6L)),
                change("d", order(3, "ink", 7L), null),
                plain(map("id", 3L), null)));
        commit(task);
        assertThat(rows("product", "amount")).containsExactly("ink 6", "pen 11");
        assertThat(context.reported()).isEmpty();
    }

    /** What a commit has written is visible when it is done, and what it replaced is marked where it lies. */
    @Test
    void tablesWithDeletionVectors() {
        VarveSinkTask task = task("options.deletion-vectors.enabled", "true");
        List<SinkRecord> first = new ArrayList<>();
        for (long id = 1; id <= 2000; id++) {
            first.add(change("c", null, order(id, "pen", 0L)));
        }
        task.put(first);
        commit(task);
        assertThat(rows("id")).hasSize(2000);

        task.put(
                List.of(change("u", order(1, "pen", 0L), order(1, "ink", 5L)), change("d", order(2, "pen", 0L), null)));
        commit(task);
        assertThat(rows("id")).hasSize(1999).doesNotContain("2");
        assertThat(rows("id", "product", "amount")).contains("1 ink 5").doesNotContain("1 pen 0");
        assertThat(orders().latestSnapshot().orElseThrow().indexManifest()).isPresent();
        assertThat(context.reported()).isEmpty();
    }

    @Test
    void anUpdateOrDeleteWithoutRowBeforeIsNoWrongSum() {
        VarveSinkTask task = task(REVENUE);
        task.put(List.of(
                change("c", null, order(1, "pen", 10L)),
                change("u", null, order(1, "pen", 11L)),
                change("d", map("id", 1L, "product", null, "amount", null), null),
                plain(map("id", 2L), null)));
        commit(task);
        assertThat(rows("product", "amount")).containsExactly("pen 10");
        assertThat(context.errors())
                .hasSize(3)
                .allSatisfy(error -> assertThat(error)
                        .contains(Records.TOPIC + "-0@", "[amount]", "REPLICA IDENTITY FULL", "ignore-retract"));
    }

    @Test
    void withoutAReporterSuchARecordEndsTheTaskAndIsNamed() {
        context.reportsNothing();
        VarveSinkTask task = task(REVENUE);
        List<SinkRecord> changes =
                List.of(change("c", null, order(1, "pen", 10L)), change("u", null, order(1, "pen", 11L)));
        assertThatThrownBy(() -> task.put(changes))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining(Records.TOPIC + "-0@1")
                .hasMessageContaining("REPLICA IDENTITY FULL");
    }

    /** Debezium fills in zeros and defaults where a NOT NULL column of the row before is not known. */
    @Test
    void aRowBeforeOfWhichOnlyTheKeyIsKnownIsNone() {
        Schema row = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("product", SchemaBuilder.string().defaultValue("unknown").build())
                .field("amount", Schema.INT64_SCHEMA)
                .optional()
                .build();
        Schema key = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
        Schema value = SchemaBuilder.struct()
                .field("before", row)
                .field("after", row)
                .field("op", Schema.STRING_SCHEMA)
                .build();
        Struct stored = Records.struct(row, "id", 1L, "product", "pen", "amount", 10L);
        Struct keyOnly = Records.struct(row, "id", 1L, "product", "unknown", "amount", 0L);
        VarveSinkTask task = task(REVENUE);
        task.put(List.of(
                records.structs(Records.struct(key, "id", 1L), Records.struct(value, "after", stored, "op", "c")),
                records.structs(Records.struct(key, "id", 1L), Records.struct(value, "before", keyOnly, "op", "d"))));
        next += 2;
        commit(task);
        assertThat(rows("product", "amount")).containsExactly("pen 10");
        assertThat(context.errors()).singleElement().asString().contains("REPLICA IDENTITY FULL");
    }

    @Test
    void rowsThatMayReplaceOthersAreNotAddedToSums() {
        VarveSinkTask task = task(REVENUE);
        Map<String, Object> again = envelope("r", null, order(1, "pen", 10L));
        again.put("source", map("table", "orders", "snapshot", "incremental"));
        task.put(List.of(
                change("c", null, order(1, "pen", 10L)),
                plain(map("id", 1L), again),
                plain(map("id", 1L), map("id", 1L, "product", "pen", "amount", 12L, "__deleted", "false")),
                plain(map("id", 2L), map("id", 2L, "product", "pen", "amount", 1L, "__op", "c"))));
        commit(task);
        assertThat(rows("product", "amount")).containsExactly("pen 11");
        assertThat(context.errors())
                .hasSize(2)
                .allSatisfy(error -> assertThat(error).contains("cdc.format=insert", "add.fields=op"));
    }

    @Test
    void plainRowsAreFactsUnlessSettingsSayThatTheyReplace() {
        VarveSinkTask facts = task(with(REVENUE, "cdc.format", "insert"));
        facts.put(List.of(plain(null, order(1, "pen", 10L)), plain(null, order(1, "pen", 2L))));
        commit(facts);
        assertThat(rows("product", "amount")).containsExactly("pen 12");
        facts.stop();

        VarveSinkTask upserts = task(with(REVENUE, "cdc.format", "upsert"));
        upserts.put(List.of(plain(map("id", 1L), order(1, "pen", 10L))));
        commit(upserts);
        assertThat(rows("product", "amount")).containsExactly("pen 12");
        assertThat(context.errors()).singleElement().asString().contains("cdc.format=upsert", "cdc.format=insert");
    }

    @Test
    void columnsThatIgnoreRetractionsNeedNoRowBefore() {
        VarveSinkTask task = task(
                "tables.orders.primary-key", "product",
                "options.merge-engine", "aggregation",
                "options.fields.amount.aggregate-function", "max",
                "options.fields.amount.ignore-retract", "true",
                "options.fields.id.aggregate-function", "last_value");
        task.put(List.of(change("c", null, order(1, "pen", 10L)), change("u", null, order(1, "pen", 9L))));
        commit(task);
        assertThat(rows("product", "amount", "id")).containsExactly("pen 10 1");
    }

    @Test
    void aFunctionThatCannotTakeBackRefusesTheChangeAndSaysWhatToSet() {
        VarveSinkTask task = task(
                "tables.orders.primary-key", "product",
                "options.merge-engine", "aggregation",
                "options.fields.amount.aggregate-function", "max",
                "options.fields.id.ignore-retract", "true");
        task.put(List.of(
                change("c", null, order(1, "pen", 10L)),
                change("u", order(1, "pen", 10L), order(1, "pen", 9L)),
                change("c", null, order(2, "pen", 12L))));
        commit(task);
        assertThat(rows("product", "amount")).containsExactly("pen 12");
        assertThat(context.errors())
                .singleElement()
                .asString()
                .contains("table default.orders", "-U", "'amount'", "fields.amount.ignore-retract");
    }

    @Test
    void aDeletedRowIsRemovedWithItsKeyAlone() {
        VarveSinkTask task = task(
                "options.merge-engine", "aggregation",
                "options.fields.amount.aggregate-function", "sum",
                "options.aggregation.remove-record-on-delete", "true");
        task.put(List.of(
                change("c", null, order(1, "pen", 10L)),
                change("c", null, order(2, "ink", 7L)),
                change("u", order(2, "ink", 7L), order(2, "ink", 8L)),
                change("d", map("id", 1L), null)));
        commit(task);
        assertThat(rows("id", "amount")).containsExactly("2 8");
        assertThat(context.errors()).isEmpty();
    }

    @Test
    void aSumThatOverflowsEndsTheTaskNamingColumnAndKey() {
        VarveSinkTask task = task(REVENUE);
        task.put(List.of(change("c", null, order(1, "pen", Long.MAX_VALUE)), change("c", null, order(2, "pen", 1L))));
        assertThat(task.preCommit(Map.of(P0, new OffsetAndMetadata(2)))).isEmpty();
        assertThatThrownBy(() -> task.put(List.of()))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("table default.orders")
                .hasMessageContaining("amount")
                .hasMessageContaining("pen");
        assertThat(orders().latestSnapshot()).isEmpty();
        assertThat(context.errors()).isEmpty();
    }

    @Test
    void bothSidesOfAnUpdateAreTakenOrNone() {
        VarveSinkTask task = task(with(REVENUE, "schema.evolution", "none"));
        task.put(List.of(change("c", null, order(1, "pen", 10L))));
        commit(task);
        task.put(List.of(
                change("u", order(1, "pen", 10L), map("id", 1L, "product", null, "amount", 11L)),
                change("u", order(1, "pen", 10L), order(1, "pen", 12L))));
        commit(task);
        assertThat(rows("product", "amount")).containsExactly("pen 12");
        assertThat(context.reported()).hasSize(1);
    }

    @Test
    void aValueThatWasNotSentIsThatOfTheRowBefore() {
        VarveSinkTask task = task(
                "options.merge-engine", "aggregation",
                "options.fields.amount.aggregate-function", "sum",
                "options.fields.product.aggregate-function", "last_value");
        task.put(List.of(
                change("c", null, order(1, "pen", 10L)),
                change("u", order(1, "pen", 10L), order(1, PLACEHOLDER, 11L)),
                change("u", order(1, PLACEHOLDER, 11L), order(1, PLACEHOLDER, 12L))));
        commit(task);
        assertThat(rows("id", "product", "amount")).containsExactly("1 pen 11");
        assertThat(context.errors()).singleElement().asString().contains("field product", "REPLICA IDENTITY FULL");
    }

    @Test
    void theLastNonNullValueOutlivesAChangeThatDoesNotSendIt() {
        VarveSinkTask task = task(
                "options.merge-engine", "aggregation",
                "options.fields.amount.aggregate-function", "sum");
        task.put(List.of(
                change("c", null, order(1, "pen", 10L)),
                change("u", order(1, PLACEHOLDER, 10L), order(1, PLACEHOLDER, 12L))));
        commit(task);
        assertThat(rows("id", "product", "amount")).containsExactly("1 pen 12");
    }

    @Test
    void partialUpdateTakesUpdatesAndSaysWhatToSetForDeletes() {
        VarveSinkTask task = task("options.merge-engine", "partial-update");
        task.put(List.of(
                change("c", null, order(1, "pen", 10L)),
                change("u", order(1, "pen", 10L), order(1, null, 11L)),
                change("d", order(1, "pen", 11L), null)));
        commit(task);
        assertThat(rows("id", "product", "amount")).containsExactly("1 pen 11");
        assertThat(context.errors())
                .singleElement()
                .asString()
                .contains("default.orders", "ignore-delete", "partial-update.remove-record-on-delete");
    }

    @Test
    void partialUpdateRemovesRowsWhereItIsToldTo() {
        VarveSinkTask task = task(
                "options.merge-engine", "partial-update", "options.partial-update.remove-record-on-delete", "true");
        task.put(List.of(
                change("c", null, order(1, "pen", 10L)),
                change("c", null, order(2, "ink", 7L)),
                change("d", map("id", 1L), null)));
        commit(task);
        assertThat(rows("id", "product", "amount")).containsExactly("2 ink 7");
    }

    @Test
    void aSequenceGroupIsTakenBackByARowThatHasItsSequence() {
        VarveSinkTask task = task(
                "options.merge-engine", "partial-update",
                "options.fields.amount.sequence-group", "product");
        task.put(List.of(
                change("c", null, order(1, "pen", 10L)),
                change("c", null, order(2, "ink", 7L)),
                change("u", order(2, "ink", 7L), order(2, "late", 6L)),
                change("d", map("id", 2L, "product", null, "amount", null), null),
                change("d", order(1, "pen", 10L), null)));
        commit(task);
        assertThat(rows("id", "product", "amount")).containsExactly("1 null 10", "2 ink 7");
        assertThat(context.errors())
                .singleElement()
                .asString()
                .contains("sequence groups", "REPLICA IDENTITY FULL", "ignore-delete");
    }

    @Test
    void aSumInASequenceGroupFollowsUpdates() {
        VarveSinkTask task = task(
                "options.merge-engine", "partial-update",
                "options.fields.version.sequence-group", "amount",
                "options.fields.amount.aggregate-function", "sum",
                "tables.orders.primary-key", "product");
        task.put(List.of(
                change("c", null, map("id", 1L, "product", "pen", "version", 1L, "amount", 10L)),
                change("c", null, map("id", 2L, "product", "pen", "version", 2L, "amount", 5L)),
                change(
                        "u",
                        map("id", 1L, "product", "pen", "version", 1L, "amount", 10L),
                        map("id", 1L, "product", "pen", "version", 3L, "amount", 4L)),
                change("u", null, map("id", 1L, "product", "pen", "version", 4L, "amount", 1L))));
        commit(task);
        assertThat(rows("product", "amount")).containsExactly("pen 9");
        assertThat(context.errors()).singleElement().asString().contains("[amount]", "REPLICA IDENTITY FULL");
    }

    @Test
    void aValueInASequenceGroupThatWasNotSentIsLookedUp() {
        VarveSinkTask task = task(
                "options.merge-engine", "partial-update",
                "options.fields.amount.sequence-group", "product");
        task.put(List.of(change("c", null, order(1, "pen", 10L)), change("u", null, order(1, PLACEHOLDER, 11L))));
        commit(task);
        assertThat(rows("id", "product", "amount")).containsExactly("1 pen 11");
    }

    @Test
    void firstRowIsVisibleWithTheCommitAndLaterOnesChangeNothing() {
        VarveSinkTask task = task("options.merge-engine", "first-row");
        task.put(List.of(change("c", null, order(1, "pen", 10L)), change("c", null, order(1, "ink", 7L))));
        commit(task);
        assertThat(rows("id", "product")).containsExactly("1 pen");

        task.put(List.of(
                change("u", order(1, "pen", 10L), order(1, "quill", 11L)), change("c", null, order(2, "ink", 1L))));
        commit(task);
        assertThat(rows("id", "product")).containsExactly("1 pen", "2 ink");
        assertThat(context.errors()).isEmpty();

        task.put(List.of(change("d", order(1, "quill", 11L), null)));
        commit(task);
        assertThat(rows("id", "product")).containsExactly("1 pen", "2 ink");
        assertThat(context.errors()).singleElement().asString().contains("First row", "ignore-delete");
    }

    @Test
    void ignoreDeleteLeavesRetractionsOutForEveryEngine() {
        for (String mergeEngine : List.of("deduplicate", "partial-update", "aggregation", "first-row")) {
            VarveSinkTask task =
                    task("options.merge-engine", mergeEngine, "options.ignore-delete", "true", "database", mergeEngine);
            task.put(List.of(
                    change("c", null, order(1, "pen", 10L)),
                    change("u", null, order(1, "pen", 10L)),
                    change("d", map("id", 1L), null)));
            commit(task);
            assertThat(context.errors()).as(mergeEngine).isEmpty();
        }
    }

    @Test
    void aKindColumnSaysWhatRowsDoAndDeletesSayItThere() {
        VarveSinkTask task = task("options.rowkind.field", "product");
        task.put(List.of(
                change("c", null, order(1, "+I", 10L)),
                change("c", null, order(2, "+I", 7L)),
                change("u", order(2, "+I", 7L), order(2, "-D", 7L)),
                change("c", null, order(3, "+I", 1L)),
                change("d", order(3, "+I", 1L), null)));
        commit(task);
        assertThat(rows("id", "amount")).containsExactly("1 10");
    }

    @Test
    void aKindColumnAndUpdatesOfTheSourceExcludeEachOtherWhereOldValuesCount() {
        VarveSinkTask task = task(
                "options.merge-engine", "aggregation",
                "options.fields.amount.aggregate-function", "sum",
                "options.fields.product.aggregate-function", "last_value",
                "options.rowkind.field", "product");
        task.put(List.of(
                plain(map("id", 1L), order(1, "+I", 10L)),
                plain(map("id", 1L), order(1, "-U", 3L)),
                change("u", order(1, "+I", 10L), order(1, "+I", 11L))));
        commit(task);
        assertThat(rows("id", "amount")).containsExactly("1 7");
        assertThat(context.errors()).singleElement().asString().contains("rowkind.field");
    }
}
