package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.SampleRecords;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The primary key of a row changes. */
class Case_S09_KeyChangeTest {
    private final Records records = new Records();
    private final Landing landing = new Landing(Map.of());

    @Test
    void deleteTombstoneCreate() {
        landing.put(records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "v", "x"))));
        landing.put(records.schemaless(map("id", 1L), envelope("d", map("id", 1L, "v", "x"), null)));
        landing.put(records.schemaless(map("id", 1L), null));
        landing.put(records.schemaless(map("id", 2L), envelope("c", null, map("id", 2L, "v", "x"))));
        assertThat(landing.only().rows()).containsExactly("+I[2, x]");
    }

    @Test
    void createMayComeFirstFromAnotherPartition() {
        landing.put(records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "v", "x"))));
        landing.put(records.schemaless(map("id", 2L), envelope("c", null, map("id", 2L, "v", "x"))));
        landing.put(records.schemaless(map("id", 1L), envelope("d", map("id", 1L, "v", "x"), null)));
        landing.put(records.schemaless(map("id", 1L), null));
        assertThat(landing.only().rows()).containsExactly("+I[2, x]");
    }

    @Test
    void updateWhoseKeyDiffersFromTheOneBeforeIsDeleteAndInsert() {
        landing.put(records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "v", "x"))));
        landing.put(records.schemaless(map("id", 2L), envelope("u", map("id", 1L, "v", "x"), map("id", 2L, "v", "y"))));
        assertThat(landing.only().written()).containsExactly("+I[1, x]", "-D[1, x]", "+I[2, y]");
        assertThat(landing.only().rows()).containsExactly("+I[2, y]");
    }

    @Test
    void oneOfSeveralKeyColumnsMayChange() {
        landing.put(records.schemaless(map("a", 1L, "b", "x"), envelope("c", null, map("a", 1L, "b", "x", "v", 1L))));
        landing.put(records.schemaless(
                map("a", 1L, "b", "y"),
                envelope("u", map("a", 1L, "b", "x", "v", 1L), map("a", 1L, "b", "y", "v", 1L))));
        assertThat(landing.only().rows()).containsExactly("+I[1, y, 1]");
    }

    @Test
    void sameKeyInAnotherNumberClassIsNoChange() {
        landing.put(records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "v", 1L))));
        landing.put(records.schemaless(map("id", 1L), envelope("u", map("id", 1, "v", 1L), map("id", 1L, "v", 2L))));
        assertThat(landing.only().written()).containsExactly("+I[1, 1]", "+U[1, 2]");
    }

    @Test
    void beforeWithoutKeyIsNoChange() {
        landing.put(records.schemaless(map("id", 1L), envelope("u", map("id", null, "v", 1L), map("id", 1L, "v", 2L))));
        assertThat(landing.only().written()).containsExactly("+U[1, 2]");
    }

    @Test
    void capturedFromPostgres() {
        landing.putAll(SampleRecords.load("pairs-primary-key-change.with-schema"));
        assertThat(landing.only().rows()).containsExactly("+I[1, y, one]");
    }
}
