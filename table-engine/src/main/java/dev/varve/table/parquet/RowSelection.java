package dev.varve.table.parquet;

import dev.varve.table.predicate.ColumnBounds;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type.Repetition;

/**
 * Which rows of a row group a predicate may be true of, as far as the bounds of the row group and of its pages tell. The pages
 * of the predicate's columns begin at different rows; between two such beginnings the bounds of every column stay the same, so
 * each of these pieces is asked for by itself.
 *
 * <p>A page's null count says little about a piece of the page: only "no nulls" and "only nulls" are passed on.
 */
final class RowSelection {
    private final Predicate predicate;
    private final MessageType schema;
    private final RowType type;
    private final Map<Integer, BoundDecoder> decoders = new HashMap<>();

    /**
     * @param schema of the file
     * @param type columns that are read, which the predicate names by position
     */
    RowSelection(Predicate predicate, MessageType schema, RowType type) {
        this.predicate = predicate;
        this.schema = schema;
        this.type = type;
        predicate.columns().stream().filter(this::isStoredAsOneColumn).forEach(position -> {
            var stored = schema.getType(type.field(position).name()).asPrimitiveType();
            BoundDecoder.of(stored, type.type(position)).ifPresent(decoder -> decoders.put(position, decoder));
        });
    }

    private boolean isStoredAsOneColumn(int position) {
        String name = type.field(position).name();
        return schema.containsField(name)
                && schema.getType(name).isPrimitive()
                && !schema.getType(name).isRepetition(Repetition.REPEATED);
    }

    /** Paths of the columns whose bounds are asked for. */
    List<List<String>> columns() {
        return predicate.columns().stream()
                .filter(this::isStoredAsOneColumn)
                .mapToObj(this::path)
                .toList();
    }

    private List<String> path(int position) {
        return List.of(type.field(position).name());
    }

    /** Whether the row group may hold a row of which the predicate is true. */
    boolean mayMatch(Footer.Block block) {
        return predicate.mayMatch(new BlockBounds(block), block.rowCount());
    }

    /** The rows of which the predicate may be true, in order; ranges do not touch. */
    List<RowRange> select(Footer.Block block, PageIndexes indexes) throws IOException {
        Map<Integer, Pages> pages = new HashMap<>();
        TreeSet<Long> beginnings = new TreeSet<>();
        for (int position : predicate.columns().stream().toArray()) {
            Optional<PageBounds> bounds =
                    isStoredAsOneColumn(position) ? indexes.bounds(path(position)) : Optional.empty();
            if (bounds.isPresent()) {
                PagePlaces places = indexes.places(path(position)).orElseThrow();
                pages.put(position, new Pages(places, bounds.get()));
                for (int page = 0; page < places.count(); page++) {
                    beginnings.add(places.firstRow(page));
                }
            }
        }
        if (pages.isEmpty()) {
            return List.of(new RowRange(0, block.rowCount()));
        }
        return select(block, pages, beginnings);
    }

    private List<RowRange> select(Footer.Block block, Map<Integer, Pages> pages, TreeSet<Long> beginnings) {
        List<RowRange> selected = new ArrayList<>();
        PieceBounds bounds = new PieceBounds(block, pages);
        long from = -1;
        for (long beginning : beginnings) {
            Long next = beginnings.higher(beginning);
            long end = next == null ? block.rowCount() : next;
            bounds.moveTo(beginning, end);
            boolean isWanted = predicate.mayMatch(bounds, end - beginning);
            if (isWanted && from < 0) {
                from = beginning;
            } else if (!isWanted && from >= 0) {
                selected.add(new RowRange(from, beginning));
                from = -1;
            }
        }
        if (from >= 0) {
            selected.add(new RowRange(from, block.rowCount()));
        }
        return selected;
    }

    /** The pages of one column. */
    private record Pages(PagePlaces places, PageBounds bounds) {}

    /** What a row group's statistics say. */
    private class BlockBounds implements ColumnBounds {
        final Footer.Block block;

        BlockBounds(Footer.Block block) {
            this.block = block;
        }

        private Optional<Statistics> statistics(int position) {
            Footer.Column column =
                    isStoredAsOneColumn(position) ? block.columns().get(path(position)) : null;
            return column == null
                    ? Optional.empty()
                    : Optional.ofNullable(column.metadata().getStatistics());
        }

        @Override
        public Optional<Object> min(int column) {
            return decoder(column)
                    .flatMap(decoder -> statistics(column)
                            .filter(Statistics::isSetMin_value)
                            .flatMap(statistics -> decoder.min(ByteBuffer.wrap(statistics.getMin_value()))));
        }

        @Override
        public Optional<Object> max(int column) {
            return decoder(column)
                    .flatMap(decoder -> statistics(column)
                            .filter(Statistics::isSetMax_value)
                            .flatMap(statistics -> decoder.max(ByteBuffer.wrap(statistics.getMax_value()))));
        }

        final Optional<BoundDecoder> decoder(int column) {
            return block.hasOrders() ? Optional.ofNullable(decoders.get(column)) : Optional.empty();
        }

        @Override
        public OptionalLong nullCount(int column) {
            if (!schema.containsField(type.field(column).name())) {
                return OptionalLong.of(block.rowCount());
            }
            return statistics(column)
                    .filter(Statistics::isSetNull_count)
                    .map(statistics -> OptionalLong.of(statistics.getNull_count()))
                    .orElse(OptionalLong.empty());
        }
    }

    /** What is known of some rows that lie on one page of each column. */
    private final class PieceBounds extends BlockBounds {
        private final Map<Integer, Pages> pages;
        private long from;
        private long to;

        PieceBounds(Footer.Block block, Map<Integer, Pages> pages) {
            super(block);
            this.pages = pages;
        }

        void moveTo(long newFrom, long newTo) {
            from = newFrom;
            to = newTo;
        }

        @Override
        public Optional<Object> min(int column) {
            Pages ofColumn = pages.get(column);
            if (ofColumn == null) {
                return super.min(column);
            }
            return decoder(column)
                    .flatMap(decoder -> ofColumn.bounds()
                            .min(ofColumn.places().pageOf(from))
                            .flatMap(decoder::min));
        }

        @Override
        public Optional<Object> max(int column) {
            Pages ofColumn = pages.get(column);
            if (ofColumn == null) {
                return super.max(column);
            }
            return decoder(column)
                    .flatMap(decoder -> ofColumn.bounds()
                            .max(ofColumn.places().pageOf(from))
                            .flatMap(decoder::max));
        }

        @Override
        public OptionalLong nullCount(int column) {
            Pages ofColumn = pages.get(column);
            long wholeRows = block.rowCount();
            OptionalLong nulls = super.nullCount(column);
            if (ofColumn != null) {
                int page = ofColumn.places().pageOf(from);
                wholeRows = ofColumn.places().endRow(page) - ofColumn.places().firstRow(page);
                nulls = ofColumn.bounds().hasOnlyNulls(page)
                        ? OptionalLong.of(wholeRows)
                        : ofColumn.bounds().nullCount(page);
            }
            if (nulls.isEmpty() || nulls.getAsLong() == 0) {
                return nulls;
            }
            return nulls.getAsLong() == wholeRows ? OptionalLong.of(to - from) : OptionalLong.empty();
        }
    }
}
