package dev.varve.connect.event;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.SampleRecords;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heartbeats and transaction boundaries are rows on request; what else Debezium writes for itself is not. */
class ServiceRecordsLandingTest {
    private static final Map<String, String> BOTH = Map.of(
            "heartbeat.policy", "land",
            "transaction.policy", "land",
            "route.heartbeats.regex", "__debezium-heartbeat\\..*",
            "route.heartbeats.table", "heartbeats",
            "route.transactions.regex", ".*\\.transaction",
            "route.transactions.table", "transactions");

    private static final Schema HEARTBEAT_KEY = SchemaBuilder.struct()
            .name("io.debezium.connector.common.ServerNameKey")
            .field("serverName", Schema.STRING_SCHEMA)
            .build();
    private static final Schema HEARTBEAT = SchemaBuilder.struct()
            .name("io.debezium.connector.common.Heartbeat")
            .field("ts_ms", Schema.INT64_SCHEMA)
            .build();

    private static Map<String, String> both(String format) {
        Map<String, String> settings = new HashMap<>(BOTH);
        settings.put("cdc.format", format);
        return settings;
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "debezium", "flat", "mongodb", "maxwell", "canal", "upsert", "insert"})
    void theNewestHeartbeatOfEachServerIsARow(String format) {
        Landing landing = new Landing(both(format));
        Records shop = new Records("__debezium-heartbeat.shop");
        landing.put(shop.structs(struct(HEARTBEAT_KEY, "serverName", "shop"), struct(HEARTBEAT, "ts_ms", 1L)));
        landing.put(shop.structs(struct(HEARTBEAT_KEY, "serverName", "shop"), struct(HEARTBEAT, "ts_ms", 2L)));
        landing.put(new Records("__debezium-heartbeat.hr")
                .structs(struct(HEARTBEAT_KEY, "serverName", "hr"), struct(HEARTBEAT, "ts_ms", 3L)));
        assertThat(landing.tables()).containsExactly("default.heartbeats");
        assertThat(landing.only().columns()).isEqualTo("serverName STRING NOT NULL\nts_ms BIGINT NOT NULL\n");
        assertThat(landing.only().rows()).containsExactly("+I[shop, 2]", "+I[hr, 3]");
    }

    @Test
    void heartbeatsWithoutSchema() {
        Landing landing = new Landing(BOTH);
        landing.put(new Records("__debezium-heartbeat.shop").schemaless(map("serverName", "shop"), map("ts_ms", 1L)));
        assertThat(landing.only().rows()).containsExactly("+I[shop, 1]");
    }

    @Test
    void aTransactionIsOneRowThatItsEndReplaces() {
        Landing landing = new Landing(BOTH);
        Records records = new Records("shop.transaction");
        landing.put(records.schemaless(map("id", "t1"), map("id", "t1", "status", "BEGIN", "event_count", null)));
        landing.put(records.schemaless(map("id", "t1"), map("id", "t1", "status", "END", "event_count", 2L)));
        assertThat(landing.only().schema().primaryKeys()).containsExactly("id");
        assertThat(landing.only().rows()).containsExactly("+I[t1, END, 2]");
    }

    /** Its ids end with a log position, which is another one at the end. */
    @Test
    void beginAndEndAreTwoRowsWithPostgreSql() {
        Landing landing = new Landing(BOTH);
        landing.putAll(SampleRecords.load("transaction-metadata.schemaless"));
        assertThat(landing.tables()).containsExactly("default.transactions");
        assertThat(landing.only().rows())
                .hasSize(8)
                .contains("+I[759:22930968, END, 1795974786044, [+I[shop.all_types, 1]], 1]");
    }

    @Test
    void eachKindIsAskedForByItself() {
        Landing landing = new Landing(Map.of("heartbeat.policy", "land"));
        landing.putAll(SampleRecords.load("transaction-metadata.schemaless"));
        assertThat(landing.tables()).isEmpty();
        landing.put(new Records("__debezium-heartbeat.shop").schemaless(map("serverName", "shop"), map("ts_ms", 1L)));
        assertThat(landing.tables()).containsExactly("default.shop");
    }

    @Test
    void schemaChangesAndSignalsAreStillSkipped() {
        Landing landing = new Landing(BOTH);
        landing.putAll(SampleRecords.load("mysql-connector-schema-change-topic.schemaless"));
        landing.put(new Records("shop.debezium_signal")
                .schemaless(
                        map("id", "1"), envelope("c", null, map("id", "1", "type", "execute-snapshot", "data", "{}"))));
        assertThat(landing.tables()).isEmpty();
        assertThat(landing.others())
                .extracting(event -> ((ChangeEvent.Skip) event).reason())
                .containsExactly(SkipReason.SCHEMA_CHANGE, SkipReason.SCHEMA_CHANGE, SkipReason.SIGNAL);
    }

    @Test
    void rowsOfTablesLandBesideThem() {
        Landing landing = new Landing(BOTH);
        landing.put(new Records("shop.orders").schemaless(map("id", 1L), envelope("c", null, map("id", 1L))));
        landing.put(new Records("__debezium-heartbeat.shop").schemaless(map("serverName", "shop"), map("ts_ms", 1L)));
        landing.put(new Records("shop.orders").schemaless(map("id", 2L), envelope("c", null, map("id", 2L))));
        assertThat(landing.tables()).containsExactly("default.orders", "default.heartbeats");
        assertThat(landing.table("orders").rows()).hasSize(2);
    }
}
