package dev.varve.table.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.CompactSketch;
import org.apache.datasketches.theta.SetOperation;
import org.apache.datasketches.theta.Union;
import org.apache.datasketches.theta.UpdateSketch;
import org.junit.jupiter.api.Test;

class ExactThetaSketchTest {
    private static final int NOMINAL_ENTRIES = 4096;

    @Test
    void unionsAreThoseOfTheLibrary() {
        Random random = new Random(1);
        int[] sizes = {1, 2, 3, 10, 100, 1000, 2048};
        for (int round = 0; round < 300; round++) {
            int spread = 1 << (1 + random.nextInt(20));
            byte[] left = sketch(random, sizes[random.nextInt(sizes.length)], spread);
            byte[] right = sketch(random, sizes[random.nextInt(sizes.length)], spread);
            assertThat(ExactThetaSketch.union(left, right, NOMINAL_ENTRIES))
                    .as("round %s", round)
                    .isEqualTo(libraryUnion(left, right));
        }
    }

    @Test
    void aUnionWithItselfIsTheSame() {
        byte[] one = sketch(new Random(2), 1, 10);
        byte[] many = sketch(new Random(2), 50, 1000);
        assertThat(ExactThetaSketch.union(one, one.clone(), NOMINAL_ENTRIES)).isEqualTo(one);
        assertThat(ExactThetaSketch.union(many, many.clone(), NOMINAL_ENTRIES)).isEqualTo(many);
    }

    @Test
    void whatIsNotExactIsLeftToTheLibrary() {
        byte[] small = sketch(new Random(3), 3, 1000);
        byte[] empty = UpdateSketch.builder().build().compact().toByteArray();
        byte[] estimating = sketch(new Random(3), 30_000, Integer.MAX_VALUE);
        byte[] half = sketch(new Random(4), 4000, Integer.MAX_VALUE);
        byte[] otherHalf = sketch(new Random(5), 4000, Integer.MAX_VALUE);
        assertThat(ExactThetaSketch.union(small, empty, NOMINAL_ENTRIES)).isNull();
        assertThat(ExactThetaSketch.union(estimating, small, NOMINAL_ENTRIES)).isNull();
        assertThat(ExactThetaSketch.union(half, otherHalf, NOMINAL_ENTRIES))
                .as("too many together")
                .isNull();
    }

    @Test
    void damageIsLeftToTheLibrary() {
        byte[] whole = sketch(new Random(6), 3, 1000);
        for (int length = 0; length < whole.length; length++) {
            assertThat(ExactThetaSketch.union(whole, Arrays.copyOf(whole, length), NOMINAL_ENTRIES))
                    .as("%s bytes", length)
                    .isNull();
        }
        byte[] unordered = whole.clone();
        System.arraycopy(whole, 16, unordered, 24, 8);
        assertThat(ExactThetaSketch.union(whole, unordered, NOMINAL_ENTRIES)).isNull();
        byte[] negative = whole.clone();
        negative[16 + 7] = -1;
        assertThat(ExactThetaSketch.union(negative, whole, NOMINAL_ENTRIES)).isNull();
    }

    private static byte[] sketch(Random random, int values, int spread) {
        UpdateSketch sketch =
                UpdateSketch.builder().setNominalEntries(NOMINAL_ENTRIES).build();
        for (int i = 0; i < values; i++) {
            sketch.update(random.nextInt(spread));
        }
        return sketch.compact().toByteArray();
    }

    private static byte[] libraryUnion(byte[]... sketches) {
        Union union = SetOperation.builder().setNominalEntries(NOMINAL_ENTRIES).buildUnion();
        for (byte[] sketch : sketches) {
            union.union(CompactSketch.heapify(Memory.wrap(sketch)));
        }
        return union.getResult().toByteArray();
    }
}
