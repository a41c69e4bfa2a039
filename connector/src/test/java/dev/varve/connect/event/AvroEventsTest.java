package dev.varve.connect.event;

import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.SampleRecords;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.storage.Converter;
import org.apache.pulsar.kafka.shade.io.confluent.connect.avro.AvroConverter;
import org.apache.pulsar.kafka.shade.io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that have gone through Confluent's Avro converter, with its own registry in memory. */
class AvroEventsTest {
    private final MockSchemaRegistryClient registry = new MockSchemaRegistryClient();
    private final Converter keys = converter(true);
    private final Converter values = converter(false);

    private Converter converter(boolean isKey) {
        AvroConverter converter = new AvroConverter(registry);
        converter.configure(Map.of("schema.registry.url", "http://not-asked"), isKey);
        return converter;
    }

    private SinkRecord through(SinkRecord record) {
        SchemaAndValue key = through(keys, record.topic(), record.keySchema(), record.key());
        SchemaAndValue value = through(values, record.topic(), record.valueSchema(), record.value());
        return record.newRecord(
                record.topic(),
                record.kafkaPartition(),
                key.schema(),
                key.value(),
                value.schema(),
                value.value(),
                record.timestamp());
    }

    private static SchemaAndValue through(Converter converter, String topic, Schema schema, Object value) {
        return converter.toConnectData(topic, converter.fromConnectData(topic, schema, value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "items-snapshot.with-schema",
                "items-insert-update-delete-tombstone.with-schema",
                "items-schema-changes.with-schema",
                "items-unwrapped.with-schema",
                "pairs-primary-key-change.with-schema",
                "pairs-incremental-snapshot.with-schema",
                "all-types-snapshot.with-schema",
            })
    void samplesOfRealServersLandAsTheyDoFromJson(String sample) {
        Landing json = new Landing(Map.of());
        Landing avro = new Landing(Map.of());
        List<SinkRecord> records = SampleRecords.load(sample);
        records.forEach(json::put);
        records.forEach(record -> avro.put(through(record)));
        assertThat(avro.tables()).isEqualTo(json.tables()).isNotEmpty();
        assertThat(avro.only().columns()).isEqualTo(json.only().columns());
        assertThat(avro.only().rowsWritten())
                .isEqualTo(json.only().rowsWritten())
                .isNotEmpty();
        assertThat(avro.only().kinds()).isEqualTo(json.only().kinds());
        assertThat(avro.only().unavailable()).isEqualTo(json.only().unavailable());
    }

    @Test
    void truncatesAreTold() {
        Landing avro = new Landing(Map.of());
        SampleRecords.load("pairs-truncate.with-schema").forEach(record -> avro.put(through(record)));
        assertThat(avro.others()).isNotEmpty().allMatch(ChangeEvent.Truncate.class::isInstance);
    }

    @Test
    void placeholdersOfEveryColumnAreKnown() {
        Schema row = schema(
                "id", Schema.INT64_SCHEMA,
                "t", Schema.OPTIONAL_STRING_SCHEMA,
                "b", Schema.OPTIONAL_BYTES_SCHEMA,
                "a",
                        SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA)
                                .optional()
                                .build(),
                "m",
                        SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA)
                                .optional()
                                .build());
        Schema key = schema("id", Schema.INT64_SCHEMA);
        Schema envelope = SchemaBuilder.struct()
                .name("shop.orders.Envelope")
                .field("after", row)
                .field("op", Schema.STRING_SCHEMA)
                .build();
        String placeholder = "__debezium_unavailable_value";
        Records records = new Records();
        Landing avro = new Landing(Map.of());
        avro.put(through(records.structs(
                struct(key, "id", 1L),
                struct(
                        envelope,
                        "op",
                        "u",
                        "after",
                        struct(
                                row,
                                "id",
                                1L,
                                "t",
                                placeholder,
                                "b",
                                placeholder.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                                "a",
                                List.of(placeholder),
                                "m",
                                map(placeholder, placeholder))))));
        assertThat(avro.only().unavailable()).containsExactly(List.of("t", "b", "a", "m"));
    }

    @Test
    void plainRowsAndTombstones() {
        Schema row = schema("id", Schema.INT64_SCHEMA, "qty", Schema.OPTIONAL_INT32_SCHEMA);
        Schema key = schema("id", Schema.INT64_SCHEMA);
        Records records = new Records();
        Landing avro = new Landing(Map.of());
        avro.put(through(records.structs(struct(key, "id", 1L), struct(row, "id", 1L, "qty", 2))));
        avro.put(through(records.structs(struct(key, "id", 1L), null)));
        assertThat(avro.only().kinds()).containsExactly("+I", "-D");
    }
}
