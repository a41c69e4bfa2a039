package dev.varve.connect.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sinks among the examples have no setting and no table option that would be refused. */
class ExampleConfigsTest {
    private static final Path EXAMPLES = Path.of("../config-examples");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quickstart-sink.json",
                "aggregation-sink.json",
                "partial-update-sink.json",
                "partitioned-sink.json"
            })
    void everySettingIsAccepted(String example) throws IOException {
        JsonNode document = new ObjectMapper().readTree(Files.readString(EXAMPLES.resolve(example), UTF_8));
        Map<String, String> properties = new HashMap<>();
        properties.put("name", document.get("name").textValue());
        document.get("config")
                .properties()
                .forEach(entry -> properties.put(
                        entry.getKey(), entry.getValue().textValue().replace("@WAREHOUSE@", "/lake")));

        assertThat(SinkSettings.validate(properties).configValues())
                .filteredOn(value -> !value.errorMessages().isEmpty())
                .map(ConfigValue::name)
                .isEmpty();
        assertThat(SinkSettings.parse(properties).connectorName())
                .isEqualTo(document.get("name").textValue());
    }
}
