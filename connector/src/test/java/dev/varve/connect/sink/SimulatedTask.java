package dev.varve.connect.sink;

import dev.varve.connect.sink.SimulatedRecord.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * One task of a worker, with its consumer: does to a {@link TaskSink} what Connect's {@code WorkerSinkTask} does, in the same
 * order. Requests to move the consumer are done when a poll begins; a rebalance happens inside a poll, before records are fetched;
 * an exception from {@code put} ends the task with a last {@code preCommit} and {@code close}; asking for a partition that is not
 * assigned is an error. Confined to one thread.
 */
public final class SimulatedTask {
    private final SimulatedKafka kafka;
    private final Context context = new Context();
    private final TaskSink sink;
    private final Map<TopicPartition, Long> consumer = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> currentOffsets = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> lastCommitted = new HashMap<>();
    private Function<String, String> rename = Function.identity();
    private boolean zombie;
    private boolean busy;
    private boolean ended;
    private Optional<RuntimeException> failure = Optional.empty();

    public SimulatedTask(SimulatedKafka kafka, Function<SinkTaskContext, TaskSink> start) {
        this.kafka = kafka;
        this.sink = start.apply(context);
    }

    /** A transform renames topics and changes partition numbers. */
    public SimulatedTask renaming(Function<String, String> newRename) {
        rename = newRename;
        return this;
    }

    public Set<TopicPartition> assigned() {
        return new TreeSet<>(COMPARING_PARTITIONS) {
            private static final long serialVersionUID = 1L;

            {
                addAll(consumer.keySet());
            }
        };
    }

    public static final java.util.Comparator<TopicPartition> COMPARING_PARTITIONS =
            java.util.Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    public boolean isAlive() {
        return !ended;
    }

    public boolean isZombie() {
        return zombie;
    }

    /** Whether a call of the task is under way; a task must not be entered twice. */
    public boolean isBusy() {
        return busy;
    }

    public Optional<RuntimeException> failure() {
        return failure;
    }

    public boolean commitRequested() {
        return context.commitRequested;
    }

    public long timeout() {
        return context.timeout;
    }

    public Set<TopicPartition> paused() {
        return Set.copyOf(context.paused);
    }

    /** Where the consumer of a partition stands. */
    public long position(TopicPartition partition) {
        return consumer.get(partition);
    }

    /** The group has given its partitions to others, and this task does not know it. */
    public void becomesZombie() {
        zombie = true;
    }

    public void poll(int max) {
        poll(Set.of(), Set.of(), Set.of(), max);
    }

    /** A poll during which the group rebalances. */
    public void poll(
            Collection<TopicPartition> revoked,
            Collection<TopicPartition> lost,
            Collection<TopicPartition> added,
            int max) {
        if (ended) {
            return;
        }
        busy = true;
        try {
            rewind();
            context.timeout = -1;
            if (!revoked.isEmpty()) {
                preCommit(revoked, true, true);
                forget(revoked);
            }
            if (!lost.isEmpty()) {
                sink.close(lost);
                forget(lost);
            }
            if (!added.isEmpty()) {
                for (TopicPartition partition : added) {
                    long start = kafka.committed(partition).orElse(0L);
                    consumer.put(partition, start);
                    currentOffsets.put(partition, new OffsetAndMetadata(start));
                    lastCommitted.put(partition, new OffsetAndMetadata(start));
                }
                sink.open(List.copyOf(added));
                rewind();
            }
            deliver(max);
        } catch (ConnectException e) {
            fail(e);
        } finally {
            busy = false;
        }
    }

    private void deliver(int max) {
        var batch = new ArrayList<SinkRecord>();
        var consumed = new HashMap<TopicPartition, OffsetAndMetadata>();
        for (TopicPartition partition : assigned()) {
            if (context.paused.contains(partition)) {
                continue;
            }
            for (SimulatedRecord record : kafka.fetch(partition, consumer.get(partition), max)) {
                consumer.put(partition, record.offset() + 1);
                consumed.put(partition, new OffsetAndMetadata(record.offset() + 1));
                if (record.kind() != Kind.FILTERED) {
                    batch.add(sinkRecord(record));
                }
            }
        }
        sink.put(batch);
        currentOffsets.putAll(consumed);
    }

