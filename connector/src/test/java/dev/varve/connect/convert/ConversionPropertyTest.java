package dev.varve.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.RandomValues;
import dev.varve.connect.testing.Records;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever comes, with and without schemas, mixed into one table that evolves under the engine's own rules: it becomes rows, or
 * a bad record that names a field. Size by {@code -Dconversion.records=N}.
 */
class ConversionPropertyTest {
    private static final int RECORDS = Integer.getInteger("conversion.records", 400);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anythingBecomesRowsOrABadRecord(long seed) {
        Random random = new Random(seed);
        RandomValues values = new RandomValues(random);
        Map<String, String> settings = new HashMap<>();
        settings.put("schema.evolution", pick(random, "full", "full", "add-columns", "none"));
        settings.put("infinite.time.policy", pick(random, "fail", "null"));
        settings.put("unknown.field.policy", pick(random, "fail", "ignore"));
        settings.put("schemaless.decimal", pick(random, "text", "base64"));
        Landing landing = new Landing(settings);
        Records records = new Records();
        int landed = 0;
        for (int i = 0; i < RECORDS; i++) {
            SinkRecord record = random.nextBoolean() ? withSchema(values, records, i) : schemaless(values, records, i);
            try {
                landing.put(record);
                landed++;
            } catch (BadRecordException e) {
                assertThat(e.getMessage()).as("seed %s", seed).startsWith("record shop.orders-0@" + i);
                assertThat(e.origin().offset()).as("seed %s", seed).isEqualTo(i);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", record " + i + ": " + record, e);
            }
        }
        assertThat(landed).as("seed %s", seed).isPositive();
    }

    private static SinkRecord withSchema(RandomValues values, Records records, int i) {
        Schema rowSchema = values.rowSchema();
        Struct row = values.struct(rowSchema);
        row.put("id", (long) i % 20);
        Schema key = Records.schema("id", Schema.INT64_SCHEMA);
        return records.structs(Records.struct(key, "id", (long) i % 20), row);
    }

    private static SinkRecord schemaless(RandomValues values, Records records, int i) {
        Map<Object, Object> row = values.map(3);
        row.put("id", (long) i % 20);
        return records.schemaless(Records.map("id", (long) i % 20), row);
    }

    private static String pick(Random random, String... texts) {
        return texts[random.nextInt(texts.length)];
    }
}
