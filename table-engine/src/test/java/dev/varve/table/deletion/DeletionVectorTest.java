package dev.varve.table.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DeletionVectorTest {
    @Test
    void theEmptyVectorHasNothing() {
        assertThat(DeletionVector.NONE.isEmpty()).isTrue();
        assertThat(DeletionVector.NONE.last()).isEqualTo(-1);
        assertThat(DeletionVector.NONE.cursor().isDeleted(0)).isFalse();
        assertThat(DeletionVector.of()).isEqualTo(DeletionVector.NONE);
    }

    @Test
    void aRowDeletedTwiceIsDeletedOnce() {
        var builder = new DeletionVector.Builder(DeletionVector.of(3));
        assertThat(builder.add(3)).isFalse();
        assertThat(builder.add(4)).isTrue();
        assertThat(builder.add(4)).isFalse();
        assertThat(builder.build()).isEqualTo(DeletionVector.of(4, 3)).hasToString("2 rows from 3 on");
    }

    @Test
    void theVectorBegunWithStaysAsItIs() {
        DeletionVector start = DeletionVector.of(1);
        new DeletionVector.Builder(start).add(2);
        assertThat(start.cardinality()).isOne();
        assertThat(start.contains(2)).isFalse();
    }

    @Test
    void rowNumbersAreNotNegative() {
        assertThatThrownBy(() -> new DeletionVector.Builder(DeletionVector.NONE).add(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }

    /** Sparse and dense rows, over the borders of containers, of 31 and of 32 bits. */
    @Test
    void theCursorSaysWhatASetSays() {
        long[] starts = {0, 65_000, (1L << 31) - 500, (1L << 32) - 500, (5L << 32) + 7};
        for (long seed = 1; seed <= 30; seed++) {
            Random random = new Random(seed);
            TreeSet<Long> rows = new TreeSet<>();
            for (long start : starts) {
                int step = 1 + random.nextInt(7);
                for (int i = 0; i < 1000; i += 1 + random.nextInt(step)) {
                    rows.add(start + i);
                }
            }
            DeletionVector vector =
                    DeletionVector.of(rows.stream().mapToLong(Long::longValue).toArray());
            assertThat(vector.cardinality()).isEqualTo(rows.size());
            assertThat(vector.last()).isEqualTo(rows.last());
            DeletionVector.Cursor cursor = vector.cursor();
            int skip = 1 + random.nextInt(300);
            for (long start : starts) {
                for (long row = start; row < start + 1200; row += 1 + random.nextInt(skip)) {
                    assertThat(cursor.isDeleted(row)).as("row %s", row).isEqualTo(rows.contains(row));
                    assertThat(vector.contains(row)).isEqualTo(rows.contains(row));
                }
            }
        }
    }
}
