package dev.varve.table.compact;

import static dev.varve.table.testing.FileMetas.KEY_ORDER;
import static dev.varve.table.testing.FileMetas.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.lsm.Levels;
import dev.varve.table.manifest.DataFileMeta;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FullCompactionTest {
    private static Levels levels(DataFileMeta... files) {
        return Levels.of(List.of(files), KEY_ORDER, 6);
    }

    private static String pick(CompactionPolicy policy, Levels levels) {
        return policy.pick(levels, Instant.EPOCH).map(CompactionPlan::describe).orElse("nothing");
    }

    @Test
    void aRequestedOneMovesEverythingToTheHighestLevel() {
        CompactionPolicy policy = FullCompaction.requested();
        assertThat(pick(policy, levels())).isEqualTo("nothing");
        assertThat(pick(policy, levels(file("a", 0, 0, 1, 0, 1))))
                .isEqualTo("L0[0..1 1000B] -> L5 dropping retracts because=REQUESTED");
        assertThat(pick(policy, levels(file("a", 4, 0, 1, 0, 1))))
                .isEqualTo("L4[0..1 1000B] -> L5 dropping retracts because=REQUESTED");
        assertThat(pick(policy, levels(file("a", 5, 0, 1, 0, 1), file("b", 5, 2, 3, 0, 1))))
                .isEqualTo("nothing");
        assertThat(pick(policy, levels(file("a", 0, 0, 1, 5, 6), file("b", 5, 0, 3, 0, 1))))
                .isEqualTo("L0[5..6 1000B] L5[0..1 1000B] -> L5 dropping retracts because=REQUESTED");
    }

    @Test
    void otherwiseTheNumberOfRunsDecides() {
        CompactionPolicy policy = FullCompaction.atRunCount(3);
        assertThat(pick(policy, levels(file("a", 0, 0, 1, 5, 6), file("b", 5, 0, 3, 0, 1))))
                .isEqualTo("nothing");
        assertThat(pick(
                        policy,
                        levels(
                                file("a", 0, 0, 1, 5, 6),
                                file("b", 5, 0, 3, 0, 1),
                                file("c", 5, 4, 5, 0, 1),
                                file("d", 0, 0, 1, 7, 8))))
                .isEqualTo("L0[7..8 1000B] L0[5..6 1000B] L5[0..1 2000B] -> L5 dropping retracts because=RUN_COUNT");
    }

    @Test
    void retractsAreDroppedOnlyAboveNothing() {
        Levels levels = levels(file("a", 0, 0, 1, 5, 6), file("b", 4, 0, 3, 0, 1));
        assertThat(CompactionPlan.of(levels, levels.runs().subList(0, 1), 3, CompactionPlan.Reason.RUN_COUNT)
                        .dropRetracts())
                .isFalse();
        assertThat(CompactionPlan.of(levels, levels.runs(), 4, CompactionPlan.Reason.RUN_COUNT)
                        .dropRetracts())
                .isTrue();
    }
}
