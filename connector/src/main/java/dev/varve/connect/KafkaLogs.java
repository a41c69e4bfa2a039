package dev.varve.connect;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.sink.AdminKafkaLog;
import dev.varve.connect.sink.KafkaLog;
import java.util.Map;

/** Where Kafka can be asked beside a task's consumer. */
final class KafkaLogs {
    private KafkaLogs() {}

    /** Connects, if settings say where to. The caller closes it. */
    static KafkaLog connect(SinkSettings settings, Map<String, String> config) {
        return settings.kafka().isGiven()
                ? AdminKafkaLog.connect(settings.kafka().client(), group(settings, config))
                : KafkaLog.UNKNOWN;
    }

    /** The group that the worker makes for a sink connector, unless it is told otherwise. */
    private static String group(SinkSettings settings, Map<String, String> config) {
        return config.getOrDefault("consumer.override.group.id", "connect-" + settings.connectorName());
    }
}
