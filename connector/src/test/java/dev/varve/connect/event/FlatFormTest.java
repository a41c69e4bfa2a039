package dev.varve.connect.event;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.SampleRecords;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A row that is created, changed and deleted, as ExtractNewRecordState sends it by each of its ways to handle deletes. */
class FlatFormTest {
    private final Records records = new Records();

    private SinkRecord row(String op, String deleted, long qty) {
        Map<String, Object> row = map("id", 1L, "qty", qty);
        if (op != null) {
            row.put("__op", op);
        }
        if (deleted != null) {
            row.put("__deleted", deleted);
        }
        return records.schemaless(map("id", 1L), row);
    }

    private SinkRecord tombstone() {
        return records.schemaless(map("id", 1L), null);
    }

    @ParameterizedTest
    @CsvSource({
        "drop,                    false, false, +I+U",
        "tombstone,               false, true,  +I+U-D",
        "rewrite,                 true,  false, +I+U-D",
        "rewrite-with-tombstone,  true,  true,  +I+U-D",
    })
    void deletesAsTheTransformIsToldToHandleThem(String mode, boolean rewrites, boolean hasTombstone, String kinds) {
        Landing landing = new Landing(Map.of());
        String notDeleted = rewrites ? "false" : null;
        landing.put(row("c", notDeleted, 1));
        landing.put(row("u", notDeleted, 2));
        if (rewrites) {
            landing.put(row("d", "true", 2));
        }
        if (hasTombstone) {
            landing.put(tombstone());
        }
        assertThat(String.join("", landing.only().kinds())).as(mode).isEqualTo(kinds);
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nqty BIGINT\n");
    }

    @Test
    void withoutTheOperationEveryRowIsWrittenByItsKey() {
        Landing landing = new Landing(Map.of());
        landing.put(row(null, "false", 1));
        landing.put(row(null, "false", 2));
        landing.put(row(null, "true", 2));
        assertThat(landing.only().kinds()).containsExactly("+I", "+I", "-D");
    }

    @Test
    void withNothingAddedAtAllTheyAreKeyedUpserts() {
        Landing landing = new Landing(Map.of());
        landing.put(row(null, null, 1));
        landing.put(tombstone());
        assertThat(landing.only().kinds()).containsExactly("+I", "-D");
    }

    @Test
    void addedFieldsAreColumnsAndTellTheSource() {
        Landing landing = new Landing(Map.of("table.format", "${source.db}.${source.table}"));
        Map<String, Object> row = map(
                "id",
                1L,
                "__op",
                "c",
                "__db",
                "shop",
                "__source_table",
                "orders",
                "__source_ts_ms",
                5L,
                "__deleted",
                false);
        landing.put(records.schemaless(map("id", 1L), row));
        assertThat(landing.tables()).containsExactly("shop.orders");
        assertThat(landing.only().columns()).isEqualTo("""
                id BIGINT NOT NULL
                __db STRING
                __source_table STRING
                __source_ts_ms BIGINT
                """);
    }

    @Test
    void eventsOfARealServer() {
        Landing landing = new Landing(Map.of());
        List<SinkRecord> samples = SampleRecords.load("items-unwrapped.with-schema");
        samples.forEach(landing::put);
        assertThat(landing.only().kinds()).containsExactly("+I", "+I", "+U", "-D");
        assertThat(landing.only().rows()).hasSize(1);
        assertThat(landing.only().columns())
                .contains("__table STRING")
                .doesNotContain("__op")
                .doesNotContain("__deleted");
    }
}
