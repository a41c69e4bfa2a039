package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.tools.attach.VirtualMachine;
import dev.varve.it.compare.Lake;
import dev.varve.it.kafka.AvroConverterPlugin;
import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.ConnectorStatus;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.EventProducer;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SchemaRegistry;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Waiting;
import dev.varve.it.process.Workspace;
import dev.varve.it.s3.S3Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.UnmarshalException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Credentials that can be told from everything else are given to connectors in every way, some of which fail, while the worker logs
 * all that it can. None of them is found afterwards in what the run has left: logs, answers, traces, metrics, files of tables.
 */
class SecretsIT {
    private static final String TOPIC = "events";
    private static final int EVENTS = 200;
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static final String ACCESS_KEY = "PLANTEDaccess1";
    private static final String SECRET_KEY = "PLANTEDsecret2";
    private static final String SESSION_TOKEN = "PLANTEDtoken3";
    private static final String WRONG_KEY = "PLANTEDwrong4";
    private static final String KAFKA_PASSWORD = "PLANTEDjaas5";
    private static final String REGISTRY_PASSWORD = "PLANTEDregistry6";
    private static final String MARK = "PLANTED";

    /** What the run has left, by where it was found. */
    private final Map<String, String> remains = new TreeMap<>();

    private Workspace workspace;
    private EmbeddedBroker broker;
    private SchemaRegistry registry;
    private Lake lake;
    private ConnectCluster connect;

    @BeforeEach
    void start() throws IOException {
        workspace = Workspace.create(Checkout.target().resolve("work"), "secrets");
        broker = EmbeddedBroker.start(workspace);
        registry = workspace.own(SchemaRegistry.start());
        lake = Lake.in(S3Server.start(workspace, new S3Server.Credentials(ACCESS_KEY, SECRET_KEY)));
        connect = ConnectCluster.start(
                workspace,
                ConnectCluster.Spec.of("connect", broker)
                        .settings(Map.of(
                                "config.providers", "file",
                                "config.providers.file.class",
                                        "org.apache.kafka.common.config.provider.FileConfigProvider",
                                "plugin.path",
                                        PluginPath.built().directory() + ","
                                                + AvroConverterPlugin.in(workspace)
                                                        .directory()))
                        .jvmOptions(List.of("-Dorg.slf4j.simpleLogger.log.dev.varve=debug")));
    }

    @AfterEach
    void stop() {
        if (workspace != null) {
            workspace.close();
        }
    }

    @Test
    void noCredentialIsFoundInWhatARunLeaves() throws Exception {
        try (TopicAdmin admin = new TopicAdmin(broker)) {
            admin.create(TOPIC, 1);
            try (EventProducer producer = new EventProducer(broker, TOPIC, 1)) {
                producer.produce(EVENTS);
            }
            landWithReferences(admin);
            landWithSecretsInTheConfiguration(admin);
            failWithWrongCredentials();
            failInTheConverter();
            beRefused();
        }
        remains.put("metrics", metrics(connect.workers().get(0).pid()));
        connect.close();
        addFiles(workspace.directory("log"));
        addFiles(workspace.directory("workers"));
        addFiles(lake.directory());
        assertThat(remains.keySet())
                .anyMatch(name -> name.endsWith("connect-1-1.log"))
                .anyMatch(name -> name.endsWith("schema-0"))
                .anyMatch(name -> name.endsWith("snapshot-1"));
        assertThat(remains.get("metrics")).contains("CommittedRows");
        remains.forEach((place, text) -> assertThat(text.lines().filter(line -> line.contains(MARK)))
                .as("planted credentials in %s", place)
                .isEmpty());
    }

    /** As the documentation recommends: Connect keeps the reference, and shows it. */
    private void landWithReferences(TopicAdmin admin) throws IOException {
        Path file = workspace.scratch("secrets").resolve("s3.properties");
        Files.writeString(file, "access=" + ACCESS_KEY + "\nsecret=" + SECRET_KEY + "\n");
        ConnectorDocument sink = sink("referred")
                .with("hadoop.fs.s3a.access.key", "${file:" + file + ":access}")
                .with("hadoop.fs.s3a.secret.key", "${file:" + file + ":secret}");
        land(sink, admin);
        JsonNode description = connect.client().description("referred");
        assertThat(description.path("config").path("hadoop.fs.s3a.secret.key").asText())
                .isEqualTo("${file:" + file + ":secret}");
        remains.put("description of the connector with references", description.toString());
    }

    /** Connect itself keeps such configurations in its topic and shows them; nobody else does. */
    private void landWithSecretsInTheConfiguration(TopicAdmin admin) {
        land(
                sink("plain")
                        .with("kafka.bootstrap.servers", broker.bootstrapServers())
                        .with("kafka.sasl.jaas.config", jaas()),
                admin);
    }

