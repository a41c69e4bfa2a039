package dev.varve.connect;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.connect.sink.CheckedWarehouse;
import dev.varve.connect.sink.CommitThreads;
import dev.varve.connect.sink.EventTranslator;
import dev.varve.connect.sink.KafkaLog;
import dev.varve.connect.sink.RetryLimits;
import dev.varve.connect.sink.TaskSettings;
import dev.varve.connect.sink.TaskSink;
import dev.varve.table.EngineSettings;
import dev.varve.table.TableEngine;
import dev.varve.table.Warehouse;
import dev.varve.table.env.Env;
import dev.varve.table.error.TableException;
import dev.varve.table.option.MemorySize;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task as Connect sees it: starts the engine, and hands everything to its {@link TaskSink}. */
public final class VarveSinkTask extends SinkTask {
    private static final Logger LOG = LoggerFactory.getLogger(VarveSinkTask.class);

    /** Closed in the reverse order of their start. */
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();

    private TaskSink sink;

    @Override
    public String version() {
        return Version.text();
    }

    @Override
    public void start(Map<String, String> config) {
        try {
            SinkSettings settings = SinkSettings.parse(TaskConfigs.settings(config));
            start(settings, TaskConfigs.read(config), keepsTopicNames(config), KafkaLogs.connect(settings, config));
        } catch (TableException e) {
            stop();
            throw new ConnectException("the task cannot start: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    private void start(SinkSettings settings, TaskConfigs numbers, boolean keepsTopicNames, KafkaLog kafkaLog) {
        resources.push(kafkaLog);
        resources.push(MemoryShare.OF_THIS_PROCESS::stopped);
        MemorySize memory =
                MemoryShare.OF_THIS_PROCESS.started(settings.commits().memory(), numbers.tasks());
        EngineSettings defaults = EngineSettings.defaults();
        TableEngine engine = TableEngine.start(defaults.withMemoryBytes(memory.bytes())
                .withCompactionThreads(settings.commits().compactionThreads())
                .withTemporaryDirectory(settings.commits().spillDirectory().orElse(defaults.temporaryDirectory()))
                .withStoreSettings(settings.storage().hadoop()));
        resources.push(engine);
        Warehouse warehouse =
                CheckedWarehouse.start(engine.warehouse(settings.storage().warehouse()));
        var beans = new MetricBeans();
        resources.push(beans);
        var metrics = new TaskMetrics();
        beans.register(settings.connectorName(), numbers.task(), metrics);
        CommitThreads commitThreads = CommitThreads.start(
                settings.connectorName() + "-" + numbers.task(),
                settings.commits().commitThreads());
        resources.push(commitThreads);
        sink = new TaskSink(
                new TaskSettings(
                        settings.connectorName(),
                        numbers.task(),
                        numbers.tasks(),
                        settings.commits().ledgerId(),
                        settings.commits().interval(),
                        accepts(settings),
                        keepsTopicNames,
                        RetryLimits.within(settings.commits().retryTimeout())),
                warehouse,
                new EventTranslator(settings),
                context,
                kafkaLog,
                Env.system(),
                metrics,
                beans,
                commitThreads);
        resources.push(sink);
        LOG.info(
                "started connector={} task={} of={} warehouse={} memory={} ledger={}",
                settings.connectorName(),
                numbers.task(),
                numbers.tasks(),
                settings.storage().warehouse(),
                memory,
                settings.commits().ledgerId());
    }

    private static boolean accepts(SinkSettings settings) {
        return switch (settings.commits().offsetMismatch()) {
            case FAIL -> false;
            case ACCEPT -> true;
        };
    }

    /** A transform can rename topics, and which one does cannot be told from outside. */
    private static boolean keepsTopicNames(Map<String, String> config) {
        return config.getOrDefault("transforms", "").isBlank();
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        sink.open(partitions);
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        sink.put(records);
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        return sink.preCommit(currentOffsets);
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        sink.close(partitions);
    }

    /** Also called for a task whose start has failed. */
    @Override
    public void stop() {
        Exception first = null;
        while (!resources.isEmpty()) {
            try {
                resources.pop().close();
            } catch (Exception e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            LOG.warn("the task did not stop cleanly", first);
        }
    }
}
