package dev.varve.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** In which order keys are written. The same in every run. */
final class KeySequences {
    private KeySequences() {}

    /**
     * Every key once in random order, then updates of random keys.
     *
     * @param keys distinct keys
     * @param times how often a key is written, on average
     * @param commits into how many parts all that is cut
     */
    static List<long[]> batches(int keys, int times, int commits) {
        Random random = new Random(42);
        long[] all = Arrays.copyOf(shuffled(keys, random), times * keys);
        for (int i = keys; i < all.length; i++) {
            all[i] = random.nextInt(keys);
        }
        List<long[]> batches = new ArrayList<>();
        int size = all.length / commits;
        for (int from = 0; from < all.length; from += size) {
            batches.add(Arrays.copyOfRange(all, from, Math.min(from + size, all.length)));
        }
        return batches;
    }

    /** The first part has every key; what follows updates a share of them, so that every sorted run meets every other. */
    static List<long[]> overlappingRuns(int keys, int sortedRuns) {
        Random random = new Random(sortedRuns);
        List<long[]> runs = new ArrayList<>();
        runs.add(shuffled(keys, random));
        while (runs.size() < sortedRuns) {
            runs.add(random.longs(keys / sortedRuns, 0, keys).toArray());
        }
        return runs;
    }

    private static long[] shuffled(int count, Random random) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            values[i] = values[other];
            values[other] = i;
        }
        return values;
    }
}
