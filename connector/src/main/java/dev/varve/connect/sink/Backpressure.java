package dev.varve.connect.sink;

import dev.varve.table.env.Env;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Holds records back for a while without blocking the task: its partitions are paused, the worker goes on polling and stays in
 * the group. Confined to the task's thread.
 */
final class Backpressure {
    private final SinkTaskContext context;
    private final Env env;
    private final Set<TopicPartition> paused = new HashSet<>();
    private OptionalLong resumeAtNanos = OptionalLong.empty();

    Backpressure(SinkTaskContext context, Env env) {
        this.context = context;
        this.env = env;
    }

    /** Holds back the records of these partitions, and lets {@link #tick} be called when the time is over. */
    void hold(Collection<TopicPartition> partitions, Duration duration) {
        if (partitions.isEmpty()) {
            return;
        }
        resumeAtNanos = OptionalLong.of(env.nanoTime() + duration.toNanos());
        context.pause(partitions.toArray(TopicPartition[]::new));
        paused.addAll(partitions);
        context.timeout(Math.max(1, duration.toMillis()));
    }

    /** Lets records flow again if the time is over; to be called with every {@code put}. */
    void tick() {
        if (resumeAtNanos.isEmpty()) {
            return;
        }
        long remainingNanos = resumeAtNanos.getAsLong() - env.nanoTime();
        if (remainingNanos > 0) {
            context.timeout(Math.max(1, Duration.ofNanos(remainingNanos).toMillis()));
            return;
        }
        resumeAtNanos = OptionalLong.empty();
        if (!paused.isEmpty()) {
            context.resume(paused.toArray(TopicPartition[]::new));
            paused.clear();
        }
    }

    /** The partitions are no longer this task's. */
    void forget(Collection<TopicPartition> partitions) {
        paused.removeAll(partitions);
    }
}
