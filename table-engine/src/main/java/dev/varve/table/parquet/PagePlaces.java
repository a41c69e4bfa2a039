package dev.varve.table.parquet;

import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;

/** Where the data pages of one column in one row group lie and which rows they hold: an offset index, checked. Immutable. */
final class PagePlaces {
    private final long[] starts;
    private final int[] lengths;
    private final long[] firstRows;
    private final long rowCount;

    /** @param chunk where the whole column lies */
    PagePlaces(OffsetIndex index, RangeReader.Chunk chunk, long rowCount) {
        List<PageLocation> pages = index.getPage_locations();
        this.rowCount = rowCount;
        starts = new long[pages.size()];
        lengths = new int[pages.size()];
        firstRows = new long[pages.size()];
        long end = chunk.start();
        for (int i = 0; i < starts.length; i++) {
            PageLocation page = pages.get(i);
            starts[i] = page.getOffset();
            lengths[i] = page.getCompressed_page_size();
            firstRows[i] = page.getFirst_row_index();
            boolean inOrder = i == 0 ? firstRows[i] == 0 : firstRows[i] > firstRows[i - 1];
            if (!inOrder
                    || firstRows[i] >= rowCount
                    || lengths[i] <= 0
                    || starts[i] < end
                    || starts[i] > chunk.end() - lengths[i]) {
                throw new IllegalStateException("an offset index with a page of " + lengths[i] + " bytes at byte "
                        + starts[i] + " and row " + firstRows[i]);
            }
            end = starts[i] + lengths[i];
        }
        if (starts.length == 0) {
            throw new IllegalStateException("an offset index without pages for " + rowCount + " rows");
        }
    }

    int count() {
        return starts.length;
    }

    /** The page, its header included. */
    RangeReader.Chunk place(int page) {
        return new RangeReader.Chunk(starts[page], lengths[page]);
    }

    long firstRow(int page) {
        return firstRows[page];
    }

    /** The row after the page's last. */
    long endRow(int page) {
        return page + 1 < firstRows.length ? firstRows[page + 1] : rowCount;
    }

    /** The page that holds a row. */
    int pageOf(long row) {
        int found = Arrays.binarySearch(firstRows, row);
        return found >= 0 ? found : -found - 2;
    }
}
