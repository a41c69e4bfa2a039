package dev.varve.it.chaos;

import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectorStatus;
import dev.varve.it.kafka.TopicAdmin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after the connector as an operator would: counts tasks that have failed, keeps their traces and restarts them. */
final class SinkWatch {
    private static final Logger LOG = LoggerFactory.getLogger(SinkWatch.class);

    private final ConnectClient client;
    private final TopicAdmin admin;
    private final String connector;
    private final List<String> topics;
    private final Figures figures;
    private final List<String> failures = new ArrayList<>();

    SinkWatch(ConnectClient client, TopicAdmin admin, String connector, List<String> topics, Figures figures) {
        this.client = client;
        this.admin = admin;
        this.connector = connector;
        this.topics = topics;
        this.figures = figures;
    }

    /** Looks once. */
    void look() {
        client.status(connector).filter(ConnectorStatus::hasFailed).ifPresent(this::restart);
    }

    private void restart(ConnectorStatus status) {
        long failed = count(status, part -> true);
        long notStarted = count(status, SinkWatch::wasNotStarted);
        figures.add("tasks that Connect did not start since it had more than tasks.max", notStarted);
        if (failed > notStarted || status.connector().hasFailed()) {
            LOG.error("failed: {}", status.describe());
            failures.add(status.describe());
            figures.add("failed tasks", failed - notStarted);
        }
        client.restartFailed(connector);
    }

    private static long count(ConnectorStatus status, Predicate<ConnectorStatus.Part> which) {
        return status.tasks().stream()
                .filter(ConnectorStatus.Part::hasFailed)
                .filter(which)
                .count();
    }

    /**
     * A worker that starts the tasks of before, while another has already lowered {@code tasks.max}, refuses to (KIP-1004): the task has
     * never been ours.
     */
    private static boolean wasNotStarted(ConnectorStatus.Part task) {
        return task.trace().startsWith("org.apache.kafka.connect.runtime.TooManyTasksException");
    }

    /** Records in Kafka that the connector has not told its group to have landed. */
    long lag() {
        List<TopicPartition> partitions = topics.stream()
                .flatMap(topic -> admin.partitions(topic).stream())
                .toList();
        Map<TopicPartition, Long> landed = admin.sinkOffsets(connector);
        long lag = admin.endOffsets(partitions).entrySet().stream()
                .mapToLong(end -> end.getValue() - landed.getOrDefault(end.getKey(), 0L))
                .sum();
        figures.highest("lag, most, records", lag);
        return lag;
    }

    /** What failed, with traces. */
    List<String> failures() {
        return List.copyOf(failures);
    }
}
