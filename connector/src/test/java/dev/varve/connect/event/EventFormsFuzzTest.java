package dev.varve.connect.event;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.SampleRecords;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged and odd documents of every form, read as every form: each is an event, or a bad record that names its position; never
 * another exception. {@code -Dforms.fuzz=} says how many documents a form, {@code -Dforms.seed=} from which seed on.
 */
class EventFormsFuzzTest {
    private static final int DOCUMENTS = Integer.getInteger("forms.fuzz", 400);
    private static final long SEED = Long.getLong("forms.seed", 20260131);
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final List<String> FORMS =
            List.of("auto", "debezium", "flat", "mongodb", "maxwell", "canal", "upsert", "insert");

    private static final List<Map<String, Object>> DOCUMENTS_OF_ALL_FORMS = List.of(
            Records.envelope("u", map("id", 1L, "qty", 2L), map("id", 1L, "qty", 3.5, "tags", List.of("a", "b"))),
            Records.envelope("c", null, map("id", 1L, "deep", map("x", List.of(map("y", 1L))))),
            Records.envelope("d", map("id", 1L), null),
            Records.envelope("t", null, null),
            map("op", "m", "source", map("db", "d"), "message", map("prefix", "p", "content", "c")),
            map("id", 1L, "qty", 2L, "__op", "u", "__deleted", "false", "__source_ts_ms", 1L, "__table", "t"),
            map(
                    "before",
                    null,
                    "after",
                    "{\"_id\": {\"$oid\": \"65f1\"}, \"n\": {\"$numberLong\": \"5\"}, \"at\": {\"$date\": 5}}",
                    "updateDescription",
                    map("removedFields", null, "updatedFields", "{\"n\": 5}"),
                    "source",
                    map("db", "d", "collection", "c"),
                    "op",
                    "u"),
            map(
                    "database",
                    "d",
                    "table",
                    "t",
                    "type",
                    "update",
                    "ts",
                    1L,
                    "data",
                    map("id", 1L, "at", "2026-01-01 00:00:00"),
                    "old",
                    map("at", null),
                    "primary_key_columns",
                    List.of("id")),
            map(
                    "database",
                    "d",
                    "table",
                    "t",
                    "type",
                    "UPDATE",
                    "isDdl",
                    false,
                    "data",
                    List.of(map("id", "1", "b", "x"), map("id", "2", "b", null)),
                    "old",
                    List.of(map("b", "y"), map("id", "3")),
                    "pkNames",
                    List.of("id"),
                    "mysqlType",
                    map("id", "bigint(20) unsigned", "b", "blob")),
            map("status", "END", "id", "1", "event_count", 2L, "data_collections", List.of(map("a", 1L))),
            map("ts_ms", 1L),
            map("ddl", "x", "databaseName", "d", "source", map()));

    private static final List<Object> ODD_KEYS = Arrays.asList(
            null,
            1L,
            "text",
            "{\"id\": 1}",
            "{",
            map("id", 1L),
            map("id", null),
            map("id", "{\"$oid\": 5}"),
            map("pk.id", 1L, "database", "d"),
            map("id", List.of()),
            List.of(1),
            new byte[] {1},
            true,
            1.5);

    private static final List<String> ODD_TEXTS = List.of(
            "",
            " ",
            "c",
            "u",
            "d",
            "x",
            "cc",
            "true",
            "insert",
            "INSERT",
            "TRUNCATE",
            "{",
            "{}",
            "[]",
            "null",
            "{\"_id\": null}",
            "{\"$numberLong\": 1}",
            "{\"a\": {\"$date\": {}}, \"b\": {\"$binary\": {\"base64\": \"?\"}}}",
            "NaN",
            "1e999999999",
            "-1E-2147483647",
            "99999999999999999999999999999999999999999999",
            "0000-00-00 00:00:00",
            "\uD800",
            "a\0b",
            "__debezium_unavailable_value",
            "decimal(0,99)",
            "decimal(-1)",
            "bit(999)",
            "varchar((",
            "_SEQUENCE_NUMBER",
            "_KEY_id",
            "rowkind");

    private final Random random = new Random(SEED);
    private int landed;
    private int bad;

