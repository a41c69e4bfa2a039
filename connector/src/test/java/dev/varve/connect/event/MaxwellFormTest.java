package dev.varve.connect.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Maxwell's events, recognised by their shape unless a test says otherwise. */
class MaxwellFormTest {
    private static final String KEY = """
            {"database":"shop","table":"orders","pk.id":1}""";

    private final Records records = new Records();

    private static String event(String type, String rest) {
        return """
                {"database":"shop","table":"orders","type":"%s","ts":1700000000,"xid":7,"commit":true%s}""".formatted(type, rest);
    }

    @Test
    void insertsUpdatesAndDeletesBecomeRowsWithTheKeyOfTheRecord() {
        Landing landing = new Landing(Map.of());
        landing.put(
                records.json(KEY, event("insert", ",\"data\":{\"id\":1,\"qty\":2,\"at\":\"2026-01-31 10:00:00\"}")));
        landing.put(records.json(
                KEY,
                event("update", ",\"data\":{\"id\":1,\"qty\":3,\"at\":\"2026-01-31 10:00:00\"},\"old\":{\"qty\":2}")));
        landing.put(records.json(KEY, event("delete", ",\"data\":{\"id\":1,\"qty\":3,\"at\":null}")));
        assertThat(landing.only().columns()).isEqualTo("""
                id BIGINT NOT NULL
                at STRING
                qty BIGINT
                """);
        assertThat(landing.only().kinds()).containsExactly("+I", "+U", "-D");
        assertThat(landing.only().rows()).isEmpty();
    }

    @Test
    void whatDidNotChangeWasAsItIsNow() {
        ChangeEvent event = new EventDecoder(TestSettings.of(Map.of()).events())
                .decode(records.json(KEY, event("update", ",\"data\":{\"id\":1,\"qty\":3},\"old\":{\"qty\":2}")));
        assertThat(event).isInstanceOfSatisfying(ChangeEvent.Update.class, update -> {
            assertThat(update.before().orElseThrow().value()).isEqualTo(Map.of("id", 1L, "qty", 2L));
            assertThat(update.after().value()).isEqualTo(Map.of("id", 1L, "qty", 3L));
            assertThat(update.source().find("db")).contains("shop");
            assertThat(update.source().find("table")).contains("orders");
            assertThat(update.source().find("schema")).isEmpty();
        });
    }

    @Test
    void anUpdateOfTheKeyMovesTheRow() {
        Landing landing = new Landing(Map.of());
        landing.put(records.json(KEY, event("insert", ",\"data\":{\"id\":1,\"qty\":2}")));
        landing.put(records.json(
                "{\"database\":\"shop\",\"table\":\"orders\",\"pk.id\":5}",
                event("update", ",\"data\":{\"id\":5,\"qty\":2},\"old\":{\"id\":1}")));
        assertThat(landing.only().kinds()).containsExactly("+I", "-D", "+I");
        assertThat(landing.only().rows()).containsExactly("+I[5, 2]");
    }

    @Test
    void columnsOfThePrimaryKeyGoBeforeTheRecordsKey() {
        Landing landing = new Landing(Map.of());
        landing.put(
                records.json(
                        null,
                        event(
                                "insert",
                                ",\"primary_key\":[1,2],\"primary_key_columns\":[\"b\",\"a\"],\"data\":{\"a\":2,\"b\":1,\"c\":3}")));
        assertThat(landing.only().schema().primaryKeys()).containsExactly("b", "a");
        assertThat(landing.only().rows()).containsExactly("+I[1, 2, 3]");
    }

