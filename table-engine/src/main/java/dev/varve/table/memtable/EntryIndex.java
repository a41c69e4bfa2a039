package dev.varve.table.memtable;

import java.util.Arrays;

/**
 * The sort index of one MemTable: pairs of key prefix and address in one {@code long[]}. Sorted in place by prefix, then by a
 * given tie-break; remembers whether entries came in order anyway, as they do for ascending keys, and then does nothing.
 *
 * <p>Introsort: quicksort around the median of three, insertion sort for short ranges, heapsort where the recursion degenerates;
 * so it needs no memory beside the entries, and n log n comparisons in the worst case. Entries are never equal, hence it need not
 * be stable. Confined to one thread.
 */
final class EntryIndex {
    /** Bytes of one entry. */
    static final int ENTRY_BYTES = 16;

    private static final int FIRST_ENTRIES = 8;

    /** Bytes of an index with one entry. */
    static final int LEAST_BYTES = FIRST_ENTRIES * ENTRY_BYTES;

    private static final int INSERTION_SORT_ENTRIES = 16;
    private static final long[] NO_ENTRIES = new long[0];

    private final MemoryBudget budget;
    private long[] entries = NO_ENTRIES;
    private int count;
    private boolean sorted = true;

    /** Compares two entries whose prefixes are equal, by their addresses; never 0 for two different ones. */
    interface TieBreak {
        int compare(long leftAddress, long rightAddress);
    }

    EntryIndex(MemoryBudget budget) {
        this.budget = budget;
    }

    int count() {
        return count;
    }

    long bytes() {
        return (long) entries.length * Long.BYTES;
    }

    long prefix(int entry) {
        return entries[2 * entry];
    }

    long address(int entry) {
        return entries[2 * entry + 1];
    }

    /** Makes room for one more entry; false if the budget has none. */
    boolean tryGrow() {
        if (2 * count < entries.length) {
            return true;
        }
        // Half as much again: while the entries are copied, both arrays exist and both count.
        long newEntries = Math.max(FIRST_ENTRIES, count + (long) (count >> 1));
        if (2 * newEntries > Integer.MAX_VALUE - 8 || !budget.tryReserve(newEntries * ENTRY_BYTES)) {
            return false;
        }
        long released = bytes();
        entries = Arrays.copyOf(entries, (int) (2 * newEntries));
        budget.release(released);
        return true;
    }

    /**
     * Appends an entry; there is room.
     *
     * @param equalIsOrdered whether an entry with the same prefix as the one before it is in order behind it
     */
    void append(long prefix, long address, boolean equalIsOrdered) {
        if (sorted && count > 0) {
            long last = prefix(count - 1);
            sorted = last < prefix || (equalIsOrdered && last == prefix);
        }
        entries[2 * count] = prefix;
        entries[2 * count + 1] = address;
        count++;
    }

    /** Forgets all entries and gives the memory back. */
    void clear() {
        budget.release(bytes());
        entries = NO_ENTRIES;
        count = 0;
        sorted = true;
    }

    void sort(TieBreak tieBreak) {
        if (!sorted) {
            int depth = 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(count));
            quicksort(0, count, depth, tieBreak);
            sorted = true;
        }
        assert isSorted(tieBreak) : "the index of " + count + " entries is not sorted";
    }

    private boolean isSorted(TieBreak tieBreak) {
        for (int i = 1; i < count; i++) {
            if (!less(i - 1, i, tieBreak)) {
                return false;
            }
        }
        return true;
    }

    private void quicksort(int from, int to, int depth, TieBreak tieBreak) {
        int low = from;
        int high = to;
        int depthLeft = depth;
        while (high - low > INSERTION_SORT_ENTRIES) {
            if (depthLeft-- == 0) {
                heapsort(low, high, tieBreak);
                return;
            }
            int split = partition(low, high, tieBreak);
            if (split - low < high - split) {
                quicksort(low, split, depthLeft, tieBreak);
                low = split + 1;
            } else {
                quicksort(split + 1, high, depthLeft, tieBreak);
                high = split;
            }
        }
        insertionSort(low, high, tieBreak);
    }

    /** Moves the median of three to its final place, smaller entries before it, larger ones behind it. */
    private int partition(int from, int to, TieBreak tieBreak) {
        int middle = (from + to) >>> 1;
        int last = to - 1;
        order(from, middle, tieBreak);
        order(middle, last, tieBreak);
        order(from, middle, tieBreak);
        swap(middle, last - 1);
        long pivotPrefix = prefix(last - 1);
        long pivotAddress = address(last - 1);
        int left = from;
        int right = last - 1;
        while (true) {
            // The ends stop both walks: the smallest of the three is at from, the pivot itself at last - 1.
            do {
                left++;
            } while (less(prefix(left), address(left), pivotPrefix, pivotAddress, tieBreak));
            do {
                right--;
            } while (less(pivotPrefix, pivotAddress, prefix(right), address(right), tieBreak));
            if (left >= right) {
                break;
            }
            swap(left, right);
        }
        swap(left, last - 1);
        return left;
    }

    private void order(int left, int right, TieBreak tieBreak) {
        if (less(right, left, tieBreak)) {
            swap(left, right);
        }
    }

    private void insertionSort(int from, int to, TieBreak tieBreak) {
        for (int i = from + 1; i < to; i++) {
            long prefix = prefix(i);
            long address = address(i);
            int hole = i;
            while (hole > from && less(prefix, address, prefix(hole - 1), address(hole - 1), tieBreak)) {
                move(hole - 1, hole);
                hole--;
            }
            entries[2 * hole] = prefix;
            entries[2 * hole + 1] = address;
        }
    }

    private void heapsort(int from, int to, TieBreak tieBreak) {
        int size = to - from;
        for (int root = size / 2 - 1; root >= 0; root--) {
            sink(from, root, size, tieBreak);
        }
        for (int end = size - 1; end > 0; end--) {
            swap(from, from + end);
            sink(from, 0, end, tieBreak);
        }
    }

    private void sink(int from, int root, int size, TieBreak tieBreak) {
        int parent = root;
        while (2 * parent + 1 < size) {
            int child = 2 * parent + 1;
            if (child + 1 < size && less(from + child, from + child + 1, tieBreak)) {
                child++;
            }
            if (!less(from + parent, from + child, tieBreak)) {
                return;
            }
            swap(from + parent, from + child);
            parent = child;
        }
    }

    private boolean less(int left, int right, TieBreak tieBreak) {
        return less(prefix(left), address(left), prefix(right), address(right), tieBreak);
    }

    private static boolean less(
            long leftPrefix, long leftAddress, long rightPrefix, long rightAddress, TieBreak tieBreak) {
        if (leftPrefix != rightPrefix) {
            return leftPrefix < rightPrefix;
        }
        return leftAddress != rightAddress && tieBreak.compare(leftAddress, rightAddress) < 0;
    }

    private void move(int from, int to) {
        entries[2 * to] = entries[2 * from];
        entries[2 * to + 1] = entries[2 * from + 1];
    }

    private void swap(int left, int right) {
        long prefix = entries[2 * left];
        long address = entries[2 * left + 1];
        move(right, left);
        entries[2 * right] = prefix;
        entries[2 * right + 1] = address;
    }
}
