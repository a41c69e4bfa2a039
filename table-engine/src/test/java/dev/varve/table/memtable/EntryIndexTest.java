package dev.varve.table.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class EntryIndexTest {
    private int comparisons;

    private void sortsLikeTheModel(int count, IntToLongFunction prefixes) {
        EntryIndex index = new EntryIndex(new MemoryBudget(1L << 30));
        record Entry(long prefix, long address) {}
        var model = new ArrayList<Entry>();
        for (int i = 0; i < count; i++) {
            assertThat(index.tryGrow()).isTrue();
            index.append(prefixes.applyAsLong(i), i, false);
            model.add(new Entry(prefixes.applyAsLong(i), i));
        }
        // Equal prefixes: odd addresses before even ones, each descending.
        EntryIndex.TieBreak tieBreak = (left, right) -> {
            comparisons++;
            int byParity = Long.compare(right & 1, left & 1);
            return byParity != 0 ? byParity : Long.compare(right, left);
        };
        model.sort((left, right) -> left.prefix != right.prefix
                ? Long.compare(left.prefix, right.prefix)
                : left.address == right.address ? 0 : tieBreak.compare(left.address, right.address));
        index.sort(tieBreak);
        var sorted = new ArrayList<Entry>();
        for (int i = 0; i < count; i++) {
            sorted.add(new Entry(index.prefix(i), index.address(i)));
        }
        assertThat(sorted).isEqualTo(model);
    }

    @Test
    void sortsEveryShape() {
        Random random = new Random(7);
        for (int count : new int[] {0, 1, 2, 3, 15, 16, 17, 18, 19, 100, 1000, 5000}) {
            long[] noise = random.longs(count).toArray();
            sortsLikeTheModel(count, i -> noise[i]);
            sortsLikeTheModel(count, i -> noise[i] & 7);
            sortsLikeTheModel(count, i -> 1);
            sortsLikeTheModel(count, i -> i);
            sortsLikeTheModel(count, i -> -i);
            sortsLikeTheModel(count, i -> Math.min(i, count - i));
            sortsLikeTheModel(count, i -> i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
        }
    }

    @Test
    void isNotQuadraticOnTheWorstInput() {
        int count = 1 << 14;
        long[] worst = medianOfThreeKiller(count);
        comparisons = 0;
        // All prefixes equal; the tie-break alone orders by the bad permutation, so that comparisons can be counted.
        EntryIndex index = new EntryIndex(new MemoryBudget(1L << 30));
        for (int i = 0; i < count; i++) {
            index.tryGrow();
            index.append(0, i, false);
        }
        index.sort((left, right) -> {
            comparisons++;
            return Long.compare(worst[(int) left], worst[(int) right]);
        });
        for (int i = 1; i < count; i++) {
            assertThat(worst[(int) index.address(i - 1)]).isLessThan(worst[(int) index.address(i)]);
        }
        // n log n = 229,376; a quadratic sort would need tens of millions.
        assertThat(comparisons).isLessThan(3_000_000);
    }

    /** Permutation against which a quicksort around the median of first, middle and last degenerates (Musser 1997). */
    private static long[] medianOfThreeKiller(int count) {
        long[] killer = new long[count];
        int half = count / 2;
        for (int i = 1; i <= half; i++) {
            if (i % 2 == 1) {
                killer[i - 1] = i;
                killer[i] = half + i;
            }
            killer[half + i - 1] = 2L * i;
        }
        return distinct(killer);
    }

    private static long[] distinct(long[] values) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            order.add(i);
        }
        order.sort((left, right) -> Long.compare(values[left], values[right]));
        long[] ranks = new long[values.length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[order.get(i)] = i;
        }
        return ranks;
    }

    @Test
    void growthIsPaidFromTheBudget() {
        MemoryBudget budget = new MemoryBudget(10_000);
        EntryIndex index = new EntryIndex(budget);
        int count = 0;
        while (index.tryGrow()) {
            index.append(count, count, false);
            count++;
        }
        assertThat(budget.usedBytes()).isEqualTo(index.bytes()).isLessThanOrEqualTo(10_000);
        assertThat(count).isBetween(200, 10_000 / EntryIndex.ENTRY_BYTES);
        index.clear();
        assertThat(budget.usedBytes()).isZero();
    }
}
