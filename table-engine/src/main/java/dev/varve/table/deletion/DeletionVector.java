package dev.varve.table.deletion;

import dev.varve.table.error.Check;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * Rows of one data file that are deleted, by their numbers in the file: a compressed bitmap for each range of 2^32 rows, of which
 * there is one in any file that can be written. Immutable, safe for use by several threads.
 */
public final class DeletionVector {
    /** No row is deleted. */
    public static final DeletionVector NONE = new DeletionVector(new int[0], new RoaringBitmap[0]);

    /** What an object needs beside its bitmaps. */
    private static final long OBJECT_BYTES = 64;

    private final int[] highs;
    private final RoaringBitmap[] bitmaps;
    private final long cardinality;

    /** @param bitmaps none is empty or changed any more; ascending by {@code highs} */
    private DeletionVector(int[] highs, RoaringBitmap[] bitmaps) {
        this.highs = highs;
        this.bitmaps = bitmaps;
        long count = 0;
        for (RoaringBitmap bitmap : bitmaps) {
            count += bitmap.getLongCardinality();
        }
        this.cardinality = count;
    }

    /** @param bitmaps by the upper 32 bits of the row numbers; not changed any more */
    static DeletionVector of(SortedMap<Integer, RoaringBitmap> bitmaps) {
        SortedMap<Integer, RoaringBitmap> filled = new TreeMap<>();
        bitmaps.forEach((high, bitmap) -> {
            if (!bitmap.isEmpty()) {
                filled.put(high, bitmap);
            }
        });
        return filled.isEmpty()
                ? NONE
                : new DeletionVector(
                        filled.keySet().stream().mapToInt(Integer::intValue).toArray(),
                        filled.values().toArray(RoaringBitmap[]::new));
    }

    /** The vector with these row numbers, each 0 or more. */
    public static DeletionVector of(long... positions) {
        Builder builder = new Builder(NONE);
        for (long position : positions) {
            builder.add(position);
        }
        return builder.build();
    }

    /** The bitmaps by the upper 32 bits of their row numbers, not to be changed. */
    SortedMap<Integer, RoaringBitmap> bitmaps() {
        SortedMap<Integer, RoaringBitmap> found = new TreeMap<>();
        for (int i = 0; i < highs.length; i++) {
            found.put(highs[i], bitmaps[i]);
        }
        return found;
    }

    public boolean isEmpty() {
        return cardinality == 0;
    }

    /** Number of deleted rows. */
    public long cardinality() {
        return cardinality;
    }

    /** The largest number of a deleted row; -1 if there is none. */
    public long last() {
        if (isEmpty()) {
            return -1;
        }
        int i = bitmaps.length - 1;
        return position(highs[i], bitmaps[i].last());
    }

    /** Whether a row is deleted. Whoever goes through a file in order asks a {@link #cursor} instead. */
    public boolean contains(long position) {
        int i = Arrays.binarySearch(highs, (int) (position >>> 32));
        return i >= 0 && bitmaps[i].contains((int) position);
    }

    /** About how much memory it takes. */
    public long sizeBytes() {
        long size = OBJECT_BYTES;
        for (RoaringBitmap bitmap : bitmaps) {
            size += bitmap.getLongSizeInBytes();
        }
        return size;
    }

    /** Goes through the deleted rows together with a reader of the file. */
    public Cursor cursor() {
        return new Cursor();
    }

    private static long position(int high, int low) {
        return (long) high << 32 | Integer.toUnsignedLong(low);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DeletionVector vector
                && Arrays.equals(highs, vector.highs)
                && Arrays.equals(bitmaps, vector.bitmaps);
    }

    @Override
    public int hashCode() {
        return Objects.hash(cardinality, Arrays.hashCode(highs));
    }

    /** The number of rows and the first of them: {@code 3 rows from 17 on}. */
    @Override
    public String toString() {
        return isEmpty() ? "no rows" : cardinality + " rows from " + position(highs[0], bitmaps[0].first()) + " on";
    }

    /** Asked for row after row in ascending order, it compares two numbers a row. Confined to one thread. */
    public final class Cursor {
        private int next;
        private PeekableIntIterator positions;
        private long deleted = -1;

        private Cursor() {}

        /**
         * Whether a row is deleted.
         *
         * @param position greater than the one before
         */
        public boolean isDeleted(long position) {
            while (deleted < position) {
                moveTo(position);
            }
            return deleted == position;
        }

        /** Goes on to the next deleted row, or farther, but not over {@code position}. */
        private void moveTo(long position) {
            if (positions == null || !positions.hasNext()) {
                if (next == highs.length) {
                    deleted = Long.MAX_VALUE;
                    return;
                }
                positions = bitmaps[next++].getIntIterator();
            }
            int high = highs[next - 1];
            int wanted = (int) (position >>> 32);
            if (high < wanted) {
                positions = null;
                return;
            }
            if (high == wanted) {
                positions.advanceIfNeeded((int) position);
            }
            if (positions.hasNext()) {
                deleted = position(high, positions.next());
            }
        }
    }

    /** Adds rows to a vector. Confined to one thread, used up by {@link #build}. */
    public static final class Builder {
        private final SortedMap<Integer, RoaringBitmap> bitmaps = new TreeMap<>();

        /** Begins with the rows of a vector, which does not change. */
        public Builder(DeletionVector start) {
            for (Map.Entry<Integer, RoaringBitmap> entry : start.bitmaps().entrySet()) {
                bitmaps.put(entry.getKey(), entry.getValue().clone());
            }
        }

        /**
         * Deletes a row.
         *
         * @param position 0 or more
         * @return false if it is deleted already
         */
        public boolean add(long position) {
            Check.argument(position >= 0, "row number %s", position);
            return bitmaps.computeIfAbsent((int) (position >>> 32), high -> new RoaringBitmap())
                    .checkedAdd((int) position);
        }

        /** The rows begun with and those added. */
        public DeletionVector build() {
            bitmaps.values().forEach(RoaringBitmap::runOptimize);
            return of(bitmaps);
        }
    }
}
