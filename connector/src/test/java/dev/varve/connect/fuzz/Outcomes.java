package dev.varve.connect.fuzz;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;

/** What became of all records. Confined to one thread. */
final class Outcomes {
    private static final int SHOWN = 60;

    private long records;
    private long landed;
    private long withoutEffect;
    private long skipped;
    private long reported;
    private long failed;
    private long tables;
    private long rows;
    private long readByPaimon;
    private final Map<String, Long> kinds = new TreeMap<>();

    void landed(boolean hasRows) {
        records++;
        if (hasRows) {
            landed++;
        } else {
            withoutEffect++;
        }
    }

    /** A delete of a table that does not exist. */
    void withoutTable() {
        records++;
        withoutEffect++;
    }

    void skipped() {
        records++;
        skipped++;
    }

    void reported(Throwable error) {
        records++;
        reported++;
        kinds.merge("reported " + kind(error), 1L, Long::sum);
    }

    void failed(Throwable error) {
        records++;
        failed++;
        kinds.merge("failed " + kind(error), 1L, Long::sum);
    }

    /** The next record was offered before. */
    void again() {
        records--;
    }

    void table(int count) {
        tables++;
        rows += count;
    }

    void paimon() {
        readByPaimon++;
    }

    long records() {
        return records;
    }

    long landedRecords() {
        return landed;
    }

    long reportedRecords() {
        return reported;
    }

    long skippedRecords() {
        return skipped;
    }

    long tablesReadByPaimon() {
        return readByPaimon;
    }

    int distinct() {
        return kinds.size();
    }

    Map<String, Long> kinds() {
        return kinds;
    }

    /** A message without what differs from record to record. */
    private static String kind(Throwable error) {
        String text = error.getMessage()
                .replaceAll("record \\S+@[0-9]+,? ?", "")
                .replaceAll("table=\\S+]|table \\S+", "table")
                .replaceAll("field [^:]*:", "field:")
                .replaceAll("'[^']*'|\"[^\"]*\"|\\[[^\\[\\]]{20,}]", "…")
                .replaceAll("-?[0-9]+", "9");
        return text.substring(0, Math.min(SHOWN, text.length())).replaceAll("[^\\x20-\\x7e]+", "…");
    }

    static String stackOf(Throwable error) {
        var text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Override
    public String toString() {
        return "records=" + records + " landed=" + landed + " without-effect=" + withoutEffect + " skipped=" + skipped
                + " reported=" + reported + " failed=" + failed + " tables=" + tables + " rows=" + rows
                + " read-by-paimon="
                + readByPaimon + " distinct-errors=" + distinct();
    }
}
