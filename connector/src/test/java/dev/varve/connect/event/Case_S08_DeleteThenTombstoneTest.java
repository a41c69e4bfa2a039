package dev.varve.connect.event;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delete events, tombstones, and streams in which only the null value deletes. */
class Case_S08_DeleteThenTombstoneTest {
    private final Records records = new Records();

    @Test
    void tombstoneAfterTheDeleteOfItsKeySaysNothing() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 4L), envelope("c", null, map("id", 4L))));
        landing.put(records.schemaless(map("id", 4L), envelope("d", map("id", 4L), null)));
        landing.put(records.schemaless(map("id", 4L), null));
        assertThat(landing.only().written()).containsExactly("+I[4]", "-D[4]");
        assertThat(landing.others())
                .hasOnlyElementsOfType(ChangeEvent.Tombstone.class)
                .hasSize(1);
    }

    @Test
    void tombstoneOfAnotherKeyDeletesIt() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 4L), envelope("c", null, map("id", 4L))));
        landing.put(records.schemaless(map("id", 5L), envelope("c", null, map("id", 5L))));
        landing.put(records.schemaless(map("id", 4L), envelope("d", map("id", 4L), null)));
        landing.put(records.schemaless(map("id", 5L), null));
        assertThat(landing.only().rows()).isEmpty();
    }

    @Test
    void nullValueAloneDeletesByKey() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 4L), map("id", 4L, "name", "x")));
        landing.put(records.schemaless(map("id", 4L), null));
        assertThat(landing.only().written()).containsExactly("+I[4, x]", "-D[4, null]");
        assertThat(landing.only().rows()).isEmpty();
    }

    @Test
    void nullValueCanBeSwitchedOff() {
        Landing landing = new Landing(Map.of("tombstone.policy", "ignore"));
        landing.put(records.schemaless(map("id", 4L), map("id", 4L)));
        landing.put(records.schemaless(map("id", 4L), null));
        assertThat(landing.only().rows()).containsExactly("+I[4]");
    }

    @Test
    void everyNullValueCanBeMadeToDelete() {
        Landing landing = new Landing(Map.of("tombstone.policy", "delete"));
        landing.put(records.schemaless(map("id", 4L), envelope("c", null, map("id", 4L))));
        landing.put(records.schemaless(map("id", 4L), envelope("d", map("id", 4L), null)));
        landing.put(records.schemaless(map("id", 4L), null));
        assertThat(landing.only().written()).containsExactly("+I[4]", "-D[4]", "-D[4]");
    }

    @Test
    void nullValueWithNullKeyIsABadRecord() {
        EventDecoder decoder = new EventDecoder(TestSettings.of(Map.of()).events());
        assertThatThrownBy(() -> decoder.decode(records.schemaless(null, null)))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(BadRecordException.Reason.MISSING_KEY))
                .hasMessageContaining("shop.orders-0@0")
                .hasMessageContaining("tombstone.policy to 'ignore'");
        EventDecoder ignoring = new EventDecoder(
                TestSettings.of(Map.of("tombstone.policy", "ignore")).events());
        assertThat(ignoring.decode(records.schemaless(null, null))).isInstanceOf(ChangeEvent.Tombstone.class);
    }

    @Test
    void nullValueOfAnInsertOnlyStreamIsSkipped() {
        Landing landing = new Landing(Map.of("cdc.format", "insert"));
        landing.put(records.schemaless(map("id", 4L), map("id", 4L)));
        landing.put(records.schemaless(map("id", 4L), null));
        landing.put(records.schemaless(null, null));
        assertThat(landing.only().rows()).containsExactly("+I[4]");
        assertThat(landing.others()).hasSize(2);
    }

    @Test
    void deleteBeforeThereIsATableNeedsNone() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 4L), null));
        assertThat(landing.tables()).isEmpty();
    }

    /** Every variant of the case through a task: offsets advance with each commit. */
    @Test
    void allVariantsLand() {
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(records.schemaless(map("id", 4L), envelope("c", null, map("id", 4L))))
                    .commit();
            task.put(
                            records.schemaless(map("id", 4L), envelope("d", map("id", 4L), null)),
                            records.schemaless(map("id", 4L), null))
                    .commit();
            assertThat(task.rows()).isEmpty();
            assertThat(task.metrics().getSkippedByReason()).isEqualTo(Map.of("tombstone", 1L));
            task.put(records.schemaless(map("id", 5L), map("id", 5L)), records.schemaless(map("id", 5L), null))
                    .commit();
            assertThat(task.rows()).isEmpty();
            task.put(records.schemaless(null, null), records.schemaless(map("id", 6L), map("id", 6L)))
                    .commit();
            assertThat(task.rows()).containsExactly("6");
            assertThat(task.errors()).singleElement().asString().contains("missing-key");
            assertThat(task.metrics().getBadRecords()).isEqualTo(1);
        }
    }

    /** Delete and tombstone in two deliveries with a commit between them, and to a task that has not seen the delete. */
    @Test
    void aTombstoneThatComesAfterARestart() {
        var store = new MemoryFileIO();
        var env = ManualEnv.create();
        try (EngineTask first = new EngineTask(store, env, Map.of())) {
            first.put(
                            records.schemaless(map("id", 4L), envelope("c", null, map("id", 4L))),
                            records.schemaless(map("id", 5L), envelope("c", null, map("id", 5L))),
                            records.schemaless(map("id", 4L), envelope("d", map("id", 4L), null)))
                    .commit();
        }
        try (EngineTask second = new EngineTask(store, env, Map.of())) {
            second.put(records.schemaless(map("id", 4L), null)).commit();
            assertThat(second.rows()).as("deleting it again does no harm").containsExactly("5");
            assertThat(second.errors()).isEmpty();
        }
    }

    /** The delete was taken back from the sums and landed; its tombstone tells no values that could be taken back. */
    @Test
    void aTombstoneThatComesToASumAfterARestart() {
        Map<String, String> sums = Map.of(
                "tables.orders.primary-key", "grp",
                "tables.orders.include", "grp,amount",
                "options.merge-engine", "aggregation",
                "options.fields.amount.aggregate-function", "sum");
        var store = new MemoryFileIO();
        var env = ManualEnv.create();
        try (EngineTask first = new EngineTask(store, env, sums)) {
            first.put(
                            records.schemaless(map("id", 4L), envelope("c", null, entry(4, 10))),
                            records.schemaless(map("id", 5L), envelope("c", null, entry(5, 7))),
                            records.schemaless(map("id", 4L), envelope("d", entry(4, 10), null)))
                    .commit();
        }
        try (EngineTask second = new EngineTask(store, env, sums)) {
            second.put(records.schemaless(map("id", 4L), null)).commit();
            assertThat(second.errors()).isEmpty();
            assertThat(second.rows()).containsExactly("1 7");
            second.put(
                            records.schemaless(map("id", 6L), envelope("c", null, entry(6, 1))),
                            records.schemaless(map("id", 5L), null))
                    .commit();
            assertThat(second.errors())
                    .as("here the task has seen that no delete came before")
                    .singleElement()
                    .asString()
                    .contains("does not say what the whole row was before");
            assertThat(second.rows()).containsExactly("1 8");
        }
    }

    private static Map<String, Object> entry(long id, long amount) {
        return map("id", id, "grp", 1L, "amount", amount);
    }

    /** What was noted of later records says nothing of what came before one that is delivered again. */
    @Test
    void aConsumerThatIsSentBackKnowsNothingOfWhatCameBefore() {
        EventDecoder decoder = new EventDecoder(TestSettings.of(Map.of()).events());
        SinkRecord delete = records.schemaless(map("id", 4L), envelope("d", map("id", 4L), null));
        SinkRecord tombstone = records.schemaless(map("id", 4L), null);
        SinkRecord later = records.schemaless(map("id", 5L), envelope("c", null, map("id", 5L)));
        SinkRecord alone = records.schemaless(map("id", 4L), null);
        assertThat(decoder.decode(tombstone))
                .isInstanceOfSatisfying(
                        ChangeEvent.Delete.class,
                        first -> assertThat(first.mayRepeat()).isTrue());
        decoder.decode(delete);
        assertThat(decoder.decode(tombstone)).isInstanceOf(ChangeEvent.Tombstone.class);
        decoder.decode(later);
        assertThat(decoder.decode(tombstone))
                .isInstanceOfSatisfying(
                        ChangeEvent.Delete.class,
                        again -> assertThat(again.mayRepeat()).isTrue());
        assertThat(decoder.decode(alone))
                .isInstanceOfSatisfying(
                        ChangeEvent.Delete.class,
                        one -> assertThat(one.mayRepeat()).isFalse());
    }

    /** Null values with keys of every odd kind: never another exception, and the task goes on. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "debezium", "flat", "upsert", "insert", "mongodb", "maxwell", "canal"})
    void oddKeysOfNullValues(String form) {
        try (EngineTask task = new EngineTask(Map.of("cdc.format", form))) {
            SinkRecord[] odd = {
                records.schemaless(null, null),
                records.schemaless("text", null),
                records.schemaless(7L, null),
                records.schemaless(map(), null),
                records.schemaless(map("id", null), null),
                records.schemaless(map("other", 1L), null),
                records.schemaless(List.of(1), null),
                records.schemaless(new byte[] {1}, null),
                records.of(Schema.OPTIONAL_STRING_SCHEMA, null, Schema.OPTIONAL_STRING_SCHEMA, null),
                records.of(Schema.STRING_SCHEMA, "{\"id\": 4}", null, null)
            };
            task.put(odd).commit();
            assertThat(task.metrics().getSkippedByRule() + task.metrics().getBadRecords())
                    .as("deletes need a table, and there is none")
                    .isLessThanOrEqualTo(odd.length);
            assertThat(task.tables()).isEmpty();
            task.put(records.schemaless(null, null)).commit();
        }
    }

    /** (d) A stream of inserts only: the table keeps its row, nothing is reported. */
    @Test
    void nullValuesOfAnInsertOnlyStreamLandNothing() {
        try (EngineTask task = new EngineTask(Map.of("cdc.format", "insert"))) {
            task.put(
                            records.schemaless(map("id", 4L), map("id", 4L)),
                            records.schemaless(map("id", 4L), null),
                            records.schemaless(null, null))
                    .commit();
            assertThat(task.rows()).containsExactly("4");
            assertThat(task.errors()).isEmpty();
            assertThat(task.metrics().getSkippedByRule()).isEqualTo(2);
        }
    }
}
