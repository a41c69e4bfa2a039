package dev.varve.it.chaos;

import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectorStatus;
import dev.varve.it.kafka.TopicAdmin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        LOG.error("failed: {}", status.describe());
        failures.add(status.describe());
        figures.add(
                "failed tasks",
                status.tasks().stream().filter(ConnectorStatus.Part::hasFailed).count());
        client.restartFailed(connector);
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
