package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.GoldenValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changelogs that Apache Paimon 1.4.2 wrote read to the changes that it reads itself. */
class GoldenChangelogTest {
    private TableEngine engine;

    @BeforeEach
    void startEngine() {
        engine = TableEngine.start(EngineSettings.defaults());
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    private Table open(String name) {
        return engine.open(GoldenTables.table(name).toString());
    }

    /** Snapshot by snapshot, and all at once; of expired snapshots as far as they are kept. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "changelog_input",
                "changelog_lookup",
                "changelog_full_compaction",
                "changelog_decoupled",
                "first_row"
            })
    void changesAreThoseOfTheChangelogFiles(String name) {
        Map<Long, List<String>> expected = expected(name);
        assertThat(expected).isNotEmpty();
        Table table = open(name);
        assertThat(changes(table.changelog())).isEqualTo(expected);
        for (long id : expected.keySet()) {
            assertThat(changes(table.changelog().after(id - 1).upTo(id))).isEqualTo(Map.of(id, expected.get(id)));
        }
    }

    /** Without changelog, what was flushed stands for it. */
    @ParameterizedTest
    @ValueSource(strings = {"dedup_fixed", "thin_mode"})
    void withoutChangelogTheFlushedRowsAreTold(String name) {
        Map<Long, List<String>> expected = new TreeMap<>();
        for (JsonNode snapshot : GoldenValues.parse(GoldenTables.expected(name)).get("snapshots")) {
            if (snapshot.has("delta") && snapshot.get("commitKind").textValue().equals("APPEND")) {
                expected.put(snapshot.get("id").asLong(), texts(snapshot.get("delta")));
            }
        }
        assertThat(expected).isNotEmpty();
        assertThat(changes(open(name).changelog())).isEqualTo(expected);
    }

    @Test
    void columnsAreProjected() {
        try (ChangelogCursor cursor =
                open("changelog_lookup").changelog().columns(List.of("v")).open()) {
            assertThat(cursor.type().names()).containsExactly("v");
            assertThat(cursor.advance()).isTrue();
            assertThat(cursor.row().arity()).isEqualTo(1);
        }
        assertThatThrownBy(() -> open("changelog_lookup").changelog().columns(List.of("nope")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'nope'");
    }

    @Test
    void whatHasExpiredIsNotPassedOver() {
        Table table = open("with_tags");
        long oldest = table.snapshots().get(0).id();
        long newest = table.latestSnapshot().orElseThrow().id();
        assertThatThrownBy(() -> table.changelog().upTo(newest + 1).open())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("snapshots " + oldest + " to " + newest);
        assertThat(changes(table.changelog().after(newest))).isEmpty();
        Table expired = open("tag_expired_snapshot");
        assertThatThrownBy(() -> expired.changelog().after(0).open())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("has expired");
    }

    private static Map<Long, List<String>> changes(ChangelogScan scan) {
        Map<Long, List<String>> changes = new TreeMap<>();
        try (ChangelogCursor cursor = scan.open()) {
            while (cursor.advance()) {
                changes.computeIfAbsent(cursor.snapshotId(), id -> new ArrayList<>())
                        .add(cursor.row().kind().shortName()
                                + GoldenValues.comparable(GoldenValues.toJson(cursor.row(), cursor.type())));
            }
        }
        return changes;
    }

    private static Map<Long, List<String>> expected(String name) {
        JsonNode golden = GoldenValues.parse(GoldenTables.expected(name));
        Map<Long, List<String>> changes = new TreeMap<>();
        for (String part : List.of("longLivedChangelogs", "snapshots")) {
            for (JsonNode snapshot : golden.path(part)) {
                if (snapshot.path("changelog").size() > 0) {
                    changes.put(snapshot.get("id").asLong(), texts(snapshot.get("changelog")));
                }
            }
        }
        return changes;
    }

    private static List<String> texts(JsonNode changes) {
        List<String> texts = new ArrayList<>();
        changes.forEach(
                change -> texts.add(change.get("kind").textValue() + GoldenValues.comparable(change.get("row"))));
        return texts;
    }
}
