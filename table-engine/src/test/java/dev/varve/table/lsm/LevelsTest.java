package dev.varve.table.lsm;

import static dev.varve.table.testing.FileMetas.KEY_ORDER;
import static dev.varve.table.testing.FileMetas.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.manifest.DataFileMeta;
import java.util.List;
import org.junit.jupiter.api.Test;

class LevelsTest {
    private static Levels levels(DataFileMeta... files) {
        return Levels.of(List.of(files), KEY_ORDER, 6);
    }

    @Test
    void runsGoFromNewToOld() {
        Levels levels = levels(
                file("old", 5, 0, 9, 0, 9),
                file("a", 0, 0, 5, 20, 29),
                file("c", 0, 0, 5, 30, 39),
                file("b", 0, 0, 5, 22, 29),
                file("right", 2, 6, 9, 15, 19),
                file("left", 2, 0, 5, 10, 14));
        assertThat(levels.describe())
                .isEqualTo("L0[30..39 1000B] L0[20..29 1000B] L0[22..29 1000B] L2[10..19 2000B] L5[0..9 1000B]");
        assertThat(levels.files())
                .extracting(DataFileMeta::name)
                .containsExactly("c", "a", "b", "left", "right", "old");
        assertThat(levels.maxSequence()).hasValue(39);
        assertThat(levels.highestNonEmptyLevel()).isEqualTo(5);
        assertThat(levels.highestLevel()).isEqualTo(5);
    }

    @Test
    void growsToHoldFilesOnAHigherLevel() {
        assertThat(levels(file("a", 8, 0, 1, 0, 1)).levelCount()).isEqualTo(9);
        assertThat(levels().levelCount()).isEqualTo(6);
        assertThat(levels().highestNonEmptyLevel()).isZero();
        assertThat(levels().maxSequence()).isEmpty();
    }

    @Test
    void refusesFewerThanTwoLevels() {
        assertThatThrownBy(() -> Levels.of(List.of(), KEY_ORDER, 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Number of levels must be at least 2.");
    }

    @Test
    void namesFilesOfALevelThatOverlap() {
        assertThatThrownBy(() -> levels(file("a", 1, 0, 5, 0, 1), file("b", 1, 5, 9, 2, 3)))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("a and b of level 1 overlap");
        assertThat(levels(file("a", 1, 0, 5, 0, 1), file("b", 1, 6, 9, 2, 3)).runs())
                .hasSize(1);
        assertThat(levels(file("a", 0, 0, 5, 0, 1), file("b", 0, 5, 9, 2, 3)).runs())
                .hasSize(2);
    }

    @Test
    void namesAFileThatIsLiveTwice() {
        assertThatThrownBy(() -> levels(file("a", 1, 0, 5, 0, 1), file("a", 2, 0, 5, 0, 1)))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("a is live twice");
    }

    @Test
    void appliesCompactionsAndUpgrades() {
        DataFileMeta first = file("a", 0, 0, 5, 0, 1);
        DataFileMeta second = file("b", 0, 6, 9, 2, 3);
        Levels upgraded = levels(first, second).apply(List.of(first), List.of(first.atLevel(5)));
        assertThat(upgraded.describe()).isEqualTo("L0[2..3 1000B] L5[0..1 1000B]");
        Levels rewritten = upgraded.apply(List.of(second, first.atLevel(5)), List.of(file("c", 5, 0, 9, 0, 3)));
        assertThat(rewritten.describe()).isEqualTo("L5[0..3 1000B]");
        assertThatThrownBy(() -> upgraded.apply(List.of(first), List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not live");
        assertThatThrownBy(() -> upgraded.apply(List.of(), List.of(second)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("live already");
    }
}
