package dev.varve.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.option.MemorySize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.sink.SinkConnector;
import org.junit.jupiter.api.Test;

class VarveSinkConnectorTest {
    private static final Map<String, String> PROPERTIES = Map.of(
            "name", "lake", "connector.class", "VarveSinkConnector", "topics", "orders", "warehouse", "/tmp/warehouse");

    @Test
    void aWorkerFindsItAsAService() {
        assertThat(ServiceLoader.load(SinkConnector.class))
                .anyMatch(connector -> connector instanceof VarveSinkConnector);
    }

    @Test
    void itsVersionIsTheBuilds() {
        assertThat(new VarveSinkConnector().version())
                .isEqualTo(new VarveSinkTask().version())
                .matches("\\d+\\.\\d+.*");
    }

    @Test
    void validationNamesWhatIsWrong() {
        var wrong = new HashMap<>(PROPERTIES);
        wrong.put("commit.interval.ms", "soon");
        wrong.put("warehous", "x");
        List<ConfigValue> values = new VarveSinkConnector().validate(wrong).configValues();
        assertThat(values)
                .filteredOn(value -> !value.errorMessages().isEmpty())
                .extracting(ConfigValue::name)
                .containsExactlyInAnyOrder("commit.interval.ms", "warehous");
        assertThat(new VarveSinkConnector().validate(PROPERTIES).configValues())
                .allMatch(value -> value.errorMessages().isEmpty());
    }

    @Test
    void aWrongConfigurationDoesNotStart() {
        assertThatThrownBy(() -> new VarveSinkConnector().start(Map.of("name", "lake")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("warehouse");
    }

    @Test
    void everyTaskKnowsWhichOfHowManyItIs() {
        var connector = new VarveSinkConnector();
        connector.start(PROPERTIES);
        try {
            List<Map<String, String>> configs = connector.taskConfigs(3);
            assertThat(configs)
                    .extracting(TaskConfigs::read)
                    .containsExactly(new TaskConfigs(0, 3), new TaskConfigs(1, 3), new TaskConfigs(2, 3));
            assertThat(configs)
                    .allSatisfy(
                            config -> assertThat(TaskConfigs.settings(config)).isEqualTo(PROPERTIES));
        } finally {
            connector.stop();
        }
    }

    @Test
    void tasksShareAQuarterOfTheHeapButEachHasEnough() {
        var share = new MemoryShare(MemorySize.ofMebibytes(4_096).bytes());
        assertThat(share.started(Optional.empty(), 1)).isEqualTo(MemorySize.ofMebibytes(1_024));
        assertThat(share.started(Optional.empty(), 1)).isEqualTo(MemorySize.ofMebibytes(512));
        assertThat(share.started(Optional.empty(), 8)).isEqualTo(MemorySize.ofMebibytes(128));
        assertThat(share.started(Optional.of(MemorySize.ofMebibytes(77)), 8)).isEqualTo(MemorySize.ofMebibytes(77));
        assertThat(share.started(Optional.empty(), 100)).isEqualTo(MemoryShare.FLOOR);
        for (int i = 0; i < 5; i++) {
            share.stopped();
        }
        assertThat(share.started(Optional.empty(), 1)).isEqualTo(MemorySize.ofMebibytes(1_024));
    }
}
