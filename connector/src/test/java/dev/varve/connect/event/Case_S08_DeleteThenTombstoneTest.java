package dev.varve.connect.event;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
}