    private SinkRecord sinkRecord(SimulatedRecord record) {
        String topic = record.partition().topic();
        String newTopic = rename.apply(topic);
        int partition = record.partition().partition();
        return new SinkRecord(
                newTopic,
                newTopic.equals(topic) ? partition : partition + 10,
                null,
                null,
                null,
                record,
                record.offset(),
                null,
                TimestampType.NO_TIMESTAMP_TYPE,
                List.of(),
                topic,
                partition,
                record.offset());
    }

    /** The worker's own interval is over. */
    public void commit() {
        commit(true);
    }

    /**
     * @param reaches whether the offsets arrive at the group; a zombie's never do
     */
    public void commit(boolean reaches) {
        if (!ended) {
            context.commitRequested = false;
            busy = true;
            preCommit(assigned(), reaches, false);
            busy = false;
        }
    }

    private void preCommit(Collection<TopicPartition> partitions, boolean reaches, boolean closing) {
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata current = currentOffsets.get(partition);
            if (current != null) {
                offsets.put(partition, current);
            }
        }
        Map<TopicPartition, OffsetAndMetadata> returned = sink.preCommit(offsets);
        if (closing) {
            sink.close(List.copyOf(partitions));
        }
        returned.forEach((partition, offset) -> {
            OffsetAndMetadata current = offsets.get(partition);
            if (current == null) {
                throw new IllegalStateException(partition + " returned without being asked for");
            }
            if (offset.offset() > current.offset()) {
                throw new IllegalStateException(partition + " returned at " + offset + ", consumed to " + current);
            }
            if (reaches && !zombie && !offset.equals(lastCommitted.get(partition))) {
                lastCommitted.put(partition, offset);
                kafka.commit(partition, offset.offset());
            }
        });
    }

    private void rewind() {
        context.offsets.forEach((partition, offset) -> {
            requireAssigned(partition);
            consumer.put(partition, offset);
            currentOffsets.put(partition, new OffsetAndMetadata(offset));
            lastCommitted.put(partition, new OffsetAndMetadata(offset));
        });
        context.offsets.clear();
    }

    private void forget(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            consumer.remove(partition);
            currentOffsets.remove(partition);
            lastCommitted.remove(partition);
            context.paused.remove(partition);
        }
    }

    private void fail(ConnectException e) {
        failure = Optional.of(e);
        stop();
    }

    /** The worker stops the task in an orderly way. */
    public void stop() {
        if (!ended) {
            ended = true;
            busy = true;
            try {
                Set<TopicPartition> all = assigned();
                if (!all.isEmpty()) {
                    preCommit(all, true, true);
                }
            } finally {
                sink.close();
            }
        }
    }

    /** The process is gone: nothing is called any more. */
    public void crash() {
        ended = true;
    }

    private void requireAssigned(TopicPartition partition) {
        if (!consumer.containsKey(partition)) {
            throw new IllegalStateException(partition + " is not assigned");
        }
    }

    private final class Context implements SinkTaskContext {
        private final Map<TopicPartition, Long> offsets = new HashMap<>();
        private final Set<TopicPartition> paused = new HashSet<>();
        private boolean commitRequested;
        private long timeout = -1;

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
        public void timeout(long timeoutMs) {
            timeout = timeoutMs;
        }

        @Override
        public Set<TopicPartition> assignment() {
            return assigned();
        }

        @Override
        public void pause(TopicPartition... partitions) {
            for (TopicPartition partition : partitions) {
                requireAssigned(partition);
                paused.add(partition);
            }
        }

        @Override
        public void resume(TopicPartition... partitions) {
            for (TopicPartition partition : partitions) {
                requireAssigned(partition);
            }
            paused.removeAll(Arrays.asList(partitions));
        }

        @Override
        public void requestCommit() {
            commitRequested = true;
        }

        @Override
        public PluginMetrics pluginMetrics() {
            throw new UnsupportedOperationException("pluginMetrics");
        }

        @Override
        public ErrantRecordReporter errantRecordReporter() {
            return (record, error) -> {
                kafka.report((SimulatedRecord) record.value());
                return CompletableFuture.completedFuture(null);
            };
        }
    }
}
