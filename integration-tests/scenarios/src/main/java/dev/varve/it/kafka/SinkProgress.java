package dev.varve.it.kafka;

import dev.varve.it.process.Waiting;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a sink connector has come. A sink commits a position once everything before it is in the tables, also one that a killed
 * task has landed.
 */
public final class SinkProgress {
    private final TopicAdmin admin;
    private final ConnectClient client;
    private final String connector;

    public SinkProgress(TopicAdmin admin, ConnectClient client, String connector) {
        this.admin = admin;
        this.client = client;
        this.connector = connector;
    }

    /** Sum of the committed positions: records landed, transaction marks included. */
    public long committed() {
        return admin.sinkOffsets(connector).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /**
     * Waits until the connector has committed these positions or higher ones.
     *
     * @param watch is called all the while
     * @throws dev.varve.it.process.HarnessException when the time is over, or at once when a task has failed
     */
    public void await(Map<TopicPartition, Long> positions, Duration limit, Runnable watch) {
        Waiting.untilTrue(
                "connector " + connector + " to land everything up to " + TopicAdmin.describe(positions),
                limit,
                () -> {
                    client.requireHealthy(connector);
                    watch.run();
                    return missing(positions).isEmpty();
                },
                () -> "not yet committed: " + TopicAdmin.describe(missing(positions)) + "\n"
                        + client.describe(connector));
    }

    private Map<TopicPartition, Long> missing(Map<TopicPartition, Long> positions) {
        Map<TopicPartition, Long> missing = new HashMap<>(positions);
        Map<TopicPartition, Long> committed = admin.sinkOffsets(connector);
        missing.entrySet().removeIf(wanted -> committed.getOrDefault(wanted.getKey(), -1L) >= wanted.getValue());
        return missing;
    }
}
