package dev.varve.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures two engines at one piece of work in turns, so that what else happens on the machine meets both, and reports medians and
 * their ratio.
 *
 * @param runs measured runs of each, after one that warms up
 */
record Contest(int runs) {
    /** One engine's run: does the work once and says how long the measured part of it took. */
    @FunctionalInterface
    interface Run {
        long nanos() throws Exception;
    }

    /**
     * Medians of one case.
     *
     * @param unit what is counted, such as rows
     * @param count how many of them one run has
     */
    record Result(String name, String unit, long count, long[] varveNanos, long[] paimonNanos) {
        double ratio() {
            return (double) median(paimonNanos) / median(varveNanos);
        }

        /** A line of a Markdown table: rates, the ratio, and the spread of the runs. */
        String line() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | **%.2f** | %.2f to %.2f |",
                    name,
                    rate(varveNanos),
                    rate(paimonNanos),
                    ratio(),
                    (double) paimonNanos[0] / varveNanos[varveNanos.length - 1],
                    (double) paimonNanos[paimonNanos.length - 1] / varveNanos[0]);
        }

        private String rate(long[] nanos) {
            double perSecond = count * 1e9 / median(nanos);
            return perSecond >= 100_000
                    ? String.format(Locale.ROOT, "%.0f k %s/s", perSecond / 1000, unit)
                    : String.format(Locale.ROOT, "%.0f %s/s", perSecond, unit);
        }

        private static long median(long[] sorted) {
            return sorted[sorted.length / 2];
        }
    }

    static final List<String> HEADER = List.of(
            "| case | Varve | Paimon Java | ratio of medians | slowest to fastest pairing |",
            "| --- | --- | --- | --- | --- |");

    Result measure(String name, String unit, long count, Run varve, Run paimon) throws Exception {
        varve.nanos();
        paimon.nanos();
        List<Long> varveNanos = new ArrayList<>();
        List<Long> paimonNanos = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            boolean varveFirst = run % 2 == 0;
            if (varveFirst) {
                varveNanos.add(varve.nanos());
            }
            paimonNanos.add(paimon.nanos());
            if (!varveFirst) {
                varveNanos.add(varve.nanos());
            }
        }
        return new Result(name, unit, count, sorted(varveNanos), sorted(paimonNanos));
    }

    private static long[] sorted(List<Long> nanos) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return sorted;
    }
}
