package dev.varve.it.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.kafka.ApicurioRegistry;
import dev.varve.it.kafka.AvroConverterPlugin;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every type of a PostgreSQL in Avro, with the schemas in a registry that is neither Confluent's nor the harness's own. Runs with the
 * profile {@code apicurio}.
 */
@Tag("apicurio")
class ApicurioTypesIT {
    @Test
    void everyTypeLandsWithItsSchemasInApicurioRegistry() throws Exception {
        try (Workspace workspace = Workspace.create(Checkout.target().resolve("work"), "apicurio-types")) {
            EmbeddedBroker broker = EmbeddedBroker.start(workspace);
            Postgres postgres = Postgres.start(workspace);
            ApicurioRegistry registry = ApicurioRegistry.start(workspace);
            ConnectCluster connect = ConnectCluster.start(
                    workspace,
                    ConnectCluster.Spec.of("connect", broker)
                            .heapMegabytes(1024)
                            .settings(Map.of(
                                    "plugin.path",
                                    PluginPath.built().directory() + ","
                                            + AvroConverterPlugin.in(workspace).directory())));
            TypeMatrix matrix = TypeMatrix.of(
                    workspace,
                    PostgresCatalogue.ALL.only(reading -> reading.mode().avro()),
                    new PostgresDatabase(postgres),
                    broker,
                    connect,
                    AvroConverterPlugin.settings(registry.url()));
            matrix.start();
            matrix.requireEqual();
            matrix.change();
            matrix.requireEqual();
            assertThat(registry.subjects()).contains("avro.typed.numbers-key", "avro.typed.numbers-value");
        }
    }
}
