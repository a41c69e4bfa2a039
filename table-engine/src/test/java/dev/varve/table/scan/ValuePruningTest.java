package dev.varve.table.scan;

import static dev.varve.table.scan.ValuePruning.EACH_FILE;
import static dev.varve.table.scan.ValuePruning.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.option.ChangelogProducer;
import dev.varve.table.option.MergeEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of semantics, reads, section 3. */
class ValuePruningTest {
    @ParameterizedTest
    @CsvSource({
        // engine, deletion vectors, merged rows only, overlapping
        "DEDUPLICATE,    false, false, true,  ALL_OR_NONE",
        "FIRST_ROW,      false, false, true,  ALL_OR_NONE",
        "PARTIAL_UPDATE, false, false, true,  NEVER",
        "AGGREGATE,      false, false, true,  NEVER",
        "DEDUPLICATE,    true,  false, true,  ALL_OR_NONE",
        "PARTIAL_UPDATE, true,  false, true,  ALL_OR_NONE",
        "AGGREGATE,      true,  false, true,  ALL_OR_NONE",
        "FIRST_ROW,      false, true,  true,  EACH_FILE",
        "DEDUPLICATE,    true,  true,  true,  EACH_FILE",
        "AGGREGATE,      true,  true,  true,  EACH_FILE",
        "PARTIAL_UPDATE, false, true,  true,  NEVER",
        "DEDUPLICATE,    false, true,  true,  ALL_OR_NONE",
    })
    void filesThatOverlap(
            MergeEngine engine, boolean deletionVectors, boolean mergedOnly, boolean overlapping, ValuePruning rule) {
        assertThat(ValuePruning.ofMergedRead(engine, deletionVectors, mergedOnly, overlapping))
                .isEqualTo(rule);
    }

    @ParameterizedTest
    @EnumSource(MergeEngine.class)
    void filesThatOverlapNoOtherAreJudgedEachForItself(MergeEngine engine) {
        assertThat(ValuePruning.ofMergedRead(engine, false, false, false)).isEqualTo(EACH_FILE);
        assertThat(ValuePruning.ofMergedRead(engine, true, false, false)).isEqualTo(EACH_FILE);
    }

    @Test
    void changelogFilesAreJudgedWhereACompactionMadeThem() {
        assertThat(ValuePruning.ofChangelog(ChangelogProducer.LOOKUP)).isEqualTo(EACH_FILE);
        assertThat(ValuePruning.ofChangelog(ChangelogProducer.FULL_COMPACTION)).isEqualTo(EACH_FILE);
        assertThat(ValuePruning.ofChangelog(ChangelogProducer.INPUT)).isEqualTo(NEVER);
        assertThat(ValuePruning.ofChangelog(ChangelogProducer.NONE)).isEqualTo(NEVER);
    }
}
