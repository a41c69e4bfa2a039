package dev.varve.connect.sink;

import dev.varve.connect.ledger.FormerLives;
import dev.varve.connect.ledger.LedgerEntry;
import dev.varve.connect.ledger.TopicIds;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TableMetrics;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.Warehouse;
import dev.varve.table.env.Env;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.schema.TableSpec;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables a task has open; each is opened when it is first needed. Confined to the task's thread. */
final class OpenTables implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenTables.class);

    private final TaskSettings settings;
    private final Warehouse warehouse;
    private final SettingsOnTables settingsOnTables;
    private final TopicIds topicIds;
    private final Env env;
    private final TaskMetrics taskMetrics;
    private final MetricBeans beans;
    private final Map<TableId, TableSink> open = new LinkedHashMap<>();
    private final Set<TopicPartition> restarted = new HashSet<>();
    /** Of tables that were closed, what their ledgers said of topics that were created anew. */
    private final Map<TableId, FormerLives> formerLives = new HashMap<>();

    OpenTables(
            TaskSettings settings,
            Warehouse warehouse,
            SettingsOnTables settingsOnTables,
            TopicIds topicIds,
            Env env,
            TaskMetrics taskMetrics,
            MetricBeans beans) {
        this.settings = settings;
        this.warehouse = warehouse;
        this.settingsOnTables = settingsOnTables;
        this.topicIds = topicIds;
        this.env = env;
        this.taskMetrics = taskMetrics;
        this.beans = beans;
    }

    /** The table, if it exists. */
    Optional<TableSink> find(TableId id) {
        TableSink known = open.get(id);
        return known != null ? Optional.of(known) : warehouse.find(id).map(table -> opened(id, table));
    }

    /**
     * The table that a record changes, created if need be; empty if it is missing and the record has no effect then.
     *
     * @throws DataException if it is missing and cannot be created
     */
    Optional<TableSink> load(Translation.Change change) {
        Optional<TableSink> found = find(change.table());
        return found.isPresent() ? found : newTable(change).map(spec -> create(change.table(), spec));
    }

    /** What a record asks for that no table can have is the record's fault. */
    private static Optional<TableSpec> newTable(Translation.Change change) {
        try {
            return change.change().newTable();
        } catch (InvalidInputException e) {
            throw change.change().impossible(change.table(), e);
        }
    }

    private TableSink create(TableId id, TableSpec spec) {
        Table table = warehouse.create(id, spec);
        LOG.info(
                "table={} created schema={} primary-key={} partition-keys={}",
                id,
                table.schema().id(),
                table.schema().primaryKeys(),
                table.schema().partitionKeys());
        return opened(id, table);
    }

    private TableSink opened(TableId id, Table found) {
        Table table = settingsOnTables.apply(id, found);
        var metrics = new TableMetrics();
        String user = settings.taskName() + "-" + env.newUuid();
        var sink = new TableSink(
                id,
                table,
                () -> warehouse.find(id),
                settings.ledgerId(),
                topicIds,
                user,
                settings.ownership(),
                env,
                metrics);
        FormerLives former = formerLives.remove(id);
        if (former == null) {
            restarted.forEach(sink.positions()::disown);
        } else {
            sink.positions().take(former);
        }
        open.put(id, sink);
        beans.register(settings.connector(), settings.task(), id.toString(), metrics);
        taskMetrics.tables(open.size());
        LOG.info(
                "table={} opened location={} schema={}",
                id,
                table.location(),
                table.schema().id());
        return sink;
    }

    /** Tables that are open now. */
    List<TableSink> all() {
        return List.copyOf(open.values());
    }

    boolean anyPending() {
        return open.values().stream().anyMatch(table -> table.positions().hasPending());
    }

    /** Whether a table has something pending of one of these partitions. */
    boolean anyPending(Collection<TopicPartition> partitions) {
        return open.values().stream()
                .anyMatch(table -> table.positions().pending().stream().anyMatch(partitions::contains));
    }

    /** A partition's topic was recreated, and policy accepts that: what ledgers say of it counts no more. */
    void disown(TopicPartition partition) {
        restarted.add(partition);
        open.values().forEach(table -> table.positions().disown(partition));
        formerLives.values().forEach(closed -> closed.noticed(partition));
    }

    /**
     * Like {@link #disown(TopicPartition)}, where the topic feeds one table.
     *
     * @param value what the table's ledger was found to say
     */
    void disown(TopicPartition partition, TableId table, Optional<LedgerEntry> value) {
        disown(partition);
        Optional.ofNullable(open.get(table)).ifPresent(sink -> sink.positions().disown(partition, value));
    }

    /** The partitions are no longer this task's; nothing of them is pending. */
    void forget(Collection<TopicPartition> partitions) {
        restarted.removeAll(partitions);
        formerLives.values().forEach(closed -> partitions.forEach(closed::over));
        open.values().forEach(table -> table.forget(partitions));
    }

    /** Drops everything pending in all tables. */
    void dropAll() {
        open.values().forEach(TableSink::drop);
    }

    /** Closes a table; it is opened anew when it is needed. */
    void close(TableSink table) {
        open.remove(table.id());
        formerLives.put(table.id(), table.positions().formerLives());
        beans.unregister(settings.connector(), settings.task(), table.id().toString());
        taskMetrics.tables(open.size());
        table.close();
    }

    @Override
    public void close() {
        all().forEach(this::close);
    }
}
