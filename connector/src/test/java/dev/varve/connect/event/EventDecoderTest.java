package dev.varve.connect.event;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventDecoderTest {
    private static final Map<String, Object> KEY = map("id", 1L);
    private static final Map<String, Object> ROW = map("id", 1L, "qty", 2L);

    private final Records records = new Records();

    private static EventDecoder decoder(String... properties) {
        Map<String, Object> settings = map((Object[]) properties);
        Map<String, String> texts = new java.util.HashMap<>();
        settings.forEach((name, value) -> texts.put(name, (String) value));
        return new EventDecoder(TestSettings.of(texts).events());
    }

    private ChangeEvent decode(Object key, Object value, String... properties) {
        return decoder(properties).decode(records.schemaless(key, value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "r"})
    void createdAndReadRowsAreUpserts(String op) {
        ChangeEvent event = decode(KEY, envelope(op, null, ROW));
        assertThat(event).isInstanceOfSatisfying(ChangeEvent.Upsert.class, upsert -> {
            assertThat(upsert.row().value()).isEqualTo(ROW);
            assertThat(upsert.key().value()).isEqualTo(KEY);
            assertThat(upsert.source().find("table")).contains("orders");
            assertThat(upsert.source().find("schema")).isEmpty();
        });
    }

    @Test
    void updatesKeepBothImages() {
        ChangeEvent event = decode(KEY, envelope("u", map("id", 1L, "qty", 1L), ROW));
        assertThat(event).isInstanceOfSatisfying(ChangeEvent.Update.class, update -> {
            assertThat(update.before().map(RowImage::value)).contains(map("id", 1L, "qty", 1L));
            assertThat(update.after().value()).isEqualTo(ROW);
        });
    }

    @Test
    void deletesMayHaveNoRowBefore() {
        assertThat(decode(KEY, envelope("d", null, null)))
                .isInstanceOfSatisfying(
                        ChangeEvent.Delete.class,
                        delete -> assertThat(delete.before()).isEmpty());
    }

    @Test
    void truncatesAndMessagesAreTold() {
        assertThat(decode(null, envelope("t", null, null))).isInstanceOf(ChangeEvent.Truncate.class);
        assertThat(decode(null, map("op", "m", "source", map(), "message", map("prefix", "p"))))
                .isInstanceOf(ChangeEvent.Message.class);
    }

    @Test
    void envelopesWithSchemaAreRecognised() {
        Schema row = schema("id", Schema.INT64_SCHEMA);
        Schema optionalRow = SchemaBuilder.struct()
                .optional()
                .field("id", Schema.INT64_SCHEMA)
                .build();
        Schema envelope = schema("before", optionalRow, "after", optionalRow, "op", Schema.STRING_SCHEMA);
        ChangeEvent event = decoder()
                .decode(records.structs(
                        struct(row, "id", 1L), struct(envelope, "after", struct(optionalRow, "id", 1L), "op", "c")));
        assertThat(event).isInstanceOfSatisfying(ChangeEvent.Upsert.class, upsert -> {
            assertThat(upsert.row()).isInstanceOf(RowImage.OfStruct.class);
            assertThat(upsert.source().find("db")).isEmpty();
            assertThat(upsert.source().valueOf("lsn")).isNull();
            assertThat(upsert.source().envelope("op")).isEqualTo("c");
        });
    }

    @Test
    void aTableMayHaveAColumnOp() {
        Map<String, Object> row = map("id", 1L, "op", "buy", "source", "web");
        assertThat(decode(KEY, row))
                .isInstanceOfSatisfying(
                        ChangeEvent.Upsert.class,
                        upsert -> assertThat(upsert.row().value()).isEqualTo(row));
    }

    @ParameterizedTest
    @CsvSource({
        "c, Upsert",
        "r, Upsert",
        "u, Update",
        "d, Delete",
        "t, Truncate",
    })
    void flattenedOperations(String op, String expected) {
        ChangeEvent event = decode(KEY, map("id", 1L, "__op", op, "__source_table", "orders", "__db", "shop"));
        assertThat(event.getClass().getSimpleName()).isEqualTo(expected);
        assertThat(((ChangeEvent.OfTable) event).source().find("table")).contains("orders");
        assertThat(((ChangeEvent.OfTable) event).source().find("db")).contains("shop");
    }

    @Test
    void deletedFlagDeletesAndIsNoColumn() {
        ChangeEvent event = decode(KEY, map("id", 1L, "__deleted", "true"));
        assertThat(event)
                .isInstanceOfSatisfying(
                        ChangeEvent.Delete.class,
                        delete -> assertThat(delete.before().map(RowImage::hidden))
                                .contains(java.util.Set.of("__deleted", "__op")));
        assertThat(decode(KEY, map("id", 1L, "__deleted", "false"))).isInstanceOf(ChangeEvent.Upsert.class);
        assertThat(decode(KEY, map("id", 1L, "__deleted", false))).isInstanceOf(ChangeEvent.Upsert.class);
    }

    @Test
    void insertFormatNeverDeletes() {
        assertThat(decode(KEY, null, "cdc.format", "insert")).isInstanceOf(ChangeEvent.Tombstone.class);
        assertThat(decode(KEY, map("__deleted", "true"), "cdc.format", "insert"))
                .isInstanceOf(ChangeEvent.Upsert.class);
    }

    @Test
    void whatHasNotTheFormIsNamed() {
        assertThatThrownBy(() -> decode(KEY, "text"))
                .isInstanceOfSatisfying(BadRecordException.class, bad -> {
                    assertThat(bad.reason()).isEqualTo(BadRecordException.Reason.MALFORMED);
                    assertThat(bad.origin()).isEqualTo(new Origin(Records.TOPIC, 0, 0));
                })
                .hasMessage(
                        "record shop.orders-0@0: the value is a text, expected a struct or a map: a Debezium envelope,"
                                + " or a row");
        assertThatThrownBy(() -> decode(KEY, envelope("x", null, ROW)))
                .hasMessageContaining("field op: unknown operation 'x', expected one of c, r, u, d, t, m");
        assertThatThrownBy(() -> decode(KEY, envelope("u", ROW, null)))
                .hasMessageContaining("field after: it is null in an event with op u, expected the row");
        assertThatThrownBy(() -> decode(KEY, envelope("c", null, null)))
                .hasMessageContaining("field after: it is null in an event with op c");
        assertThatThrownBy(() -> decode(KEY, map("op", "c", "after", "{\"_id\": 1}"), "cdc.format", "debezium"))
                .hasMessageContaining(
                        "field after: found a text, expected a row of named fields; for documents of MongoDB set cdc.format");
        assertThatThrownBy(() -> decode(KEY, ROW, "cdc.format", "debezium"))
                .hasMessageContaining("field op: found null, expected one of the texts c, r, u, d, t, m");
        assertThatThrownBy(() -> decode(KEY, 5, "cdc.format", "debezium"))
                .hasMessageContaining("the value is an integer, expected a Debezium envelope");
        assertThatThrownBy(() -> decode(KEY, map("__deleted", 3)))
                .hasMessageContaining("field __deleted: expected true or false");
        assertThatThrownBy(() -> decode(KEY, map("__op", "x")))
                .hasMessageContaining("field __op: unknown operation 'x'");
        assertThatThrownBy(() -> decode(KEY, List.of(1), "cdc.format", "upsert"))
                .hasMessageContaining("the value is a list, expected a struct or a map whose fields are the columns");
    }

    @Test
    void updateWithoutBeforeIsEmpty() {
        assertThat(decode(KEY, envelope("u", null, ROW)))
                .isInstanceOfSatisfying(
                        ChangeEvent.Update.class,
                        update -> assertThat(update.before()).isEqualTo(Optional.empty()));
    }
}
