package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.EventDecoder;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.TableId;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class TableSpecsTest {
    private static final TableId ID = new TableId("default", "orders");

    private final Records records = new Records();

    private static TableSpec infer(Map<String, String> properties, SinkRecord record) {
        SinkSettings settings = TestSettings.of(properties);
        ChangeEvent event = new EventDecoder(settings.events()).decode(record);
        return new TableSpecs(settings).infer(ID, (ChangeEvent.OfRow) event).orElseThrow();
    }

    private static String columns(TableSpec spec) {
        return spec.fields().stream().map(DataField::toString).collect(Collectors.joining(", "));
    }

    @Test
    void columnsKeepTheirOrderAndKeysAreRequired() {
        Schema row = schema(
                "a", Schema.OPTIONAL_STRING_SCHEMA, "id", Schema.OPTIONAL_INT64_SCHEMA, "b", Schema.BOOLEAN_SCHEMA);
        Schema key = schema("id", Schema.INT64_SCHEMA);
        TableSpec spec = infer(Map.of(), records.structs(struct(key, "id", 1L), struct(row, "id", 1L, "b", true)));
        assertThat(columns(spec)).isEqualTo("`a` STRING, `id` BIGINT NOT NULL, `b` BOOLEAN NOT NULL");
        assertThat(spec.primaryKeys()).containsExactly("id");
        assertThat(spec.partitionKeys()).isEmpty();
    }

    @Test
    void withoutSchemaKeysComeFirstAndUnorderedMapsAreSorted() {
        Map<String, Object> value = new HashMap<>(Map.of("zeta", 1L, "id", 2L, "alpha", 3L, "region", "eu"));
        Map<String, Object> key = new HashMap<>(Map.of("region", "eu", "id", 2L));
        TableSpec spec = infer(Map.of(), records.schemaless(key, value));
        assertThat(columns(spec))
                .isEqualTo("`id` BIGINT NOT NULL, `region` STRING NOT NULL, `alpha` BIGINT, `zeta` BIGINT");
        assertThat(spec.primaryKeys()).containsExactly("id", "region");
    }

    @Test
    void settingsGiveKeysPartitionsTypesAndOptions() {
        Map<String, String> settings = Map.of(
                "tables.orders.primary-key", "id, day",
                "tables.orders.partition-keys", "day",
                "tables.default.orders.types.price", "DECIMAL(20, 4)",
                "options.bucket", "8",
                "options.file.compression", "zstd",
                "tables.default.orders.options.bucket", "2");
        TableSpec spec = infer(settings, records.schemaless(null, map("id", 1L, "day", "d", "price", "1.5")));
        assertThat(columns(spec)).isEqualTo("`id` BIGINT NOT NULL, `day` STRING NOT NULL, `price` DECIMAL(20, 4)");
        assertThat(spec.primaryKeys()).containsExactly("id", "day");
        assertThat(spec.partitionKeys()).containsExactly("day");
        assertThat(spec.options()).isEqualTo(Map.of("bucket", "2", "file.compression", "zstd"));
    }

    @Test
    void tablesGetAsManyBucketsAsThereAreTasks() {
        SinkRecord record = records.schemaless(map("id", 1L), map("id", 1L));
        assertThat(infer(Map.of("tasks.max", "3"), record).options()).containsEntry("bucket", "3");
        assertThat(infer(Map.of(), record).options()).containsEntry("bucket", "1");
    }

    @Test
    void docsOfFieldsBecomeComments() {
        Schema key = schema("id", Schema.INT64_SCHEMA);
        Schema row =
                schema("id", SchemaBuilder.int64().doc("number of the order").build());
        TableSpec spec = infer(Map.of(), records.structs(struct(key, "id", 1L), struct(row, "id", 1L)));
        assertThat(spec.fields().get(0).description()).contains("number of the order");
    }

    @Test
    void deletesNeedNoTable() {
        SinkSettings settings = TestSettings.of(Map.of());
        ChangeEvent event = new EventDecoder(settings.events()).decode(records.schemaless(map("id", 1L), null));
        assertThat(new TableSpecs(settings).infer(ID, (ChangeEvent.OfRow) event))
                .isEmpty();
    }

    @Test
    void aTableNeedsAPrimaryKey() {
        assertThatThrownBy(() -> infer(Map.of(), records.schemaless(null, map("id", 1L))))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(BadRecordException.Reason.MISSING_KEY))
                .hasMessage(
                        "record shop.orders-0@0: table default.orders cannot be created: the record's key is null, so it"
                                + " does not tell the primary key; set tables.orders.primary-key");
        assertThatThrownBy(() -> infer(Map.of(), records.schemaless("k", map("id", 1L))))
                .hasMessageContaining("the record's key has no named fields");
        assertThatThrownBy(() -> infer(
                        Map.of("tables.orders.primary-key", "nr"), records.schemaless(map("id", 1L), map("a", 1L))))
                .hasMessageContaining(
                        "field nr: it belongs to the primary key of table default.orders, but neither the row nor"
                                + " the record key has a value for it");
        assertThatThrownBy(() -> infer(Map.of(), records.schemaless(map("id", null), map("id", null))))
                .hasMessageContaining("field id: it is null in the first row");
        assertThatThrownBy(() -> infer(
                        Map.of("tables.orders.partition-keys", "day"),
                        records.schemaless(map("id", 1L), map("id", 1L, "day", "d"))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("tables.default.orders.partition-keys [day] are not all in the primary key [id]");
    }

    @Test
    void listsOfDifferentKindsHaveNoType() {
        assertThatThrownBy(() ->
                        infer(Map.of(), records.schemaless(map("id", 1L), map("id", 1L, "l", List.of(1L, "a")))))
                .hasMessageContaining("field l: no column type holds the value");
        assertThat(columns(infer(Map.of(), records.schemaless(map("id", 1L), map("id", 1L, "l", List.of(1L, 1.5))))))
                .isEqualTo("`id` BIGINT NOT NULL, `l` ARRAY<DOUBLE>");
    }

    @Test
    void namesThatNoColumnCanHaveAreRefused() {
        for (String name : List.of(" ", "_KEY_id", "rowkind", "\uD834")) {
            assertThatThrownBy(() -> infer(Map.of(), records.schemaless(map("id", 1L), map("id", 1L, name, "x"))))
                    .isInstanceOf(BadRecordException.class)
                    .hasMessageContaining("no column can have this name");
        }
        assertThatThrownBy(() -> infer(Map.of(), records.schemaless(map("id", 1L), map("id", 1L, "r", map("", "x")))))
                .hasMessageContaining("a nested field whose name no column can have");
    }
}
