package dev.varve.table.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.LiveFile;
import dev.varve.table.testing.MemoryFileIO;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every vector through whole tables of this engine, by every way from rows to files. */
class MergeVectorTablesTest {
    /** What no way gives, beside those that are as given. */
    private static final Departures OF_FUNCTIONS = Departures.parse("""
            an addition that is alone is the result as it is: collect makes a set of it with the next one
                collect-004
            """);

    private static final Map<VarveRoute, Departures> DEPARTURES = new EnumMap<>(Map.of(
            VarveRoute.AS_GIVEN,
            Departures.parse(""),
            VarveRoute.ONE_COMMIT,
            Departures.parse("""
                    the vector is about a compaction that comes between, or does not
                        dd-025 fr-016
                    """).and(OF_FUNCTIONS),
            VarveRoute.COMMIT_EACH,
            Departures.parse("""
                    the vector is about a compaction that comes between, or does not
                        dd-025 fr-016
                    """).and(OF_FUNCTIONS),
            VarveRoute.PARTIAL_COMPACTIONS,
            Departures.parse("""
                    the vector is about a compaction that comes between, or does not
                        dd-025 fr-016
                    """).and(OF_FUNCTIONS),
            VarveRoute.FULL_COMPACTIONS,
            Departures.parse("""
                    the vector is about a compaction that does not come between
                        fr-016
                    a key has no memory once its tombstone is dropped: an older row becomes visible
                        dd-024
                    the null that a lone ignored retraction leaves is a first value once it is compacted
                        first-value-004
                    """).and(OF_FUNCTIONS)));

    @ParameterizedTest
    @EnumSource
    void everyVectorIsTrueOfTables(VarveRoute route) {
        Map<String, String> differences = new TreeMap<>();
        for (VectorTable table : VectorCases.tables()) {
            if (route.appliesTo(table)) {
                route.of(table).forEach((vector, outcome) -> {
                    String difference = outcome.differenceFrom(vector);
                    if (!difference.isEmpty()) {
                        differences.put(vector.id(), difference);
                    }
                });
            }
        }
        DEPARTURES.get(route).assertAreAll(differences);
    }

    /** Else the route would be another one of full compactions. */
    @Test
    void partialCompactionsLeaveTheLargeRunAlone() {
        VectorTable vectors = VectorCases.tables().stream()
                .filter(table -> table.spec().options().equals(Map.of("bucket", "1")) && table.hasSteps())
                .findFirst()
                .orElseThrow();
        VarveRoute route = VarveRoute.PARTIAL_COMPACTIONS;
        VarveTable table = VarveTable.create(vectors, new MemoryFileIO(), route.options());
        route.write(vectors, table);
        assertThat(table.table().files()).extracting(LiveFile::level).contains(3, 4);
    }

    @Test
    void everyVectorHasATable() {
        assertThat(VectorCases.all()).hasSize(288 + 58 + 47);
        List<String> ids =
                VectorCases.all().stream().map(VectorCase::id).distinct().toList();
        assertThat(ids).hasSize(288 + 58 + 47);
        assertThat(VectorCases.tables().stream()
                                .mapToInt(table -> table.vectors().size())
                                .sum()
                        + VectorCases.refusedAtCreation().size())
                .isEqualTo(ids.size());
    }
}
