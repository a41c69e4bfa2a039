package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.EventDecoder;
import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.TableId;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An update does not say what the row was before. */
class Case_S12_UpdateWithoutBeforeTest {
    private final Records records = new Records();

    @Test
    void isAnUpsert() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 9L), envelope("u", null, map("id", 9L, "qty", 3L))));
        landing.put(records.schemaless(map("id", 9L), envelope("u", null, map("id", 9L, "qty", 4L))));
        assertThat(landing.only().written()).containsExactly("+U[9, 3]", "+U[9, 4]");
    }

    @Test
    void isRefusedWhereTheTableMustKnowTheRowBefore() {
        SinkRecord record = records.schemaless(map("id", 9L), envelope("u", null, map("id", 9L, "qty", 3L)));
        assertThatThrownBy(() -> convert(record))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(BadRecordException.Reason.REFUSED))
                .hasMessageContaining("changelog-producer=lookup");
    }

    @Test
    void withBeforeBothAreGivenWhereTheTableMustKnow() {
        SinkRecord record =
                records.schemaless(map("id", 9L), envelope("u", map("id", 9L, "qty", 2L), map("id", 9L, "qty", 3L)));
        assertThat(((Conversion.Rows) convert(record)).rows()).hasToString("[-U[9, 2], +U[9, 3]]");
    }

    private static Conversion convert(SinkRecord record) {
        TableSchema table = new TableSchema(
                3,
                0,
                List.of(new DataField(0, "id", DataTypes.BIGINT.notNull()), new DataField(1, "qty", DataTypes.BIGINT)),
                1,
                List.of(),
                List.of("id"),
                Map.of("bucket", "1", "changelog-producer", "input"),
                Optional.empty(),
                0);
        var settings = TestSettings.of(Map.of());
        ChangeEvent event = new EventDecoder(settings.events()).decode(record);
        return new TableConverter(new TableId("default", "orders"), table, settings).convert((ChangeEvent.OfRow) event);
    }

    /** Of a key that the table has and of one that it does not have, with a commit between and without. */
    @Test
    void itLandsWhetherTheKeyIsThereOrNot() {
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "qty", 1L))))
                    .commit();
            task.put(
                            records.schemaless(map("id", 1L), envelope("u", null, map("id", 1L, "qty", 2L))),
                            records.schemaless(map("id", 9L), envelope("u", null, map("id", 9L, "qty", 3L))),
                            records.schemaless(map("id", 9L), envelope("u", null, map("id", 9L, "qty", 4L))))
                    .commit();
            assertThat(task.rows()).containsExactly("1 2", "9 4");
            assertThat(task.errors()).isEmpty();
        }
    }

    /** What is written is the changelog, so an update must say both sides; the error names the producer that finds the old one. */
    @Test
    void aTableThatKeepsItsInputAsChangelogTakesCompletePairsOnly() {
        try (EngineTask task = new EngineTask(Map.of("options.changelog-producer", "input"))) {
            task.put(
                            records.schemaless(map("id", 9L), envelope("c", null, map("id", 9L, "qty", 1L))),
                            records.schemaless(map("id", 9L), envelope("u", null, map("id", 9L, "qty", 2L))))
                    .commit();
            assertThat(task.errors()).singleElement().asString().contains("changelog-producer=lookup");
            task.put(records.schemaless(
                            map("id", 9L), envelope("u", map("id", 9L, "qty", 1L), map("id", 9L, "qty", 3L))))
                    .commit();
            task.put(records.schemaless(map("id", 9L), envelope("d", map("id", 9L, "qty", 3L), null)))
                    .commit();
            assertThat(task.changes("orders")).containsExactly("+I 9 1", "-U 9 1", "+U 9 3", "-D 9 3");
        }
    }

    /** The cure: the old row is looked up in the table. */
    @ParameterizedTest
    @ValueSource(strings = {"lookup", "full-compaction"})
    void aTableThatMakesItsChangelogNeedsNoRowBefore(String producer) {
        try (EngineTask task = new EngineTask(Map.of("options.changelog-producer", producer))) {
            task.put(records.schemaless(map("id", 9L), envelope("c", null, map("id", 9L, "qty", 1L))))
                    .commit();
            task.put(records.schemaless(map("id", 9L), envelope("u", null, map("id", 9L, "qty", 2L))))
                    .commit();
            task.put(records.schemaless(map("id", 9L), envelope("d", map("id", 9L), null)))
                    .commit();
            assertThat(task.errors()).isEmpty();
            assertThat(task.changes("orders")).containsExactly("+I 9 1", "-U 9 1", "+U 9 2", "-D 9 2");
        }
    }
}
