package dev.varve.connect.sink;

import dev.varve.table.env.Env;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Holds records back for a while without blocking the task: its partitions are paused, the worker goes on polling and stays in
 * the group. The worker is asked at the end of a {@code put} only, when no rebalance is under way. Confined to the task's thread.
 */
final class Backpressure {
    /** How often it is looked at again, while what is waited for has no time of its own. */
    static final Duration POLL = Duration.ofSeconds(1);

    private final SinkTaskContext context;
    private final Env env;
    private final Set<TopicPartition> paused = new HashSet<>();
    private OptionalLong resumeAtNanos = OptionalLong.empty();

    Backpressure(SinkTaskContext context, Env env) {
        this.context = context;
        this.env = env;
    }

    /** No records are wanted for this long from now on. */
    void hold(Duration duration) {
        resumeAtNanos = OptionalLong.of(env.nanoTime() + duration.toNanos());
    }

    /**
     * Pauses or resumes what has to be; to be called at the end of every {@code put}.
     *
     * @param behind whether no records are wanted because something else has to catch up first
     */
    void afterPut(Set<TopicPartition> assigned, boolean behind) {
        Optional<Duration> hold = remainingHold();
        if (hold.isPresent() || behind) {
            pause(assigned);
            Duration wait = hold.isPresent() && (!behind || hold.get().compareTo(POLL) < 0) ? hold.get() : POLL;
            context.timeout(Math.max(1, wait.toMillis()));
            return;
        }
        if (!paused.isEmpty()) {
            context.resume(paused.toArray(TopicPartition[]::new));
            paused.clear();
        }
    }

    /** Whether no records are wanted now because of a {@link #hold}. */
    boolean holds() {
        return remainingHold().isPresent();
    }

    private Optional<Duration> remainingHold() {
        if (resumeAtNanos.isEmpty()) {
            return Optional.empty();
        }
        long remainingNanos = resumeAtNanos.getAsLong() - env.nanoTime();
        if (remainingNanos <= 0) {
            resumeAtNanos = OptionalLong.empty();
            return Optional.empty();
        }
        return Optional.of(Duration.ofNanos(remainingNanos));
    }

    private void pause(Set<TopicPartition> assigned) {
        TopicPartition[] flowing = assigned.stream()
                .filter(partition -> !paused.contains(partition))
                .toArray(TopicPartition[]::new);
        if (flowing.length > 0) {
            context.pause(flowing);
            paused.addAll(assigned);
        }
    }

    /** The partitions are no longer this task's. */
    void forget(Collection<TopicPartition> partitions) {
        paused.removeAll(partitions);
    }
}
