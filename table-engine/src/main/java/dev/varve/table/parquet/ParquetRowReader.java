package dev.varve.table.parquet;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.TableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.format.ReadSettings;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import dev.varve.table.parquet.DictionaryValues.Dictionary;
import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.Row;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.ColumnMetaData;

/**
 * Reads rows batch by batch: each column is decoded for some hundred rows at once into arrays ({@link ColumnVector}), over which
 * a single row object moves. Under a condition, pages that cannot hold a wanted row are not read, of the others the columns that
 * the condition looks at are decoded first, and the rest only where a row is wanted.
 *
 * <p>Damaged bytes can make any step of decoding fail in any way. All such failures are caught in one place, {@link #damage},
 * and become a {@link CorruptTableException} with the file and the place; sizes are checked before memory is taken for them.
 * Confined to one thread.
 */
final class ParquetRowReader implements RowFileReader {
    private static final int BATCH_ROWS = 1024;

    /** Entries that one column may have in a batch, and decoded bytes that a batch may have, on average. */
    private static final int BATCH_ENTRIES = 8192;

    private static final int BATCH_BYTES = 4 << 20;

    private final Location file;
    private final RangeReader bytes;
    private final PageDecompressor decompressor = new PageDecompressor();
    private final Footer footer;
    private final ReadPlan plan;
    private final VectorRow row;

    private final MetadataCache cache;
    private final ReadStatistics statistics;
    private final boolean keepsPages;
    private final Predicate predicate;
    private final RowSelection selection;

    private int nextBlock;

    /** Rows of the current row group that are still to be read. */
    private final Deque<RowRange> ranges = new ArrayDeque<>();

    private boolean isWholeBlock;

    /** The row of the row group that is read next. */
    private long nextRow;

    private long rowsLeftInRange;
    private int batchRows;

    /** Columns that decide whether a row is wanted; they are decoded first, the others only for batches with wanted rows. */
    private final Part deciding;

    private final Part remaining;

    /** Rows of the batch that are wanted, by their slots; null if all are. */
    private int[] wantedSlots;

    private int wantedCount;
    private int nextWanted;

    /** Position in the file of the batch's first row, and of the current row. */
    private long batchStart;

    private long position = -1;

    /**
     * Some of the columns that are read.
     *
     * @param isFlat whether every column has one slot a row
     */
    private record Part(List<LeafReader> leaves, List<ColumnVector> columns, boolean isFlat) {}

    /** The column being decoded, for error messages. */
    private LeafReader current;

    ParquetRowReader(SeekableInput input, Location file, long fileBytes, RowType type, ReadSettings settings) {
        this.file = file;
        this.cache = settings.cache();
        this.statistics = settings.statistics();
        this.keepsPages = settings.keepsPages();
        bytes = new RangeReader(input, file, fileBytes);
        try {
            footer = cache.get(file, Footer.class, () -> {
                Footer read = Footer.read(bytes);
                return new MetadataCache.Sized<>(read, read.memoryBytes());
            });
            plan = new ReadPlan(footer.schema(), type);
            predicate = settings.predicate();
            selection = predicate == Constant.TRUE ? null : new RowSelection(predicate, footer.schema(), type);
            deciding = part(true);
            remaining = part(false);
        } catch (IOException | RuntimeException e) {
            throw damage(e);
        }
        row = new VectorRow(plan.columns());
    }

    /** @param isDeciding whether the columns are to be those that the predicate looks at, or the others */
    private Part part(boolean isDeciding) {
        var leaves = new ArrayList<LeafReader>();
        var columns = new ArrayList<ColumnVector>();
        for (int i = 0; i < plan.columns().length; i++) {
            if (predicate.columns().get(i) == isDeciding) {
                leaves.addAll(plan.leaves(i));
                columns.add(plan.columns()[i]);
            }
        }
        boolean isFlat = columns.stream()
                .allMatch(column -> column instanceof LeafVector || column instanceof ColumnVector.Missing);
        return new Part(leaves, columns, isFlat);
    }

    @Override
    public boolean advance() {
        if (nextWanted >= wantedCount && !readBatch()) {
            return false;
        }
        int slot = wantedSlots == null ? nextWanted : wantedSlots[nextWanted];
        nextWanted++;
        row.moveTo(slot);
        position = batchStart + slot;
        return true;
    }

    @Override
    public Row row() {
        return row;
    }

    @Override
    public long position() {
        return position;
    }

    private boolean readBatch() {
        nextWanted = 0;
        wantedCount = 0;
        try {
            while (wantedCount == 0) {
                while (rowsLeftInRange == 0) {
                    if (!nextRange()) {
                        return false;
                    }
                }
                readRows((int) Math.min(rowsLeftInRange, batchRows));
            }
            return true;
        } catch (IOException | RuntimeException e) {
            throw damage(e);
        }
    }

