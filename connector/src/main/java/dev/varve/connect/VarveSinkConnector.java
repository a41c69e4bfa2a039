package dev.varve.connect;

import dev.varve.connect.config.SettingsDefinition;
import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.metric.ConnectorMetrics;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.sink.KafkaLog;
import dev.varve.connect.sink.OffsetRewrite;
import dev.varve.table.EngineSettings;
import dev.varve.table.TableEngine;
import dev.varve.table.env.Env;
import dev.varve.table.error.TableException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;

/** Lands change streams in Apache Paimon format tables, exactly once. */
public final class VarveSinkConnector extends SinkConnector {
    private final ConnectorMetrics metrics = new ConnectorMetrics(Version.text());
    private final MetricBeans beans = new MetricBeans();
    private Map<String, String> properties = Map.of();

    @Override
    public String version() {
        return Version.text();
    }

    @Override
    public ConfigDef config() {
        return SettingsDefinition.create();
    }

    /** Beyond the single settings also checks what needs several, and names that are unknown. */
    @Override
    public Config validate(Map<String, String> connectorConfigs) {
        return SinkSettings.validate(connectorConfigs);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return VarveSinkTask.class;
    }

    @Override
    public void start(Map<String, String> props) {
        SinkSettings settings = SinkSettings.parse(props);
        properties = Map.copyOf(props);
        beans.register(settings.connectorName(), metrics);
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        metrics.tasks(maxTasks);
        return TaskConfigs.of(properties, maxTasks);
    }

    /**
     * An operator sets or resets offsets while the connector is stopped: every table that has landed records of these topics
     * takes the new offsets into its ledger, so that the replay or skip really happens.
     */
    @Override
    public boolean alterOffsets(Map<String, String> connectorConfig, Map<TopicPartition, Long> offsets) {
        SinkSettings settings = SinkSettings.parse(connectorConfig);
        EngineSettings engineSettings =
                EngineSettings.defaults().withStoreSettings(settings.storage().hadoop());
        try (TableEngine engine = TableEngine.start(engineSettings);
                KafkaLog kafkaLog = KafkaLogs.connect(settings, connectorConfig)) {
            new OffsetRewrite(
                            engine.warehouse(settings.storage().warehouse()),
                            settings.commits().ledgerId(),
                            kafkaLog,
                            Env.system())
                    .rewrite(offsets);
        } catch (TableException e) {
            throw new ConnectException("the tables' offsets could not be altered: " + e.getMessage(), e);
        }
        metrics.offsetsRewritten();
        return true;
    }

    @Override
    public void stop() {
        beans.close();
    }
}
