package dev.varve.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectorDocumentTest {
    @Test
    void placeholdersAreReplacedAndQuotedForJson(@TempDir Path directory) throws IOException {
        Path template = Files.writeString(
                directory.resolve("x.json"),
                "{\"name\": \"x\", \"config\": {\"a\": \"@PLACE@/@PORT@\", \"b\": \"me@home\"}}");
        ConnectorDocument document = ConnectorDocument.read(template, Map.of("PLACE", "c:\\\"q\"", "PORT", "1"));
        assertThat(document.name()).isEqualTo("x");
        assertThat(document.config()).isEqualTo(Map.of("a", "c:\\\"q\"/1", "b", "me@home"));
    }

    @Test
    void aPlaceholderWithoutValueIsNamed(@TempDir Path directory) throws IOException {
        Path template = Files.writeString(directory.resolve("x.json"), "{\"name\": \"@NAME@\"}");
        assertThatThrownBy(() -> ConnectorDocument.read(template, Map.of("PORT", "1")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("@NAME@")
                .hasMessageContaining("PORT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quickstart-source.json",
                "quickstart-sink.json",
                "aggregation-sink.json",
                "partial-update-sink.json"
            })
    void theExamplesAreComplete(String example) {
        ConnectorDocument document = ConnectorDocument.read(
                Checkout.root().resolve("config-examples").resolve(example),
                Map.of("POSTGRES_HOST", "h", "POSTGRES_PORT", "1", "WAREHOUSE", "/w"));
        assertThat(document.name()).isNotBlank();
        assertThat(document.config()).containsKeys("connector.class", "tasks.max", "key.converter", "value.converter");
    }
}