    private void readRows(int rows) throws IOException {
        long from = nextRow;
        read(deciding, from, 0, rows);
        choose(rows);
        int first = 0;
        int end = wantedCount == 0 ? 0 : rows;
        if (wantedSlots != null && wantedCount > 0 && remaining.isFlat()) {
            first = wantedSlots[0];
            end = wantedSlots[wantedCount - 1] + 1;
        }
        if (end > 0) {
            read(remaining, from, first, end);
        }
        batchStart = footer.blocks().get(nextBlock - 1).firstRow() + from;
        nextRow += rows;
        rowsLeftInRange -= rows;
        if (rowsLeftInRange == 0 && isWholeBlock) {
            requireEnd(deciding);
            if (end == rows) {
                requireEnd(remaining);
            }
        }
    }

    /**
     * Reads some rows of the batch.
     *
     * @param from row of the row group with which the batch begins
     * @param first slot of the first row that is read; 0 if columns have more or fewer slots than rows
     * @param end the slot after the last
     */
    private void read(Part part, long from, int first, int end) throws IOException {
        for (LeafReader leaf : part.leaves()) {
            current = leaf;
            leaf.moveTo(from + first);
            leaf.read(first, end - first);
        }
        current = null;
        for (ColumnVector column : part.columns()) {
            column.assemble();
            GroupVector.requireSize(column, end);
        }
    }

    /** Finds the rows of the batch that are wanted. */
    private void choose(int rows) {
        if (selection == null) {
            wantedCount = rows;
            return;
        }
        if (wantedSlots == null || wantedSlots.length < rows) {
            wantedSlots = new int[rows];
        }
        for (int slot = 0; slot < rows; slot++) {
            if (predicate.test(row.moveTo(slot))) {
                wantedSlots[wantedCount++] = slot;
            }
        }
    }

    /** Goes to the next rows that are wanted; false at the end of the file. */
    private boolean nextRange() throws IOException {
        while (ranges.isEmpty()) {
            if (nextBlock == footer.blocks().size()) {
                return false;
            }
            openBlock(footer.blocks().get(nextBlock++));
        }
        RowRange range = ranges.poll();
        nextRow = range.from();
        rowsLeftInRange = range.rows();
        return true;
    }

    private void openBlock(Footer.Block block) throws IOException {
        var metadata = new ArrayList<ColumnMetaData>(plan.leaves().size());
        for (LeafReader leaf : plan.leaves()) {
            current = leaf;
            metadata.add(metadata(block, leaf));
        }
        current = null;
        if (block.rowCount() == 0) {
            return;
        }
        if (selection != null && !selection.mayMatch(block)) {
            statistics.rowGroupSkipped();
            return;
        }
        batchRows = batchRows(block, metadata);
        if (selection == null || !openPages(block)) {
            openWhole(block, metadata);
        }
    }

    private void openWhole(Footer.Block block, List<ColumnMetaData> metadata) {
        statistics.rowGroupRead();
        statistics.columnsRead(plan.leaves().size());
        isWholeBlock = true;
        ranges.add(new RowRange(0, block.rowCount()));
        List<ChunkInput> inputs =
                bytes.open(metadata.stream().map(Footer::place).toList());
        for (int i = 0; i < inputs.size(); i++) {
            LeafReader leaf = plan.leaves().get(i);
            leaf.open(pages(leaf, metadata.get(i), PageSource.all(inputs.get(i))));
        }
    }

    /** Opens the pages that are wanted; false if it must be, or may as well be, all of them. */
    private boolean openPages(Footer.Block block) throws IOException {
        var wanted = new HashSet<>(selection.columns());
        plan.leaves().forEach(leaf -> wanted.add(path(leaf)));
        PageIndexes indexes = new PageIndexes(file, bytes, cache, block, wanted);
        List<RowRange> selected = selection.select(block, indexes);
        if (selected.isEmpty()) {
            statistics.rowGroupSkipped();
            return true;
        }
        if (selected.get(0).rows() == block.rowCount()) {
            return false;
        }
        var places = new ArrayList<PagePlaces>();
        for (LeafReader leaf : plan.leaves()) {
            Optional<PagePlaces> found = indexes.places(path(leaf));
            if (found.isEmpty()) {
                return false;
            }
            places.add(found.get());
        }
        statistics.rowGroupRead();
        statistics.columnsRead(plan.leaves().size());
        isWholeBlock = false;
        ranges.addAll(selected);
        openPages(block, places, selected);
        return true;
    }

    private void openPages(Footer.Block block, List<PagePlaces> places, List<RowRange> rows) {
        var wanted = new ArrayList<ChosenPages>();
        for (int i = 0; i < places.size(); i++) {
            LeafReader leaf = plan.leaves().get(i);
            int[] chosen = PageSource.pagesOf(places.get(i), rows);
            wanted.add(new ChosenPages(block, leaf, metadata(block, leaf), places.get(i), chosen));
        }
        Iterator<ChunkInput> inputs = bytes.open(wanted.stream()
                        .flatMap(column -> column.stretches.stream())
                        .toList())
                .iterator();
        wanted.forEach(column -> column.open(inputs));
    }

