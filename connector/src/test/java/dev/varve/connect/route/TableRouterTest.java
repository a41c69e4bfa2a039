package dev.varve.connect.route;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.EventDecoder;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.TableId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableRouterTest {
    private static String route(Map<String, String> settings, String topic, Object key, Object value) {
        var parsed = TestSettings.of(settings);
        ChangeEvent event = new EventDecoder(parsed.events()).decode(new Records(topic).schemaless(key, value));
        return new TableRouter(parsed.routing())
                .route((ChangeEvent.OfTable) event)
                .toString();
    }

    private static String route(String template, String topic, Object value) {
        return route(Map.of("table.format", template), topic, map("id", 1L), value);
    }

    @ParameterizedTest
    @CsvSource({
        "${table}, orders, default.orders",
        "${table}, demo.shop.orders, default.orders",
        "${topic}, demo.shop.orders, default.demo__shop__orders",
        "${topic.2}.${topic.3}, demo.shop.orders, shop.orders",
        "${topic.-2}.${topic.-1}, demo.shop.orders, shop.orders",
        "${topic.1}_${topic.-1}, demo.shop.orders, default.demo_orders",
        "raw.${table}, demo.shop.orders, raw.orders",
        "raw-${topic.2}.t_${table}_v2, demo.shop.orders, raw-shop.t_orders_v2",
        "fixed, demo.shop.orders, default.fixed",
        "lake.fixed, demo.shop.orders, lake.fixed",
        "${source.db}.${source.table}, anything, shop.orders",
        "${field:region}, demo.shop.orders, default.eu",
        "${field:address.city}, demo.shop.orders, default.Bonn",
        "${field:id}, demo.shop.orders, default.7",
    })
    void templates(String template, String topic, String table) {
        Map<String, Object> row = map("id", 7L, "region", "eu", "address", map("city", "Bonn"));
        assertThat(route(template, topic, envelope("c", null, row))).isEqualTo(table);
    }

    @Test
    void defaultDatabaseIsASetting() {
        assertThat(route(Map.of("database", "lake"), "shop.orders", map("id", 1L), map("id", 1L)))
                .isEqualTo("lake.orders");
    }

    @Test
    void firstMatchingRuleWinsInOrderOfNames() {
        Map<String, String> settings = Map.of(
                "route.b.regex",
                "shop\\.(.*)",
                "route.b.table",
                "late.$1",
                "route.a.regex",
                "shop\\.orders_(\\d+)",
                "route.a.table",
                "shards.orders",
                "route.c.regex",
                ".*audit.*",
                "route.c.table",
                "${topic.1}.audit");
        assertThat(route(settings, "shop.orders_17", map("id", 1L), map("id", 1L)))
                .isEqualTo("shards.orders");
        assertThat(route(settings, "shop.items", map("id", 1L), map("id", 1L))).isEqualTo("late.items");
        assertThat(route(settings, "hr.audit.log", map("id", 1L), map("id", 1L)))
                .isEqualTo("hr.audit");
        assertThat(route(settings, "hr.people", map("id", 1L), map("id", 1L))).isEqualTo("default.people");
    }

    @Test
    void aRuleMustMatchTheWholeTopic() {
        Map<String, String> settings = Map.of("route.a.regex", "orders", "route.a.table", "x");
        assertThat(route(settings, "shop.orders", map("id", 1L), map("id", 1L))).isEqualTo("default.orders");
    }

    @Test
    void fieldsAreFoundInTheRowThenInTheKey() {
        String template = "${field:tenant}";
        assertThat(route(template, "t", map("id", 1L, "tenant", "a"))).isEqualTo("default.a");
        assertThat(route(Map.of("table.format", template), "t", map("tenant", "k"), map("id", 1L)))
                .isEqualTo("default.k");
        assertThat(route(Map.of("table.format", template), "t", map("tenant", "k"), null))
                .isEqualTo("default.k");
        assertThat(route(template, "t", envelope("d", map("tenant", "b"), null)))
                .isEqualTo("default.b");
        assertThat(route(template, "t", envelope("u", map("tenant", "b"), map("tenant", "c"))))
                .isEqualTo("default.c");
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> route("${field:tenant}", "t", map("id", 1L)))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(BadRecordException.Reason.NO_TABLE))
                .hasMessage(
                        "record t-0@0, field tenant: the table's name needs it but neither the row nor the key has it");
        assertThatThrownBy(() -> route("${field:tenant}", "t", map("tenant", map("a", 1L))))
                .hasMessageContaining("found a map, expected a text, number or boolean");
        assertThatThrownBy(() -> route("${field:tenant}", "t", map("tenant", " ")))
                .hasMessageContaining("it is empty");
        assertThatThrownBy(() -> route("${topic.4}", "a.b", map("id", 1L)))
                .hasMessageContaining("topic 'a.b' has no part 4");
        assertThatThrownBy(() -> route("${source.schema}", "t", envelope("c", null, map("id", 1L))))
                .hasMessageContaining("field source.schema: the table's name needs it");
        assertThatThrownBy(() -> route("${source.table}", "t", map("id", 1L))).hasMessageContaining("add.fields=table");
    }

    @Test
    void sourceNamesThatCannotBeDirectoriesAreRewritten() {
        Map<String, Object> value = map("id", 1L, "__table", "a/b", "__deleted", "false");
        assertThat(route("${source.table}", "t", value)).isEqualTo("default.a_b_225b0adb1d75082b");
    }

    @Test
    void aTopicThatFeedsOneTableIsKnownBeforeItsRecords() {
        TableRouter byTopic = new TableRouter(TestSettings.of(Map.of()).routing());
        assertThat(byTopic.tableOfTopic("shop.orders")).contains(new TableId("default", "orders"));
        TableRouter byField = new TableRouter(
                TestSettings.of(Map.of("table.format", "${field:x}")).routing());
        assertThat(byField.tableOfTopic("shop.orders")).isEmpty();
    }

    @Test
    void routingForgetsTopicsBeyondItsBound() {
        TableRouter router = new TableRouter(TestSettings.of(Map.of()).routing());
        for (int i = 0; i < BoundedCache.ENTRIES + 10; i++) {
            assertThat(router.tableOfTopic("t" + i)).contains(new TableId("default", "t" + i));
        }
        assertThat(router.tableOfTopic("t0")).contains(new TableId("default", "t0"));
    }
}