    @Test
    void aBootstrapIsRowsBetweenTwoMarks() {
        Landing landing = new Landing(Map.of());
        landing.put(records.json(null, event("bootstrap-start", ",\"data\":{}")));
        landing.put(records.json(KEY, event("bootstrap-insert", ",\"data\":{\"id\":1}")));
        landing.put(records.json(null, event("bootstrap-complete", ",\"data\":{}")));
        assertThat(landing.only().rows()).containsExactly("+I[1]");
        assertThat(landing.others())
                .hasSize(2)
                .allSatisfy(
                        event -> assertThat(((ChangeEvent.Skip) event).reason()).isEqualTo(SkipReason.BOOTSTRAP));
    }

    @Test
    void schemaChangesAreSkipped() {
        Landing landing = new Landing(Map.of());
        landing.put(records.json(null, event("table-alter", ",\"sql\":\"alter table orders add c int\",\"def\":{}")));
        assertThat(landing.tables()).isEmpty();
        assertThat(((ChangeEvent.Skip) landing.others().get(0)).reason()).isEqualTo(SkipReason.SCHEMA_CHANGE);
    }

    @Test
    void aTombstoneDeletesByTheKeysColumns() {
        Landing landing = new Landing(Map.of());
        landing.put(records.json(KEY, event("insert", ",\"data\":{\"id\":1,\"qty\":2}")));
        landing.put(records.json(KEY, null));
        assertThat(landing.only().kinds()).containsExactly("+I", "-D");
        assertThat(landing.only().rows()).isEmpty();
    }

    @Test
    void textsAreTypedBySettings() {
        Landing landing = new Landing(
                Map.of("tables.orders.types.at", "TIMESTAMP(6)", "tables.orders.types.price", "DECIMAL(10, 2)"));
        landing.put(records.json(
                KEY,
                event("insert", ",\"data\":{\"id\":1,\"at\":\"2026-01-31 10:00:00.000001\",\"price\":\"12.50\"}")));
        assertThat(landing.only().rows()).containsExactly("+I[1, 2026-01-31T10:00:00.000001, 12.50]");
    }

    @Test
    void asATextEveryNumberIsExact() {
        Landing landing = new Landing(Map.of());
        landing.put(records.text(
                KEY,
                event("insert", ",\"data\":{\"id\":1,\"big\":18446744073709551615,\"price\":12345678901234567.89}")));
        assertThat(landing.only().rows()).containsExactly("+I[1, 18446744073709551615, 12345678901234567.89]");
    }

    @Test
    void rowsThatOnlyLookAlikeAreRows() {
        Landing landing = new Landing(Map.of());
        landing.put(records.json(
                "{\"id\":1}",
                "{\"id\":1,\"database\":\"d\",\"table\":\"t\",\"type\":\"insert\",\"ts\":5,\"data\":\"x\"}"));
        assertThat(landing.only().rows()).hasSize(1);
        assertThat(landing.only().columns()).contains("database STRING");
    }

    @Test
    void whatIsDamagedIsNamed() {
        EventDecoder decoder = new EventDecoder(
                TestSettings.of(Map.of("cdc.format", "maxwell")).events());
        Map<String, String> damaged = Map.of(
                "{\"type\":\"insert\"}", "field data: it is null or missing, expected the row",
                "{\"type\":\"insert\",\"data\":3}", "field data: found an integer, expected a map of columns",
                "{\"type\":\"update\",\"data\":{},\"old\":[]}", "field old: found a list, expected a map of columns",
                "{\"type\":\"drop\"}", "field type: unknown type 'drop', expected insert, update, delete",
                "{\"type\":7}", "field type: found an integer, expected the type of an event of Maxwell",
                "[]", "the value is a list, expected an event of Maxwell",
                "{\"type\":\"insert\",\"data\":{},\"primary_key_columns\":5}",
                        "field primary_key_columns: found an integer, expected a list of columns",
                "{\"type\":\"insert\",\"data\":{},\"primary_key_columns\":[5]}",
                        "field primary_key_columns: found an integer in it, expected names of columns");
        damaged.forEach((value, message) -> assertThatThrownBy(() -> decoder.decode(records.json(KEY, value)))
                .as(value)
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining(message));
    }
}
