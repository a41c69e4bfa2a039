package dev.varve.connect.fuzz;

import static dev.varve.connect.testing.Records.map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.connect.testing.RandomValues;
import dev.varve.connect.testing.SampleRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;

/** Records of all forms for a few topics, sound or damaged, each with the next offset of its topic. Confined to one thread. */
final class FuzzRecords {
    static final List<String> TOPICS = List.of(
            "shop.orders",
            "orders",
            "shop.public.Orders",
            "__debezium-heartbeat.shop",
            "a..b",
            "ünï-code",
            "T".repeat(240));

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<SinkRecord> SAMPLES = samples();
    private static final List<Object> KEYS = Arrays.asList(
            null,
            1L,
            "text",
            "{\"id\": 1}",
            "{",
            map("id", 1L),
            map("id", 2L),
            map("id", null),
            map("ID", 1L, "id", 2L),
            map("pk.id", 1L, "database", "d"),
            map("_id", "{\"$oid\": \"65f1\"}"),
            List.of(1),
            new byte[] {1},
            true,
            1.5);

    private final Random random;
    private final OddValues odd;
    private final DocumentMutator documents;
    private final SchemaMutator schemas;
    private final RandomValues values;
    private final Map<String, Long> nextOffsets = new HashMap<>();
    private final double share;
    private SinkRecord base;

    /** @param share how much is damaged, from 0 to 1 */
    FuzzRecords(Random random, double share) {
        this.random = random;
        this.odd = new OddValues(random);
        this.documents = new DocumentMutator(random, odd);
        this.schemas = new SchemaMutator(random, odd);
        this.values = new RandomValues(random);
        this.share = share;
        this.base = sample();
    }

    private static List<SinkRecord> samples() {
        var all = new ArrayList<SinkRecord>();
        for (String name : List.of(
                "all-types-snapshot.with-schema",
                "all-types-extremes.with-schema",
                "all-types-snapshot.connect-time-string-decimal.with-schema",
                "items-insert-update-delete-tombstone.with-schema",
                "items-schema-changes.with-schema",
                "items-unwrapped.with-schema",
                "pairs-primary-key-change.with-schema",
                "pairs-truncate.with-schema",
                "all-types-extremes.schemaless",
                "all-types-unchanged-toast.schemaless",
                "mariadb-all-types-snapshot.schemaless",
                "transaction-metadata.schemaless")) {
            all.addAll(SampleRecords.load(name));
        }
        return List.copyOf(all);
    }

    private SinkRecord sample() {
        return SAMPLES.get(random.nextInt(SAMPLES.size()));
    }

    SinkRecord next() {
        double damage = random.nextInt(4) == 0 ? 0 : share * random.nextDouble();
        if (random.nextInt(6) == 0) {
            base = sample();
        }
        SchemaAndValue key;
        SchemaAndValue value;
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> {
                key = damaged(base.keySchema(), base.key(), damage / 2);
                value = damaged(base.valueSchema(), base.value(), damage);
            }
            case 4, 5, 6 -> {
                key = new SchemaAndValue(null, documents.damaged(anyKey(), damage / 2));
                Object document = FormDocuments.ALL.get(random.nextInt(FormDocuments.ALL.size()));
                value = new SchemaAndValue(null, documents.damaged(document, damage));
            }
            case 7 -> {
                key = new SchemaAndValue(Schema.OPTIONAL_STRING_SCHEMA, random.nextBoolean() ? null : "{\"id\": 1}");
                value = new SchemaAndValue(Schema.OPTIONAL_STRING_SCHEMA, text(damage));
            }
            case 8 -> {
                Schema row = values.rowSchema();
                Struct struct = values.struct(row);
                key = damaged(row, struct, 0);
                value = damaged(row, struct, damage);
            }
            default -> {
                key = new SchemaAndValue(null, anyKey());
                value = new SchemaAndValue(null, random.nextInt(3) == 0 ? null : odd.anything());
            }
        }
        return record(TOPICS.get(random.nextInt(3) > 0 ? 0 : random.nextInt(TOPICS.size())), key, value);
    }

    private SchemaAndValue damaged(Schema schema, Object value, double damage) {
        if (schema == null) {
            return new SchemaAndValue(null, documents.damaged(value, damage));
        }
        return value == null ? new SchemaAndValue(schema, null) : schemas.damaged(schema, value, damage);
    }

    private Object anyKey() {
        return random.nextInt(3) > 0 ? map("id", (long) random.nextInt(3)) : KEYS.get(random.nextInt(KEYS.size()));
    }

    private String text(double damage) {
        try {
            Object document = FormDocuments.ALL.get(random.nextInt(FormDocuments.ALL.size()));
            var text = new StringBuilder(JSON.writeValueAsString(document));
            for (int cut = random.nextInt(1 + (int) (4 * damage)); cut > 0 && text.length() > 2; cut--) {
                int at = random.nextInt(text.length() - 1);
                text.replace(
                        at,
                        at + random.nextInt(2),
                        random.nextBoolean() ? "" : "\"{}[]:,x1\0".charAt(random.nextInt(10)) + "");
            }
            return random.nextInt(200) == 0 ? "[".repeat(2_000) : text.toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private SinkRecord record(String topic, SchemaAndValue key, SchemaAndValue value) {
        var headers = new ConnectHeaders();
        if (random.nextInt(8) == 0) {
            headers.add("__debezium.newkey", damaged(key.schema(), key.value(), 0.3));
            headers.add(odd.name() + "h", odd.text(), Schema.OPTIONAL_STRING_SCHEMA);
        }
        Long time = random.nextInt(10) == 0
                ? null
                : Long.valueOf(random.nextInt(4) == 0 ? odd.number() : 1_700_000_000_000L);
        long offset = nextOffsets.merge(topic, 1L + random.nextInt(2), Long::sum);
        return new SinkRecord(
                topic,
                0,
                key.schema(),
                key.value(),
                value.schema(),
                value.value(),
                offset,
                time,
                time == null ? TimestampType.NO_TIMESTAMP_TYPE : TimestampType.CREATE_TIME,
                headers);
    }
}