    /** The wanted pages of one column in a row group: what is cached of them, and where the rest is. */
    private final class ChosenPages {
        private final int block;
        private final LeafReader leaf;
        private final ColumnMetaData metadata;
        private final PagePlaces places;
        private final int[] chosen;
        private final Optional<Dictionary> dictionary;

        /** All chosen pages, or none of them. */
        private final List<KnownPage> known;

        private final List<RangeReader.Chunk> stretches;

        ChosenPages(Footer.Block block, LeafReader leaf, ColumnMetaData metadata, PagePlaces places, int[] chosen) {
            this.block = block.number();
            this.leaf = leaf;
            this.metadata = metadata;
            this.places = places;
            this.chosen = chosen;
            dictionary = cache.find(file, dictionaryPart());
            known = keepsPages ? findPages() : List.of();
            long start = dictionary.isPresent()
                    ? places.place(0).start()
                    : Footer.place(metadata).start();
            stretches = known.isEmpty() ? PageSource.stretches(start, places, chosen) : List.of();
        }

        private List<KnownPage> findPages() {
            List<KnownPage> found = new ArrayList<>(chosen.length);
            for (int page : chosen) {
                Optional<KnownPage> cached = cache.find(file, new PagePart(block, path(leaf), page));
                if (cached.isEmpty() || (cached.get().usesDictionary() && dictionary.isEmpty())) {
                    return List.of();
                }
                found.add(cached.get());
            }
            return found;
        }

        private DictionaryPart dictionaryPart() {
            return new DictionaryPart(block, path(leaf));
        }

        /** @param inputs what lies at the stretches, then those of other columns */
        void open(Iterator<ChunkInput> inputs) {
            List<ChunkInput> ofColumn = new ArrayList<>();
            stretches.forEach(stretch -> ofColumn.add(inputs.next()));
            PageReader reader = pages(leaf, metadata, PageSource.of(ofColumn, places, chosen))
                    .withDictionary(dictionary.orElse(null), read -> keep(dictionaryPart(), read, read.memoryBytes()));
            if (!known.isEmpty()) {
                reader.withPages(known);
            } else if (keepsPages) {
                reader.keepingPages(
                        (page, number) -> keep(new PagePart(block, path(leaf), number), page, page.memoryBytes()));
            }
            leaf.open(reader);
        }

        /** Single pages are often followed by others of the same column, and by other rows of the same page. */
        private <T> void keep(Object part, T content, long memoryBytes) {
            cache.put(file, part, new MetadataCache.Sized<>(content, memoryBytes));
        }
    }

    /** Names a dictionary in the cache. */
    private record DictionaryPart(int block, List<String> column) {}

    /** Names a page in the cache. */
    private record PagePart(int block, List<String> column, int page) {}

    private PageReader pages(LeafReader leaf, ColumnMetaData metadata, PageSource source) {
        return new PageReader(leaf.column(), metadata, source, decompressor, statistics);
    }

    private static List<String> path(LeafReader leaf) {
        return List.of(leaf.column().getPath());
    }

    private static ColumnMetaData metadata(Footer.Block block, LeafReader leaf) {
        Footer.Column column = block.columns().get(path(leaf));
        if (column == null) {
            throw new IllegalStateException("the row group has no such column");
        }
        ColumnMetaData metadata = column.metadata();
        long entries = metadata.getNum_values();
        boolean isPlausible = leaf.isRepeated() ? entries >= block.rowCount() : entries == block.rowCount();
        if (!isPlausible) {
            throw new IllegalStateException(
                    "the column has " + entries + " entries in a row group of " + block.rowCount() + " rows");
        }
        return metadata;
    }

    /** As many rows as keep a batch small enough if all rows are about equal. */
    private static int batchRows(Footer.Block block, List<ColumnMetaData> metadata) {
        long rows = Math.max(1, block.rowCount());
        long bytes = 0;
        long entries = 1;
        for (ColumnMetaData column : metadata) {
            bytes += Math.max(0, column.getTotal_uncompressed_size()) / rows;
            entries = Math.max(entries, column.getNum_values() / rows);
        }
        long byBytes = BATCH_BYTES / Math.max(1, bytes);
        return (int) Math.max(1, Math.min(BATCH_ROWS, Math.min(byBytes, BATCH_ENTRIES / entries)));
    }

    private void requireEnd(Part part) throws IOException {
        for (LeafReader leaf : part.leaves()) {
            current = leaf;
            leaf.requireEnd();
        }
        current = null;
    }

    /** What a failure of decoding means: the store's own failures stay, all others are damage. */
    private RuntimeException damage(Exception cause) {
        if (cause instanceof UnsupportedFormatException) {
            return new UnsupportedFormatException(file + ": " + cause.getMessage(), cause);
        } else if (cause instanceof TableException exception) {
            return exception;
        }
        String place = current == null ? "" : " in row group " + (nextBlock - 1) + ", " + current;
        return new CorruptTableException(file + " cannot be read" + place + ": " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        decompressor.close();
        bytes.close();
    }
}
