package dev.varve.table.index;

import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.BloomColumn;
import dev.varve.table.row.Row;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the Bloom filters of one data file while it is written. Every row counts, retractions too: their keys and values are
 * in the file. Confined to one thread.
 */
public final class FileIndexWriter {
    private final List<Column> columns;

    private record Column(String name, int position, ColumnHash hash, BloomFilter filter) {}

    /**
     * @param type columns of the rows
     * @param wanted at least one
     */
    public FileIndexWriter(RowType type, List<BloomColumn> wanted) {
        Check.argument(!wanted.isEmpty(), "an index of no columns");
        columns = wanted.stream().map(column -> column(type, column)).toList();
    }

    /**
     * Checks that these columns can have Bloom filters.
     *
     * @throws InvalidInputException naming the column and its type, or the size
     */
    public static void requirePossible(RowType type, List<BloomColumn> wanted) {
        for (BloomColumn column : wanted) {
            int position = type.indexOf(column.column());
            if (position < 0) {
                throw new InvalidInputException("option 'file-index.bloom-filter.columns' names column '"
                        + column.column() + "', which is not in the table; it has " + type.names());
            }
            ColumnHash.of(column.column(), type.type(position));
            if (!BloomFilter.isPossible(column.items(), column.falsePositiveRate())) {
                throw new InvalidInputException("a Bloom filter of " + column.items() + " items with a false positive"
                        + " rate of " + column.falsePositiveRate() + " on column '" + column.column()
                        + "' is too large; lower 'file-index.bloom-filter." + column.column() + ".items'");
            }
        }
    }

    private static Column column(RowType type, BloomColumn wanted) {
        int position = type.indexOf(wanted.column());
        Check.argument(position >= 0, "no column %s in %s", wanted.column(), type);
        return new Column(
                wanted.column(),
                position,
                ColumnHash.of(wanted.column(), type.type(position)),
                BloomFilter.sized(wanted.items(), wanted.falsePositiveRate()));
    }

    /** Adds a row; nulls are in no filter. */
    public void add(Row row) {
        for (Column column : columns) {
            if (!row.isNull(column.position())) {
                column.filter().add(column.hash().of(row, column.position()));
            }
        }
    }

    /** The container with all filters, see {@link IndexContainer}. */
    public byte[] finish() {
        var indexes = new ArrayList<IndexContainer.Index>(columns.size());
        for (Column column : columns) {
            indexes.add(new IndexContainer.Index(
                    column.name(), FileIndex.BLOOM_FILTER, column.filter().toBytes()));
        }
        return IndexContainer.format(indexes);
    }
}
