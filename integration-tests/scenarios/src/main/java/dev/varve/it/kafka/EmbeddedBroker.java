package dev.varve.it.kafka;

import dev.varve.it.process.ChildJvm;
import dev.varve.it.process.ChildProcess;
import dev.varve.it.process.FreePorts;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.Uuid;

/** One broker, its own controller (KRaft), in a child JVM with its data in the workspace. */
public final class EmbeddedBroker implements Broker {
    private static final int HEAP_MEGABYTES = 256;
    private static final int ATTEMPTS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String READY = "Kafka Server started";

    private final int port;

    private EmbeddedBroker(int port) {
        this.port = port;
    }

    /** Formats a log directory and starts a broker on free ports; returns when it serves. */
    public static EmbeddedBroker start(Workspace workspace) {
        ChildJvm jvm = new ChildJvm(KafkaRuntime.CURRENT.libraries(), HEAP_MEGABYTES);
        Path data = workspace.scratch("broker");
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            List<Integer> ports = FreePorts.several(2);
            Path settings = writeSettings(data, ports.get(0), ports.get(1));
            if (attempt == 1) {
                format(workspace, jvm, settings);
            }
            ChildProcess process = jvm.start(
                    workspace,
                    "the broker",
                    "log/broker-" + attempt + ".log",
                    "kafka.Kafka",
                    List.of(settings.toString()));
            if (isReady(process)) {
                return new EmbeddedBroker(ports.get(0));
            }
        }
        throw new HarnessException(
                "the broker found its ports taken " + ATTEMPTS + " times; logs are in " + workspace.directory("log"));
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    private static void format(Workspace workspace, ChildJvm jvm, Path settings) {
        ChildProcess format = jvm.start(
                workspace,
                "formatting the broker's data directory",
                "log/broker-format.log",
                "kafka.tools.StorageTool",
                List.of("format", "--standalone", "-t", Uuid.randomUuid().toString(), "-c", settings.toString()));
        if (format.awaitExit(LIMIT) != 0) {
            throw new HarnessException(format.evidence());
        }
    }

    /** False if a port was taken, so that another attempt makes sense. */
    private static boolean isReady(ChildProcess process) {
        Waiting.untilTrue(
                "the broker's \"" + READY + "\"",
                LIMIT,
                () -> !process.isAlive() || process.output().contains(READY),
                process::evidence);
        if (process.isAlive()) {
            return true;
        }
        if (FreePorts.isTakenMessage(process.output())) {
            return false;
        }
        throw new HarnessException(process.evidence());
    }

    private static Path writeSettings(Path data, int port, int controllerPort) {
        String settings = """
                process.roles=broker,controller
                node.id=1
                controller.quorum.bootstrap.servers=127.0.0.1:%2$d
                listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
                controller.listener.names=CONTROLLER
                listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
                log.dirs=%3$s
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=3
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                transaction.state.log.num.partitions=3
                group.initial.rebalance.delay.ms=0
                log.cleaner.dedupe.buffer.size=4194304
                auto.create.topics.enable=false
                """.formatted(port, controllerPort, data.resolve("data"));
        try {
            return Files.writeString(data.resolve("server.properties"), settings);
        } catch (IOException failed) {
            throw new HarnessException("cannot write the broker's settings to " + data, failed);
        }
    }
}
