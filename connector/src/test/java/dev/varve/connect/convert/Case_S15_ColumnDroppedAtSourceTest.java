package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** The source drops a column, and records of before come late. */
class Case_S15_ColumnDroppedAtSourceTest {
    private static final Schema KEY = schema("id", Schema.INT64_SCHEMA);
    private static final Schema OPTIONAL_TAGS =
            SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).optional().build();
    private static final Schema REQUIRED_TAGS =
            SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build();

    private final Records records = new Records();

    private SinkRecord withTags(long id, Schema tags) {
        Schema row = schema("id", Schema.INT64_SCHEMA, "tags", tags);
        return records.structs(struct(KEY, "id", id), struct(row, "id", id, "tags", List.of("a", "b")));
    }

    private SinkRecord withoutTags(long id) {
        return records.structs(struct(KEY, "id", id), struct(KEY, "id", id));
    }

    @Test
    void laterRowsAreNullThereAndLateOnesKeepTheirValue() {
        Landing landing = new Landing(Map.of());
        landing.put(withTags(1, OPTIONAL_TAGS));
        landing.put(withoutTags(2));
        landing.put(withTags(3, OPTIONAL_TAGS));
        assertThat(landing.only().rows()).containsExactly("+I[1, [a, b]]", "+I[2, null]", "+I[3, [a, b]]");
        assertThat(landing.only().schema().id()).isZero();
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\ntags ARRAY<STRING>\n");
    }

    @Test
    void aRequiredColumnBecomesNullableOnce() {
        Landing landing = new Landing(Map.of());
        landing.put(withTags(1, REQUIRED_TAGS));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\ntags ARRAY<STRING> NOT NULL\n");
        landing.put(withoutTags(2));
        landing.put(withTags(3, REQUIRED_TAGS));
        landing.put(withoutTags(4));
        assertThat(landing.only().rows())
                .containsExactly("+I[1, [a, b]]", "+I[2, null]", "+I[3, [a, b]]", "+I[4, null]");
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\ntags ARRAY<STRING>\n");
        assertThat(landing.only().schema().id()).isEqualTo(1);
    }

    @Test
    void withoutEvolutionARequiredColumnStaysSo() {
        Landing landing = new Landing(Map.of("schema.evolution", "add-columns"));
        landing.put(withTags(1, REQUIRED_TAGS));
        assertThatThrownBy(() -> landing.put(withoutTags(2)))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(BadRecordException.Reason.NULL_VALUE))
                .hasMessageContaining(
                        "field tags: the value is null or missing, but the column is ARRAY<STRING> NOT NULL"
                                + " and schema.evolution is add-columns");
    }

    @Test
    void deletesNeedNoValueForIt() {
        Landing landing = new Landing(Map.of());
        landing.put(withTags(1, REQUIRED_TAGS));
        landing.put(records.structs(struct(KEY, "id", 1L), null));
        assertThat(landing.only().written()).containsExactly("+I[1, [a, b]]", "-D[1, []]");
        assertThat(landing.only().schema().id()).isZero();
    }

    /** Through a task, with commits between: columns, rows, and one schema at most more than the first. */
    @Test
    void landedOverCommitsWithoutFlipFlop() {
        for (Schema tags : List.of(OPTIONAL_TAGS, REQUIRED_TAGS)) {
            try (EngineTask task = new EngineTask(Map.of())) {
                for (long round = 0; round < 3; round++) {
                    task.put(withTags(3 * round, tags)).commit();
                    task.put(withoutTags(3 * round + 1)).commit();
                    task.put(withTags(3 * round + 2, tags), withoutTags(3 * round + 2), withTags(3 * round + 2, tags))
                            .commit();
                }
                assertThat(task.rows())
                        .isEqualTo(IntStream.range(0, 9)
                                .mapToObj(id -> id + (id % 3 == 1 ? " null" : " [a, b]"))
                                .toList());
                assertThat(task.errors()).isEmpty();
                assertThat(task.table("orders").schema().id()).isEqualTo(tags == REQUIRED_TAGS ? 1 : 0);
            }
        }
    }
}
