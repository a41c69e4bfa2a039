package dev.varve.connect.route;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.EventDecoder;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.TableId;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names in one case, and names that would meet in one table by that or by being rewritten. */
class TableCaseTest {
    private static final class Routes {
        private final EventDecoder decoder;
        private final TableRouter router;

        Routes(Map<String, String> properties) {
            SinkSettings settings = TestSettings.of(properties);
            decoder = new EventDecoder(settings.events());
            router = new TableRouter(settings.routing());
        }

        String of(String topic, Object... fields) {
            Object row = fields.length == 0 ? map("id", 1L) : map(fields);
            return router.route((ChangeEvent.OfTable) decoder.decode(new Records(topic).schemaless(map("id", 1L), row)))
                    .toString();
        }
    }

    @Test
    void names() {
        assertThat(new Routes(Map.of()).of("shop.Orders")).isEqualTo("default.Orders");
        assertThat(new Routes(Map.of("table.case", "lower")).of("shop.Orders")).isEqualTo("default.orders");
        Routes upper = new Routes(Map.of("table.case", "upper", "table.format", "${topic.1}.t_${table}"));
        assertThat(upper.of("shop.Orders")).isEqualTo("SHOP.T_ORDERS");
        assertThat(new Routes(Map.of("table.case", "lower", "table.format", "${field:Tab}")).of("t", "Tab", "A/B"))
                .matches("default\\.a_b_[0-9a-f]{16}");
    }

    @Test
    void theDefaultDatabaseIsAsSettingsSpellIt() {
        assertThat(new Routes(Map.of("table.case", "lower", "database", "Lake")).of("Orders"))
                .isEqualTo("Lake.orders");
    }

    @Test
    void topicsThatDifferInCaseOnlyAreNotOneTable() {
        Routes routes = new Routes(Map.of("table.case", "lower"));
        assertThat(routes.of("shop.Orders")).isEqualTo("default.orders");
        assertThatThrownBy(() -> routes.of("shop.ORDERS"))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(BadRecordException.Reason.NO_TABLE))
                .hasMessageContaining("table default.orders holds records of 'default.Orders', and 'default.ORDERS'")
                .hasMessageContaining("route.<name>.regex");
        assertThat(routes.of("shop.Orders")).isEqualTo("default.orders");
        assertThat(routes.of("hr.Orders"))
                .as("the same name, from another topic")
                .isEqualTo("default.orders");
    }

    @Test
    void fieldsThatDifferInCaseOnlyAreNotOneTable() {
        Routes routes = new Routes(Map.of("table.case", "upper", "table.format", "${field:tab}"));
        assertThat(routes.of("t", "tab", "straße")).isEqualTo("default.STRASSE");
        assertThatThrownBy(() -> routes.of("t", "tab", "strasse")).hasMessageContaining("'default.straße'");
    }

    @Test
    void severalSourcesShareATableThatARuleSpellsOut() {
        Routes routes = new Routes(Map.of(
                "table.case", "lower",
                "route.o.regex", "(?i).*\\.orders",
                "route.o.table", "Orders"));
        assertThat(routes.of("a.Orders")).isEqualTo("default.orders");
        assertThat(routes.of("b.ORDERS")).isEqualTo("default.orders");
        assertThat(routes.of("orders")).isEqualTo("default.orders");
    }

    @Test
    void rewritingDoesNotPutTwoNamesIntoOneTableEither() {
        Routes routes =
                new Routes(Map.of("table.format", "${topic}", "route.f.regex", "f", "route.f.table", "${field:tab}"));
        assertThat(routes.of("shop.orders")).isEqualTo("default.shop__orders");
        assertThatThrownBy(() -> routes.of("f", "tab", "shop__orders"))
                .hasMessageContaining("table default.shop__orders holds records of 'default.shop.orders'");
    }

    @Test
    void theSourceOfATableIsKnownOnceItHasOne() {
        SinkSettings settings = TestSettings.of(Map.of("table.case", "lower"));
        TableRouter router = new TableRouter(settings.routing());
        TableId orders = new TableId("default", "orders");
        assertThat(router.tableOfTopic("shop.Orders")).contains(orders);
        assertThat(router.sourceName(orders)).isEmpty();
        router.route((ChangeEvent.OfTable) new EventDecoder(settings.events())
                .decode(new Records("shop.Orders").schemaless(map("id", 1L), map("id", 1L))));
        assertThat(router.sourceName(orders)).contains("default.Orders");
    }
}