    private Object odd() {
        return switch (random.nextInt(16)) {
            case 0 -> null;
            case 1 -> random.nextLong();
            case 2 -> random.nextInt(3) - 1L;
            case 3 -> random.nextBoolean();
            case 4 -> List.of(Double.NaN, Double.POSITIVE_INFINITY, -0.0, 1e300).get(random.nextInt(4));
            case 5 -> new BigInteger("9".repeat(1 + random.nextInt(60)));
            case 6 -> new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(80) - 40);
            case 7 -> new byte[random.nextInt(4)];
            case 8 -> ByteBuffer.wrap(new byte[random.nextInt(4)]);
            case 9 -> new Date(random.nextLong());
            case 10 -> new ArrayList<>(Arrays.asList(odd(), odd()));
            case 11 -> new LinkedHashMap<>(Collections.singletonMap(oddText(), odd()));
            case 12 -> new LinkedHashMap<>(Collections.singletonMap(random.nextInt(3), odd()));
            case 13 ->
                new Struct(SchemaBuilder.struct()
                        .optional()
                        .field("id", Schema.OPTIONAL_INT32_SCHEMA)
                        .build());
            default -> oddText();
        };
    }

    private String oddText() {
        return ODD_TEXTS.get(random.nextInt(ODD_TEXTS.size()));
    }

    /** A deep copy in which some values and names are others. */
    private Object damaged(Object value, double share) {
        if (random.nextDouble() < share) {
            return odd();
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((name, element) -> {
                if (random.nextDouble() >= share) {
                    copy.put(random.nextDouble() < share / 4 ? odd() : name, damaged(element, share));
                }
            });
            if (random.nextDouble() < share) {
                copy.put(oddText(), odd());
            }
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(damaged(element, share)));
            if (random.nextDouble() < share) {
                copy.add(odd());
            }
            return copy;
        }
        return value;
    }

    private void offer(Landing landing, SinkRecord record) {
        try {
            landing.put(record);
            landed++;
        } catch (BadRecordException e) {
            bad++;
            assertThat(e.origin()).isEqualTo(new Origin(Records.TOPIC, 0, record.kafkaOffset()));
            assertThat(e.reason()).isNotNull();
            assertThat(e.getMessage())
                    .startsWith("record " + e.origin() + (e.field().isEmpty() ? ": " : ", field " + e.field() + ": "));
        } catch (RuntimeException e) {
            fail(
                    "seed " + SEED + ": " + record.keySchema() + " " + record.key() + " -> " + record.valueSchema()
                            + " " + record.value(),
                    e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "debezium", "flat", "mongodb", "maxwell", "canal", "upsert", "insert"})
    void damagedDocumentsAreEventsOrBadRecords(String form) {
        Records records = new Records();
        Landing landing = landing(form);
        for (int i = 0; i < DOCUMENTS; i++) {
            if (i % 50 == 0) {
                landing = landing(form);
            }
            Object document = DOCUMENTS_OF_ALL_FORMS.get(random.nextInt(DOCUMENTS_OF_ALL_FORMS.size()));
            Object key = random.nextBoolean() ? map("id", 1L) : ODD_KEYS.get(random.nextInt(ODD_KEYS.size()));
            offer(landing, records.schemaless(key, damaged(document, random.nextInt(4) * 0.1)));
        }
        assertThat(landed).as("documents that are events").isPositive();
        assertThat(bad).as("documents that are bad records").isPositive();
    }

    private static Landing landing(String form) {
        return new Landing(Map.of("cdc.format", form, "tables.orders.primary-key", "id", "mongodb.layout", "columns"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "debezium", "flat", "mongodb", "maxwell", "canal", "upsert", "insert"})
    void damagedTextsAreEventsOrBadRecords(String form) throws JsonProcessingException {
        Records records = new Records();
        Landing landing = landing(form);
        for (int i = 0; i < DOCUMENTS / 4; i++) {
            String text =
                    JSON.writeValueAsString(DOCUMENTS_OF_ALL_FORMS.get(random.nextInt(DOCUMENTS_OF_ALL_FORMS.size())));
            var damaged = new StringBuilder(text);
            for (int cut = random.nextInt(4); cut > 0 && damaged.length() > 2; cut--) {
                int at = random.nextInt(damaged.length() - 1);
                damaged.replace(
                        at,
                        at + random.nextInt(2),
                        random.nextBoolean() ? "" : "\"{}[]:,x1\0".charAt(random.nextInt(10)) + "");
            }
            offer(landing, records.text(random.nextBoolean() ? null : "{\"id\": 1}", damaged.toString()));
        }
        assertThat(bad).isPositive();
    }

    @Test
    void structsOfOddTypesAreEventsOrBadRecords() {
        Records records = new Records();
        for (int i = 0; i < DOCUMENTS; i++) {
            Landing landing = landing(FORMS.get(random.nextInt(FORMS.size())));
            Struct value =
                    struct(List.of("op", "before", "after", "source", "id", "data", "type", "__op", "__deleted"), 2);
            Struct key = random.nextBoolean() ? null : struct(List.of("id", "pk.id"), 1);
            offer(landing, records.structs(key, value));
            offer(landing, records.structs(key, value));
        }
        assertThat(landed).isPositive();
        assertThat(bad).isPositive();
    }

    private Struct struct(List<String> names, int depth) {
        SchemaBuilder builder = SchemaBuilder.struct().optional();
        Map<String, Object> values = new LinkedHashMap<>();
        for (String name : names) {
            if (random.nextInt(3) > 0) {
                Object value =
                        depth > 0 && random.nextInt(3) == 0 ? struct(List.of("id", "table", "v"), depth - 1) : scalar();
                builder.field(name, schemaOf(value));
                values.put(name, value);
            }
        }
        Struct struct = new Struct(builder.build());
        values.forEach(struct::put);
        return struct;
    }

    private Object scalar() {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> random.nextInt(3);
            case 2 -> random.nextDouble();
            case 3 -> new byte[random.nextInt(3)];
            case 4 -> random.nextBoolean();
            default -> oddText();
        };
    }

    private static Schema schemaOf(Object value) {
        if (value instanceof Struct struct) {
            return struct.schema();
        }
        if (value instanceof Integer) {
            return Schema.OPTIONAL_INT32_SCHEMA;
        }
        if (value instanceof Double) {
            return Schema.OPTIONAL_FLOAT64_SCHEMA;
        }
        if (value instanceof byte[]) {
            return Schema.OPTIONAL_BYTES_SCHEMA;
        }
        return value instanceof Boolean ? Schema.OPTIONAL_BOOLEAN_SCHEMA : Schema.OPTIONAL_STRING_SCHEMA;
    }

    /** Rows of a real table of every type, one value of each replaced by that of another column. */
    @Test
    void valuesOfOtherColumnsAreStoredOrBadRecords() {
        List<SinkRecord> samples = new ArrayList<>(SampleRecords.load("all-types-snapshot.with-schema"));
        samples.addAll(SampleRecords.load("all-types-extremes.with-schema"));
        Records records = new Records();
        for (int i = 0; i < DOCUMENTS / 4; i++) {
            Landing landing = new Landing(Map.of());
            SinkRecord sample = samples.get(random.nextInt(samples.size()));
            offer(landing, records.structs((Struct) sample.key(), (Struct) sample.value()));
            Struct swapped = swapped((Struct) sample.value());
            offer(landing, records.of(sample.keySchema(), sample.key(), null, asMap(swapped)));
            offer(
                    landing,
                    records.of(sample.keySchema(), sample.key(), null, damaged(asMap((Struct) sample.value()), 0.05)));
        }
        assertThat(landed).isPositive();
        assertThat(bad).isPositive();
    }

    private Struct swapped(Struct envelope) {
        Struct row = envelope.getStruct("after");
        List<Field> fields = row.schema().fields();
        Struct copy = new Struct(row.schema());
        fields.forEach(field -> copy.put(field, row.get(field)));
        for (int i = 0; i < 3; i++) {
            Object other = row.get(fields.get(random.nextInt(fields.size())));
            try {
                copy.put(fields.get(1 + random.nextInt(fields.size() - 1)), other);
            } catch (DataException e) {
                assertThat(e)
                        .as("structs refuse values of another type themselves")
                        .isNotNull();
            }
        }
        Struct damaged = new Struct(envelope.schema());
        envelope.schema().fields().forEach(field -> damaged.put(field, envelope.get(field)));
        return damaged.put("after", copy);
    }

    private static Map<String, Object> asMap(Struct struct) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Field field : struct.schema().fields()) {
            Object value = struct.get(field);
            map.put(field.name(), value instanceof Struct nested ? asMap(nested) : value);
        }
        return map;
    }
}
