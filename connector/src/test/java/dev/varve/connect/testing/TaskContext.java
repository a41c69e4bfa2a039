package dev.varve.connect.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** What the worker gives a task; remembers what the task asks for. */
public final class TaskContext implements SinkTaskContext {
    private final Map<TopicPartition, Long> offsets = new HashMap<>();
    private final List<SinkRecord> reported = new ArrayList<>();
    private final List<Throwable> causes = new ArrayList<>();
    private boolean reports = true;

    /** Where the task wants to go on. */
    public Map<TopicPartition, Long> offsets() {
        return offsets;
    }

    /** Bad records, in order. */
    public List<SinkRecord> reported() {
        return reported;
    }

    /** What was wrong with them. */
    public List<String> errors() {
        return causes.stream().map(Throwable::getMessage).toList();
    }

    /** The same as the exceptions they were reported with. */
    public List<Throwable> causes() {
        return causes;
    }

    /** From now on nobody takes bad records. */
    public void reportsNothing() {
        reports = false;
    }

    @Override
    public Map<String, String> configs() {
        return Map.of();
    }

    @Override
    public void offset(Map<TopicPartition, Long> newOffsets) {
        offsets.putAll(newOffsets);
    }

    @Override
    public void offset(TopicPartition partition, long offset) {
        offsets.put(partition, offset);
    }

    @Override
    public void timeout(long timeoutMs) {}

    @Override
    public Set<TopicPartition> assignment() {
        return Set.of();
    }

    @Override
    public void pause(TopicPartition... partitions) {}

    @Override
    public void resume(TopicPartition... partitions) {}

    @Override
    public void requestCommit() {}

    @Override
    public PluginMetrics pluginMetrics() {
        throw new UnsupportedOperationException("pluginMetrics");
    }

    @Override
    public ErrantRecordReporter errantRecordReporter() {
        return reports ? this::report : null;
    }

    private CompletableFuture<Void> report(SinkRecord record, Throwable error) {
        reported.add(record);
        causes.add(error);
        return CompletableFuture.completedFuture(null);
    }
}
