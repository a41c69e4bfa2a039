package dev.varve.table.parquet;

import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;

/**
 * Reads one column of the file batch by batch into a {@link LeafVector}, and keeps the levels of the batch for the lists, maps
 * and rows above it. Confined to one thread.
 */
final class LeafReader {
    private static final int ROWS_PASSED_AT_ONCE = 1024;

    private final ColumnDescriptor column;
    private final LeafVector vector;
    private final int maxRepetition;
    private final int maxDefinition;

    /** Entries below this level have no slot: a list or map above is null or empty. */
    private final int slotDefinition;

    private boolean keepsLevels;
    private PageReader pages;

    /** First entry of the current page that was not consumed. */
    private int next;

    /** The row of the row group to be read next. */
    private long nextRow;

    /** Levels of the batch, if they are kept. */
    private int entries;

    private int[] repetitions = new int[0];
    private int[] definitions = new int[0];

    LeafReader(ColumnDescriptor column, LeafVector vector, int slotDefinition) {
        this.column = column;
        this.vector = vector;
        this.slotDefinition = slotDefinition;
        maxRepetition = column.getMaxRepetitionLevel();
        maxDefinition = column.getMaxDefinitionLevel();
    }

    ColumnDescriptor column() {
        return column;
    }

    LeafVector vector() {
        return vector;
    }

    boolean isRepeated() {
        return maxRepetition > 0;
    }

    void keepLevels() {
        keepsLevels = true;
    }

    int entries() {
        return entries;
    }

    int[] repetitions() {
        return repetitions;
    }

    int[] definitions() {
        return definitions;
    }

    /** Starts with the column's pages in the next row group. */
    void open(PageReader newPages) {
        pages = newPages;
        next = 0;
        nextRow = 0;
    }

    /** Goes on to a row of the row group that is not behind; if pages are chosen, it lies on one of them. */
    void moveTo(long row) throws IOException {
        if (pages.isChosen()) {
            passPages(row);
        }
        if (row < nextRow) {
            throw new IllegalStateException("the column is at row " + nextRow + " behind row " + row);
        }
        if (maxRepetition == 0) {
            skipFlat(row - nextRow);
        } else {
            while (nextRow < row) {
                read((int) Math.min(row - nextRow, ROWS_PASSED_AT_ONCE));
            }
        }
    }

    /** Passes over the chosen pages in front of the one that holds a row. */
    private void passPages(long row) throws IOException {
        if (pages.entries() == 0 && !hasEntry()) {
            throw new IllegalStateException("the column has no page for row " + row);
        }
        while (pages.endRow() <= row) {
            next = pages.entries();
            if (!hasEntry()) {
                throw new IllegalStateException("the column has no page for row " + row);
            }
        }
    }

    private void skipFlat(long rows) throws IOException {
        long left = rows;
        while (left > 0) {
            if (!hasEntry()) {
                throw new IllegalStateException("the column ends " + left + " rows early");
            }
            int count = (int) Math.min(left, pages.entries() - next);
            pages.values().skip(vector, present(count));
            next += count;
            nextRow += count;
            left -= count;
        }
    }

    /** How many of the next entries are not null. */
    private int present(int count) {
        if (pages.isFull()) {
            return count;
        }
        int[] levels = pages.definitions();
        int present = 0;
        for (int i = next; i < next + count; i++) {
            present += levels[i] == maxDefinition ? 1 : 0;
        }
        return present;
    }

    /** Reads the entries of the next {@code rows} rows. */
    void read(int rows) throws IOException {
        read(0, rows);
    }

    /**
     * Reads the entries of the next rows.
     *
     * @param firstSlot where they go; nothing is known of the slots before it
     */
    void read(int firstSlot, int rows) throws IOException {
        vector.startAt(firstSlot);
        entries = 0;
        if (maxRepetition == 0) {
            readFlat(rows);
        } else {
            readRepeated(rows);
        }
    }

    private void readFlat(int rows) throws IOException {
        int left = rows;
        while (left > 0) {
            if (!hasEntry()) {
                throw new IllegalStateException("the column ends " + left + " rows early");
            }
            int count = Math.min(left, pages.entries() - next);
            take(count);
            left -= count;
            nextRow += count;
        }
    }

    /** A row ends where the next begins, which is on the next page if the page ends. */
    private void readRepeated(int rows) throws IOException {
        int started = 0;
        while (hasEntry()) {
            int[] levels = pages.repetitions();
            int before = started;
            int to = next;
            while (to < pages.entries() && (levels[to] > 0 || started < rows)) {
                if (levels[to] == 0) {
                    started++;
                }
                to++;
            }
            if (started == 0) {
                throw new IllegalStateException("the column does not begin with a new row");
            }
            boolean isNextRow = to < pages.entries();
            take(to - next);
            nextRow += started - before;
            if (isNextRow) {
                return;
            }
        }
        if (started < rows) {
            throw new IllegalStateException("the column ends " + (rows - started) + " rows early");
        }
    }

    private boolean hasEntry() throws IOException {
        if (next < pages.entries()) {
            return true;
        }
        next = 0;
        if (!pages.advance()) {
            return false;
        }
        if (pages.isChosen()) {
            nextRow = pages.firstRow();
        }
        return true;
    }

    /** Consumes entries of the current page. */
    private void take(int count) {
        boolean[] nulls = vector.reserve(count);
        int first = vector.size();
        if (pages.isFull()) {
            Arrays.fill(nulls, first, first + count, false);
            vector.append(pages.values(), count, count);
        } else {
            takeDefined(count, nulls, first);
        }
        if (keepsLevels) {
            keepLevels(count);
        }
        next += count;
    }

    private void takeDefined(int count, boolean[] nulls, int first) {
        int[] levels = pages.definitions();
        int slot = first;
        int present = 0;
        for (int i = next; i < next + count; i++) {
            int level = levels[i];
            if (level == maxDefinition) {
                nulls[slot++] = false;
                present++;
            } else if (level >= slotDefinition) {
                nulls[slot++] = true;
            }
        }
        vector.append(pages.values(), slot - first, present);
    }

    private void keepLevels(int count) {
        int needed = Math.addExact(entries, count);
        if (needed > definitions.length) {
            int length = ColumnVector.grownLength(definitions.length, needed);
            repetitions = Arrays.copyOf(repetitions, length);
            definitions = Arrays.copyOf(definitions, length);
        }
        keep(pages.repetitions(), maxRepetition, repetitions, count);
        keep(pages.definitions(), maxDefinition, definitions, count);
        entries = needed;
    }

    private void keep(int[] page, int max, int[] target, int count) {
        if (max == 0) {
            Arrays.fill(target, entries, entries + count, 0);
        } else {
            System.arraycopy(page, next, target, entries, count);
        }
    }

    /** Fails unless the column was read to its end in the current row group. */
    void requireEnd() throws IOException {
        if (hasEntry()) {
            throw new IllegalStateException("the column has more entries than the row group has rows");
        }
    }

    /** Where the reader stands, for error messages. */
    @Override
    public String toString() {
        return pages == null ? "column " + String.join(".", column.getPath()) : pages.toString();
    }
}
