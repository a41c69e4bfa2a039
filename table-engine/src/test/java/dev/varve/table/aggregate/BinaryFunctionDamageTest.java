package dev.varve.table.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.type.DataTypes;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.paimon.utils.HllSketchUtil;
import org.apache.paimon.utils.RoaringBitmap32;
import org.apache.paimon.utils.RoaringBitmap64;
import org.apache.paimon.utils.ThetaSketch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bitmaps and sketches against Paimon's: the same union, and an error that names the column for bytes that are none. */
class BinaryFunctionDamageTest {
    private static final int DAMAGES = Integer.getInteger("aggregate.damages", 400);

    @ParameterizedTest
    @ValueSource(strings = {"rbm32", "rbm64", "hll_sketch", "theta_sketch"})
    void unionIsPaimons(String name) {
        Random random = new Random(7);
        for (int size : new int[] {0, 1, 5, 40, 300, 20_000}) {
            byte[] older = bytes(name, numbers(random, size));
            byte[] newer = bytes(name, numbers(random, 1 + size / 2));
            assertThat(union(name, older, newer)).as("%s numbers", size).isEqualTo(paimonUnion(name, older, newer));
            assertThat(union(name, newer, older)).as("%s numbers", size).isEqualTo(paimonUnion(name, newer, older));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rbm32", "rbm64", "hll_sketch", "theta_sketch"})
    void damagedBytesAreRefusedOrStillAValue(String name) {
        int refused = 0;
        for (int seed = 0; seed < DAMAGES; seed++) {
            Random random = new Random(seed);
            byte[] whole = bytes(name, numbers(random, new int[] {1, 3, 30, 300, 9000}[random.nextInt(5)]));
            byte[] damaged = damage(random, whole);
            try {
                boolean first = random.nextBoolean();
                union(name, first ? damaged : whole, first ? whole : damaged);
            } catch (InvalidInputException e) {
                assertThat(e).as("seed %s", seed).hasMessageContaining("'" + name + "' of column 'v'");
                refused++;
            }
        }
        assertThat(refused).as("damages that were noticed").isGreaterThan(DAMAGES / 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rbm32", "rbm64", "hll_sketch", "theta_sketch"})
    void bytesThatEndTooEarlyAreRefused(String name) {
        byte[] whole = bytes(name, numbers(new Random(3), 30));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> union(name, whole, cut))
                    .as("%s of %s bytes", length, whole.length)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(length + " bytes are not a");
        }
    }

    @Test
    void aLoneValueIsNotRead() {
        byte[] nonsense = {1, 2, 3};
        AggregateFunction function = create("rbm32");
        function.add(GenericRow.of((Object) nonsense), 0);
        assertThat(function.result()).isEqualTo(nonsense);
    }

    private static byte[] damage(Random random, byte[] whole) {
        int length = random.nextInt(4) == 0 ? random.nextInt(whole.length + 1) : whole.length;
        byte[] damaged = Arrays.copyOf(whole, length);
        int changes = length == 0 ? 0 : random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            // Mostly at the beginning, where counts and kinds are.
            int at = random.nextBoolean() ? random.nextInt(Math.min(length, 48)) : random.nextInt(length);
            damaged[at] = (byte) random.nextInt();
        }
        return damaged;
    }

    private static long[] numbers(Random random, int count) {
        long spread = 1L << (8 + random.nextInt(30));
        return LongStream.range(0, count)
                .map(i -> random.nextLong() & (spread - 1))
                .toArray();
    }

    private static byte[] bytes(String name, long[] numbers) {
        int[] narrow = LongStream.of(numbers).mapToInt(number -> (int) number).toArray();
        return switch (name) {
            case "rbm32" -> RoaringBitmap32.bitmapOf(narrow).serialize();
            case "rbm64" -> serialize(RoaringBitmap64.bitmapOf(numbers));
            case "hll_sketch" -> HllSketchUtil.sketchOf(narrow);
            case "theta_sketch" -> ThetaSketch.sketchOf(narrow);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static byte[] paimonUnion(String name, byte[] older, byte[] newer) {
        return (byte[]) org.apache.paimon.mergetree.compact.aggregate.factory.FieldAggregatorFactory.create(
                        org.apache.paimon.types.DataTypes.BYTES(),
                        "v",
                        name,
                        new org.apache.paimon.CoreOptions(new java.util.HashMap<>()))
                .agg(older, newer);
    }

    private static byte[] serialize(RoaringBitmap64 bitmap) {
        try {
            return bitmap.serialize();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static byte[] union(String name, byte[]... values) {
        AggregateFunction function = create(name);
        IntStream.range(0, values.length).forEach(i -> function.add(GenericRow.of((Object) values[i]), 0));
        return (byte[]) function.result();
    }

    private static AggregateFunction create(String name) {
        return AggregateFunctions.create(name, new AggregateColumn("v", DataTypes.BYTES, AggregateOptions.DEFAULT));
    }
}
