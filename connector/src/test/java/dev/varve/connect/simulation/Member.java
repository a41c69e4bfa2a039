package dev.varve.connect.simulation;

import dev.varve.connect.metric.TaskMetrics;
import dev.varve.connect.sink.SimulatedTask;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * A task in a process of its own.
 *
 * @param number the task's number, from 0; two members may have the same
 */
record Member(int number, Process process, SimulatedTask task, TaskMetrics metrics) {
    /** Whether it can be given a step. */
    boolean isFree() {
        return isAlive() && !process.isPaused();
    }

    boolean isAlive() {
        return !process.isDead() && task.isAlive();
    }

    Set<TopicPartition> assigned() {
        var sorted = new TreeSet<TopicPartition>(SimulatedTask.COMPARING_PARTITIONS);
        sorted.addAll(task.assigned());
        return sorted;
    }

    void poll(int max) {
        process.run(() -> task.poll(max));
    }

    void commit(boolean reaches) {
        process.run(() -> task.commit(reaches));
    }

    /** Ends at once. */
    void kill() {
        process.kill();
        task.crash();
    }

    /** Ends in good order, if it is still there. */
    void stop() {
        process.finish();
        if (isAlive()) {
            process.run(task::stop);
            process.finish();
        }
    }
}
