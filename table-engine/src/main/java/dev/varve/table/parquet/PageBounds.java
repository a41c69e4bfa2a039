package dev.varve.table.parquet;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.format.ColumnIndex;

/** What is known of the values in each page of one column in one row group: a column index, checked. Immutable. */
final class PageBounds {
    private final List<Boolean> onlyNulls;
    private final List<ByteBuffer> mins;
    private final List<ByteBuffer> maxs;
    private final List<Long> nullCounts;

    PageBounds(ColumnIndex index, int pages) {
        onlyNulls = index.getNull_pages();
        mins = index.getMin_values();
        maxs = index.getMax_values();
        nullCounts = index.isSetNull_counts() ? index.getNull_counts() : null;
        boolean isComplete = onlyNulls.size() == pages
                && mins.size() == pages
                && maxs.size() == pages
                && (nullCounts == null || nullCounts.size() == pages);
        if (!isComplete) {
            throw new IllegalStateException("a column index that does not speak of " + pages + " pages");
        }
    }

    boolean hasOnlyNulls(int page) {
        return onlyNulls.get(page);
    }

    /** Stored form; empty for a page of nulls. */
    Optional<ByteBuffer> min(int page) {
        return hasOnlyNulls(page) ? Optional.empty() : Optional.of(mins.get(page));
    }

    /** Stored form; empty for a page of nulls. */
    Optional<ByteBuffer> max(int page) {
        return hasOnlyNulls(page) ? Optional.empty() : Optional.of(maxs.get(page));
    }

    OptionalLong nullCount(int page) {
        return nullCounts == null ? OptionalLong.empty() : OptionalLong.of(nullCounts.get(page));
    }
}
