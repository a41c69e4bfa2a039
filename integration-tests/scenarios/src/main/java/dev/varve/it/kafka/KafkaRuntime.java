package dev.varve.it.kafka;

import dev.varve.it.process.Checkout;
import java.nio.file.Path;

/** The versions of Kafka whose jars the build lays out. */
public enum KafkaRuntime {
    /** Broker and worker of the version the connector is built for. */
    CURRENT("kafka-runtime"),
    /** The oldest worker the connector supports; no broker. */
    OLDEST_WORKER("connect3-runtime");

    private final String module;

    KafkaRuntime(String module) {
        this.module = module;
    }

    public Path libraries() {
        return Checkout.root().resolve("integration-tests").resolve(module).resolve("target/lib");
    }
}
