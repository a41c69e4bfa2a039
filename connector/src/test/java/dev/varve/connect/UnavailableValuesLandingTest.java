package dev.varve.connect;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.SampleRecords;
import dev.varve.table.Tables;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that the source did not send keep what is stored, wherever the stored row is. Columns: id, note, text. */
class UnavailableValuesLandingTest {
    private static final String PLACEHOLDER = "__debezium_unavailable_value";

    private final Records records = new Records();

    private static Map<String, Object> row(long id, String note, Object text) {
        return map("id", id, "note", note, "text", text);
    }

    private SinkRecord created(long id, String note, Object text) {
        return records.schemaless(map("id", id), envelope("c", null, row(id, note, text)));
    }

    private SinkRecord updated(long id, String note, Object text) {
        return records.schemaless(map("id", id), envelope("u", null, row(id, note, text)));
    }

    private SinkRecord deleted(long id) {
        return records.schemaless(map("id", id), envelope("d", map("id", id), null));
    }

    @Test
    void theStoredRowWaitsInTheSameBuffer() {
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(
                            created(1, "a", "long"),
                            updated(1, "b", PLACEHOLDER),
                            updated(1, "c", "longer"),
                            updated(1, "d", PLACEHOLDER),
                            updated(1, "e", PLACEHOLDER))
                    .commit();
            assertThat(task.rows()).containsExactly("1 e longer");
        }
    }

    @Test
    void theStoredRowWasCommittedByAnotherWriterMeanwhile() {
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(created(1, "a", "long"), created(2, "a", "other")).commit();
            GenericRow foreign =
                    GenericRow.ofKind(RowKind.UPDATE_AFTER, 1L, BinaryString.of("f"), BinaryString.of("foreign"));
            Tables.commit(task.table("orders"), "another", 1, List.of(foreign));
            task.put(updated(1, "b", PLACEHOLDER), updated(2, "b", PLACEHOLDER)).commit();
            assertThat(task.rows()).containsExactly("1 b foreign", "2 b other");
        }
    }

    @Test
    void aDeletedRowHasNone() {
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(created(1, "a", "long")).commit();
            task.put(deleted(1), updated(1, "b", PLACEHOLDER)).commit();
            assertThat(task.rows()).containsExactly("1 b null");
            task.put(deleted(1)).commit();
            task.put(updated(1, "c", PLACEHOLDER)).commit();
            assertThat(task.rows()).containsExactly("1 c null");
        }
    }

    @Test
    void theRowBelongsToTheKeyThatTheUpdateChanged() {
        try (EngineTask task = new EngineTask(Map.of("tables.orders.primary-key", "note"))) {
            task.put(created(1, "a", "long")).commit();
            task.put(records.schemaless(
                            map("id", 1L), envelope("u", row(1, "a", PLACEHOLDER), row(1, "b", PLACEHOLDER))))
                    .commit();
            assertThat(task.rows()).containsExactly("b 1 long");
        }
    }

    @Test
    void whereAColumnOrdersRowsTheNewestIsNotTheLast() {
        Map<String, String> ordered = Map.of("options.sequence.field", "seq");
        try (EngineTask task = new EngineTask(ordered)) {
            task.put(ordered("c", 5, "newest"), ordered("u", 3, "late"), ordered("u", 6, PLACEHOLDER))
                    .commit();
            assertThat(task.rows()).containsExactly("1 6 newest");
        }
    }

    private SinkRecord ordered(String op, long seq, String text) {
        return records.schemaless(map("id", 1L), envelope(op, null, map("id", 1L, "seq", seq, "text", text)));
    }

    @Test
    void aPartialUpdateTableKeepsItByItself() {
        Map<String, String> partial = Map.of("options.merge-engine", "partial-update");
        try (EngineTask task = new EngineTask(partial)) {
            task.put(created(1, "a", "long"), updated(1, "b", PLACEHOLDER)).commit();
            task.put(updated(1, "c", PLACEHOLDER)).commit();
            assertThat(task.rows()).containsExactly("1 c long");
            assertThat(task.table("orders").snapshots())
                    .as("without looking it up")
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==", "bytes"})
    void bytesInEitherForm(String form) {
        Object placeholder =
                form.equals("bytes") ? PLACEHOLDER.getBytes(java.nio.charset.StandardCharsets.UTF_8) : form;
        try (EngineTask task = new EngineTask(Map.of("tables.orders.types.text", "BYTES"))) {
            task.put(created(1, "a", "AAE="), updated(1, "b", placeholder)).commit();
            byte[] kept = Tables.rows(task.table("orders")).get(0).binaryAt(2);
            assertThat(kept).containsExactly(0, 1);
        }
    }

    @Test
    void listsOfThePlaceholder() {
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(created(1, "a", List.of("x", "y")), updated(1, "b", List.of(PLACEHOLDER)))
                    .commit();
            task.put(created(2, "a", List.of("x")), updated(2, "b", List.of())).commit();
            assertThat(Tables.rows(task.table("orders")).stream()
                            .map(row -> row.arrayAt(2).size()))
                    .containsExactlyInAnyOrder(2, 0);
        }
    }

    @Test
    void realEventsOfPostgres() {
        List<SinkRecord> samples = SampleRecords.load("all-types-unchanged-toast.schemaless");
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(records.moved(samples.get(0)));
            samples.stream().skip(1).forEach(sample -> task.put(records.moved(sample)));
            task.commit();
            GenericRow row = Tables.rows(task.table("orders")).get(0);
            int column = task.table("orders").schema().rowType().indexOf("c_big");
            assertThat(row.stringAt(column).toString())
                    .hasSizeGreaterThan(2_000)
                    .startsWith("c4ca4238a0b9");
            assertThat(task.errors()).isEmpty();
        }
    }

    @Test
    void anotherPlaceholder() {
        try (EngineTask task = new EngineTask(Map.of("unavailable.value.placeholder", "hex:00ff"))) {
            task.put(created(1, "a", "long"), updated(1, "b", "AP8="), created(2, "a", PLACEHOLDER))
                    .commit();
            assertThat(task.rows()).containsExactly("1 b long", "2 a " + PLACEHOLDER);
        }
    }
}
