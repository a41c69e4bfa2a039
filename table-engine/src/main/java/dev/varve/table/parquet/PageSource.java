package dev.varve.table.parquet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Where the pages of one column in one row group come from: all of them from one stretch of bytes, or chosen ones from several,
 * after the dictionary if there is one. Confined to one thread.
 */
final class PageSource {
    private final Deque<ChunkInput> inputs;

    /** Null if all pages are read. */
    private final PagePlaces places;

    /** Chosen pages in order. */
    private final int[] chosen;

    private int read;

    private PageSource(Deque<ChunkInput> inputs, PagePlaces places, int[] chosen) {
        this.inputs = inputs;
        this.places = places;
        this.chosen = chosen;
    }

    /** All pages. */
    static PageSource all(ChunkInput chunk) {
        return new PageSource(new ArrayDeque<>(List.of(chunk)), null, new int[0]);
    }

    /**
     * Chosen pages.
     *
     * @param inputs what lies at {@link #stretches}
     */
    static PageSource of(List<ChunkInput> inputs, PagePlaces places, int[] chosen) {
        return new PageSource(new ArrayDeque<>(inputs), places, chosen);
    }

    /** The pages that hold some rows. */
    static int[] pagesOf(PagePlaces places, List<RowRange> rows) {
        List<Integer> pages = new ArrayList<>();
        int next = 0;
        for (RowRange range : rows) {
            int last = places.pageOf(range.to() - 1);
            for (int page = Math.max(next, places.pageOf(range.from())); page <= last; page++) {
                pages.add(page);
            }
            next = last + 1;
        }
        return pages.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Where the bytes of chosen pages lie, neighbours together.
     *
     * @param from where the column begins; what lies between there and its first data page is the dictionary
     */
    static List<RangeReader.Chunk> stretches(long from, PagePlaces places, int[] chosen) {
        List<RangeReader.Chunk> stretches = new ArrayList<>();
        long firstPage = places.place(0).start();
        long start = from;
        long end = firstPage;
        for (int page : chosen) {
            RangeReader.Chunk place = places.place(page);
            if (place.start() != end) {
                stretches.add(new RangeReader.Chunk(start, end - start));
                start = place.start();
            }
            end = place.end();
        }
        stretches.add(new RangeReader.Chunk(start, end - start));
        stretches.removeIf(stretch -> stretch.length() == 0);
        return stretches;
    }

    /** Whether there may be another page. */
    boolean hasNext() {
        while (inputs.size() > 1 && inputs.peek().remaining() == 0) {
            inputs.poll();
        }
        return places == null || inputs.peek().remaining() > 0;
    }

    /** What the next page is read from. */
    ChunkInput next() {
        return inputs.peek();
    }

    /** The number of the next data page. */
    int pageAfter(int page) {
        if (places == null) {
            return page + 1;
        }
        if (read == chosen.length) {
            throw new IllegalStateException("a data page where the offset index has none");
        }
        return chosen[read++];
    }

    /** First row of a page; only if pages are chosen. */
    long firstRow(int page) {
        return places.firstRow(page);
    }

    long endRow(int page) {
        return places.endRow(page);
    }

    boolean isChosen() {
        return places != null;
    }
}
