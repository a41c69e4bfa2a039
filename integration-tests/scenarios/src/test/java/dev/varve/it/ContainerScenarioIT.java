package dev.varve.it;

import dev.varve.it.compare.Lake;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;

/** The main scenario with Kafka's own container image as the broker. Without a container engine it is reported as skipped. */
@Testcontainers(disabledWithoutDocker = true)
class ContainerScenarioIT {
    @Container
    private static final KafkaContainer KAFKA = new KafkaContainer("apache/kafka:4.4.0");

    @Test
    void theShopLandsInTables() throws Exception {
        try (Workspace workspace = Workspace.create(Checkout.target().resolve("work"), "container-scenario")) {
            new ShopScenario(workspace, KAFKA::getBootstrapServers, Lake.chosen(workspace)).landAndCompare();
        }
    }
}
