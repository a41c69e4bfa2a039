package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.it.compare.Differences;
import dev.varve.it.compare.Lake;
import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.pipeline.ShopPipeline;
import dev.varve.it.postgres.DebeziumSource;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import dev.varve.table.TableId;
import dev.varve.table.type.TypeRoot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** PostgreSQL, Debezium, broker, worker with the packaged connector, tables; compared through Varve and through Apache Paimon. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MainScenarioIT {
    private static Workspace workspace;
    private static EmbeddedBroker broker;
    private static ShopScenario scenario;

    @BeforeAll
    static void start() throws Exception {
        workspace = Workspace.create(Checkout.target().resolve("work"), "main-scenario");
        broker = EmbeddedBroker.start(workspace);
        scenario = new ShopScenario(workspace, broker, Lake.chosen(workspace));
    }

    @AfterAll
    static void stop() {
        if (workspace != null) {
            workspace.close();
        }
    }

    @Test
    @Order(1)
    void theWorkerListsTheConnector() {
        assertThat(scenario.connect.client().connectorPlugins()).containsKey(PluginPath.SINK_CLASS);
    }

    @Test
    @Order(2)
    void validationNamesEachWrongSetting() {
        Map<String, String> config =
                new HashMap<>(scenario.sink("x", "a.*", "d").config());
        assertThat(scenario.connect.client().validate("right", config)).isEmpty();

        config.put("options.merge-engine", "first-come");
        assertThat(scenario.connect.client().validate("wrong-option", config)).containsOnlyKeys("options.merge-engine");

        config.remove("warehouse");
        config.put("schema.evolution", "sometimes");
        config.put("commit.interval.ms", "soon");
        config.put("tabel.format", "x");
        assertThat(scenario.connect.client().validate("wrong-settings", config))
                .containsOnlyKeys("warehouse", "schema.evolution", "commit.interval.ms", "tabel.format")
                .extractingByKey("tabel.format")
                .asString()
                .contains("table.format");
    }

    @Test
    @Order(3)
    void theShopLandsInTables() throws Exception {
        scenario.landAndCompare();
    }

    @Test
    @Order(4)
    void theTablesFollowTheSourcesSchema() throws Exception {
        scenario.changeTheSchemaAndCompare();
        try (VarveTables varve = scenario.lake.varve()) {
            assertThat(varve.table(new TableId(ShopScenario.DATABASE, "products"))
                            .schema()
                            .rowType()
                            .fields())
                    .anySatisfy(field -> {
                        assertThat(field.name()).isEqualTo("stock");
                        assertThat(field.type().root()).isEqualTo(TypeRoot.BIGINT);
                    });
        }
    }

    @Test
    @Order(5)
    void eventsWithoutSchemasLandToo() throws Exception {
        String prefix = "plain";
        try (ShopPipeline plain = new ShopPipeline(broker, scenario.connect.client(), scenario.postgres, prefix, 1)) {
            plain.start(DebeziumSource.of(scenario.postgres, prefix, "shop")
                    .with("table.include.list", "shop.order_lines")
                    .with("decimal.handling.mode", "string")
                    .json(false)
                    .named("plain-source"));
            plain.awaitTopics(1, ShopScenario.LIMIT);
            ConnectorDocument sink = scenario.sink("plain-sink", "plain\\.shop\\..*", "plain")
                    .with("key.converter", "org.apache.kafka.connect.json.JsonConverter")
                    .with("key.converter.schemas.enable", "false")
                    .with("value.converter", "org.apache.kafka.connect.json.JsonConverter")
                    .with("value.converter.schemas.enable", "false")
                    .with("tables.order_lines.primary-key", "order_id,line");
            plain.start(sink);
            for (int i = 0; i < 300; i++) {
                scenario.shop.workload().step();
            }
            plain.awaitSource(ShopScenario.LIMIT);
            plain.awaitSink(sink, ShopScenario.LIMIT, () -> {});
            TableContent expected = decimalsAsTexts(plain.source("order_lines"));
            scenario.lake.eachReader(reader -> {
                Differences differences =
                        Differences.between(expected, reader.read(new TableId("plain", "order_lines")));
                assertThat(differences.first()).as("read by %s", reader.name()).isEmpty();
            });
        }
    }

    /** All scenarios can: {@code -Dvarve.it.warehouse=s3}. */
    @Test
    @Order(6)
    void theShopLandsOnS3Too() throws Exception {
        assumeTrue(scenario.lake.store().isEmpty(), "it has landed on S3 already");
        scenario.landToo(Lake.s3(workspace), "shop-on-s3");
    }

    /** Without a schema an exact decimal can only be a text, and the order of the key's columns is lost. */
    private static TableContent decimalsAsTexts(TableContent content) {
        Map<String, List<String>> rows = new HashMap<>();
        content.rows()
                .forEach((key, texts) -> rows.put(
                        key,
                        texts.stream()
                                .map(text -> text.matches("-?[0-9.]+m")
                                        ? "'" + text.substring(0, text.length() - 1) + "'"
                                        : text)
                                .toList()));
        return new TableContent(content.columns(), content.keyColumns(), rows);
    }
}
