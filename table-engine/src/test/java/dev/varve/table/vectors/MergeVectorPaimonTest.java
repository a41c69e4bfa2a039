package dev.varve.table.vectors;

import dev.varve.table.testing.MemoryTempDir;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every vector through tables that this engine and Apache Paimon Java share. */
class MergeVectorPaimonTest {
    /** What no way gives. */
    private static final Departures ALWAYS = Departures.parse("""
            an addition that is alone is the result as it is: collect makes a set of it with the next one
                collect-004
            """);

    private static final Departures NOTHING_BETWEEN = Departures.parse("""
            the vector is about a compaction that comes between
                dd-025
            """);

    /** Where Paimon merges what this engine has flushed: retractions, and additions beside functions that ask for order. */
    private static final Departures PAIMON_MERGES_FLUSHES = Departures.parse("""
            the smallest value divided by -1 is itself
                product-023 product-030 product-035
            DECIMAL up to precision 18 is not checked
                sum-031 sum-032 sum-033 sum-036
            a retraction that is alone is invisible
                sum-010 sum-017 sum-038 product-010 product-067 collect-014 merge-map-008 nested-update-015 table-003
            bytes are equal if they are the same object
                collect-022 collect-023 merge-map-012
            """);

    /** Where Paimon merges everything. */
    private static final Departures PAIMON_MERGES = PAIMON_MERGES_FLUSHES.and(Departures.parse("""
                    integers out of range wrap
                        sum-015 sum-016 sum-018 sum-019 sum-020
                        product-019 product-020 product-022 product-025 product-028 product-034 product-037
                    DECIMAL up to precision 18 is not checked
                        table-009
                    """));

    private static final Departures WRITE_ONLY = Departures.parse("""
            the vector is about a compaction that does not come
                fr-016
            """);

    /** Where Paimon merges what it has written itself: this engine stores no columns of such deletes. */
    private static final Departures DELETE_STAYS = Departures.parse("""
            the columns of a delete that removes the row are the start of the next one
                sum-046 table-011 pu-018 pu-019
            """);

    private static final Map<PaimonRoute, Departures> DEPARTURES = new EnumMap<>(Map.of(
            PaimonRoute.PAIMON_READS_FLUSHES,
            PAIMON_MERGES.and(NOTHING_BETWEEN),
            PaimonRoute.PAIMON_READS_ONE_FLUSH,
            PAIMON_MERGES_FLUSHES.and(NOTHING_BETWEEN),
            PaimonRoute.PAIMON_READS_COMPACTED,
            NOTHING_BETWEEN.and(WRITE_ONLY),
            PaimonRoute.VARVE_READS_FLUSHES,
            NOTHING_BETWEEN.and(WRITE_ONLY),
            PaimonRoute.VARVE_READS_COMPACTED,
            PAIMON_MERGES.and(DELETE_STAYS).and(WRITE_ONLY).and(Departures.parse("""
                            a retraction that is alone is lost in a compaction
                                table-006
                            a buffer is sorted in ascending order, whatever is declared
                                dd-030
                            """))));

    @TempDir(factory = MemoryTempDir.class)
    private Path temporary;

    @ParameterizedTest
    @EnumSource
    void everyVectorIsTrueOfSharedTables(PaimonRoute route) {
        Map<String, String> differences = new TreeMap<>();
        for (VectorTable table : VectorCases.tables()) {
            route.of(table, temporary).forEach((vector, outcome) -> {
                String difference = outcome.differenceFrom(vector);
                if (!difference.isEmpty()) {
                    differences.put(vector.id(), difference);
                }
            });
        }
        DEPARTURES.get(route).and(ALWAYS).assertAreAll(differences);
    }
}
