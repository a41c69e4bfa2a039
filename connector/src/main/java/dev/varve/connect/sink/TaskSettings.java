package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.table.CompactionOwnership;
import java.time.Duration;
import java.util.Optional;

/**
 * What a task needs to know of its settings.
 *
 * @param connector name of the connector
 * @param task number of the task, from 0
 * @param tasks number of tasks
 * @param ledgerId whose offsets these are
 * @param commitInterval how soon to ask for a commit once something waits for one; empty leaves it to the worker
 * @param acceptMismatch whether to go on when offsets contradict each other
 * @param topicsKeepTheirNames whether no transform can rename a topic, so that the table of a topic's records is known without one
 */
public record TaskSettings(
        String connector,
        int task,
        int tasks,
        String ledgerId,
        Optional<Duration> commitInterval,
        boolean acceptMismatch,
        boolean topicsKeepTheirNames,
        RetryLimits retries) {
    public TaskSettings {
        requireNonNull(connector, "connector is null");
        requireNonNull(ledgerId, "ledgerId is null");
        requireNonNull(commitInterval, "commitInterval is null");
        requireNonNull(retries, "retries is null");
    }

    /** Which buckets this task compacts. */
    CompactionOwnership ownership() {
        return new CompactionOwnership(task, tasks);
    }

    /** How logs and errors name the task. */
    String taskName() {
        return connector + "-" + task;
    }
}