    private void land(ConnectorDocument sink, TopicAdmin admin) {
        String name = sink.name();
        connect.client().create(sink);
        connect.client().awaitRunning(name, 1, LIMIT);
        new SinkProgress(admin, connect.client(), name)
                .await(Map.of(new TopicPartition(TOPIC, 0), (long) EVENTS), LIMIT, () -> {});
        remains.put(
                "status of " + name, connect.client().status(name).orElseThrow().toString());
    }

    /** The server refuses a signature with a wrong key, and a key that it does not know. */
    private void failWithWrongCredentials() {
        awaitFailure(sink("wrong-secret").with("hadoop.fs.s3a.secret.key", WRONG_KEY));
        awaitFailure(sink("wrong-access")
                .with("hadoop.fs.s3a.access.key", WRONG_KEY)
                .with("hadoop.fs.s3a.session.token", SESSION_TOKEN)
                .with(
                        "hadoop.fs.s3a.aws.credentials.provider",
                        "org.apache.hadoop.fs.s3a.TemporaryAWSCredentialsProvider"));
    }

    /** The records are no Avro. */
    private void failInTheConverter() {
        awaitFailure(sink("converter")
                .with("value.converter", AvroConverterPlugin.CLASS)
                .with("value.converter.schema.registry.url", registry.url())
                .with("value.converter.basic.auth.credentials.source", "USER_INFO")
                .with("value.converter.basic.auth.user.info", "somebody:" + REGISTRY_PASSWORD));
    }

    private void awaitFailure(ConnectorDocument sink) {
        ConnectClient client = connect.client();
        client.create(sink);
        Waiting.untilTrue(
                "the failure of " + sink.name(),
                LIMIT,
                () -> client.status(sink.name()).map(ConnectorStatus::hasFailed).orElse(false),
                () -> client.describe(sink.name()));
        remains.put(
                "trace of " + sink.name(),
                client.status(sink.name()).orElseThrow().describe());
        client.delete(sink.name());
    }

    /** Settings that cannot be, with secrets in misspelt ones among them. */
    private void beRefused() {
        ConnectorDocument sink = sink("refused")
                .with("hadop.fs.s3a.secret.key", SECRET_KEY)
                .with("kafka.sasl.jaas.config", jaas())
                .with("sink.memory", "much")
                .with("commit.interval.ms", "soon");
        Throwable refusal = catchThrowable(() -> connect.client().create(sink));
        assertThat(refusal).hasMessageContaining("did you mean hadoop.fs.s3a.secret.key");
        remains.put("refusal", refusal.getMessage());
        remains.put(
                "validation",
                connect.client().validation("refused", sink.config()).toString());
    }

    private static String jaas() {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\""
                + KAFKA_PASSWORD + "\";";
    }

    private ConnectorDocument sink(String name) {
        Map<String, String> config = new HashMap<>(lake.connectorSettings());
        config.put("connector.class", PluginPath.SINK_CLASS);
        config.put("tasks.max", "1");
        config.put("topics", TOPIC);
        config.put("database", name.replace('-', '_'));
        config.put("commit.interval.ms", "500");
        for (String side : List.of("key", "value")) {
            config.put(side + ".converter", "org.apache.kafka.connect.json.JsonConverter");
            config.put(side + ".converter.schemas.enable", "false");
        }
        return new ConnectorDocument(name, config);
    }

    /** Every attribute of every bean of the worker, which names the address to ask itself. */
    @SuppressWarnings("BanJNDI")
    private static String metrics(long pid) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        try (JMXConnector connector =
                JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()))) {
            MBeanServerConnection beans = connector.getMBeanServerConnection();
            StringBuilder text = new StringBuilder();
            for (ObjectName name : beans.queryNames(null, null)) {
                for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
                    text.append(name)
                            .append(' ')
                            .append(attribute.getName())
                            .append('=')
                            .append(value(beans, name, attribute))
                            .append('\n');
                }
            }
            return text.toString();
        } finally {
            machine.detach();
        }
    }

    /** Some attributes are refused, and of some this machine lacks the classes: what is said of them is looked at as well. */
    private static String value(MBeanServerConnection beans, ObjectName name, MBeanAttributeInfo attribute)
            throws IOException {
        try {
            return String.valueOf(beans.getAttribute(name, attribute.getName()));
        } catch (JMException | RuntimeMBeanException | UnmarshalException refused) {
            return refused.toString();
        }
    }

    /** Bytes as they are: a credential in a binary file is one as well. */
    private void addFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                remains.put(
                        workspace.root().relativize(file).toString(),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
    }
}
