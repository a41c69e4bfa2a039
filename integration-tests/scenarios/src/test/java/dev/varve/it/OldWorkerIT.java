package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.PaimonTables;
import dev.varve.it.compare.TableReader;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.EventProducer;
import dev.varve.it.kafka.KafkaRuntime;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import dev.varve.table.TableId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The component archive, unpacked as users do, in the oldest supported worker and in the current one. */
class OldWorkerIT {
    private static final int EVENTS = 1_000;
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private static Workspace workspace;
    private static EmbeddedBroker broker;
    private static PluginPath plugins;

    @BeforeAll
    static void start() throws IOException {
        workspace = Workspace.create(Checkout.target().resolve("work"), "old-worker");
        plugins = unpack(PluginPath.sinkArchive(), workspace.scratch("plugins"));
        broker = EmbeddedBroker.start(workspace);
    }

    @AfterAll
    static void stop() {
        if (workspace != null) {
            workspace.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWorkerLoadsTheArchiveAndLandsRows(KafkaRuntime runtime) {
        String name = runtime.name().toLowerCase(Locale.ROOT).replace('_', '-');
        Path warehouse = workspace.directory("warehouse-" + name);
        try (TopicAdmin admin = new TopicAdmin(broker);
                EventProducer producer = new EventProducer(broker, topic(admin, name), 2);
                ConnectCluster connect = ConnectCluster.start(
                        workspace,
                        ConnectCluster.Spec.of(name, broker).plugins(plugins).runtime(runtime))) {
            producer.produce(EVENTS);
            ConnectorDocument sink = sink(name, warehouse);
            connect.client().create(sink);
            connect.client().awaitRunning(name, 2, LIMIT);
            new SinkProgress(admin, connect.client(), name)
                    .await(
                            Map.of(new TopicPartition(name, 0), EVENTS / 2L, new TopicPartition(name, 1), EVENTS / 2L),
                            LIMIT,
                            () -> {});
            try (TableReader varve = new VarveTables(warehouse.toString());
                    TableReader paimon = new PaimonTables(warehouse.toString())) {
                for (TableReader reader : List.of(varve, paimon)) {
                    assertThat(reader.read(new TableId("default", name)).rows())
                            .as("read by %s", reader.name())
                            .hasSize(EVENTS)
                            .containsEntry("1 | 499", List.of("1", "499", "'" + EventProducer.text(1, 499) + "'"));
                }
            }
        }
    }

    private static String topic(TopicAdmin admin, String name) {
        admin.create(name, 2);
        return name;
    }

    private static ConnectorDocument sink(String name, Path warehouse) {
        return new ConnectorDocument(
                name,
                Map.of(
                        "connector.class", PluginPath.SINK_CLASS,
                        "tasks.max", "2",
                        "topics", name,
                        "warehouse", warehouse.toString(),
                        "options.bucket", "1",
                        "key.converter", "org.apache.kafka.connect.json.JsonConverter",
                        "key.converter.schemas.enable", "false",
                        "value.converter", "org.apache.kafka.connect.json.JsonConverter",
                        "value.converter.schemas.enable", "false"));
    }

    /** Unpacks the archive and prints what is in it. */
    private static PluginPath unpack(Path archive, Path directory) throws IOException {
        System.out.printf("%s, %,d bytes%n", archive.getFileName(), Files.size(archive));
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                Path target = directory.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                    continue;
                }
                System.out.printf("%,12d  %s%n", entry.getSize(), entry.getName());
                Files.createDirectories(target.getParent());
                try (InputStream content = zip.getInputStream(entry)) {
                    Files.copy(content, target);
                }
            }
        }
        return new PluginPath(directory);
    }
}
