package dev.varve.it.pipeline;

import dev.varve.it.kafka.Broker;
import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.kafka.TopicWatcher;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;

/**
 * A Debezium source and its sinks, with the means to know when a change has gone all the way. Broker, workers and database are
 * given. Confined to one thread.
 */
public final class Pipeline implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(120);

    private final ConnectClient client;
    private final SourceMarks marks;
    private final long earlierMarks;
    private final TopicAdmin admin;
    private final TopicWatcher watcher;

    /**
     * @param marks of the source's database; those set so far are not sent by the source, which is started later
     * @param topicPrefix name of the source, with which its topics start
     */
    public Pipeline(Broker broker, ConnectClient client, SourceMarks marks, String topicPrefix) {
        this.client = client;
        this.marks = marks;
        this.earlierMarks = marks.count();
        this.admin = new TopicAdmin(broker);
        this.watcher = new TopicWatcher(
                broker,
                Pattern.compile(Pattern.quote(topicPrefix) + "\\..*"),
                record -> record.topic().equals(topicPrefix + ".message"));
    }

    /** Creates a connector and waits until it and all its tasks run. */
    public void start(ConnectorDocument connector) {
        client.create(connector);
        client.awaitRunning(connector.name(), connector.tasks(), START_LIMIT);
    }

    /** Change events that have arrived in Kafka. */
    public long events() {
        return watcher.records();
    }

    /** How far a sink has come. */
    public SinkProgress progress(ConnectorDocument sink) {
        return new SinkProgress(admin, client, sink.name());
    }

    /** Waits until Kafka has a record in each of the topics, so that a sink finds them when it starts. */
    public void awaitTopics(int count, Duration limit) {
        watcher.awaitTopics(count, limit);
    }

    /** Waits until every change before the last mark is in Kafka. */
    public void awaitMark(Duration limit) {
        watcher.awaitEnd(marks.count() - earlierMarks, admin, limit);
    }

    /** For each partition with change events, the offset after the last of them. */
    public Map<TopicPartition, Long> ends() {
        return watcher.afterLastRecord();
    }

    /** Waits, after {@link #awaitMark}, until the sink has landed every event. */
    public void awaitSink(ConnectorDocument sink, Duration limit, Runnable watch) {
        progress(sink).await(ends(), limit, watch);
    }

    /** Like {@link #awaitSink(ConnectorDocument, Duration, Runnable)}, for a sink that takes one of the topics only. */
    public void awaitSink(ConnectorDocument sink, String topic, Duration limit) {
        Map<TopicPartition, Long> ends = ends();
        ends.keySet().removeIf(partition -> !partition.topic().equals(topic));
        progress(sink).await(ends, limit, () -> {});
    }

    @Override
    public void close() {
        try (admin) {
            watcher.close();
        }
    }
}
