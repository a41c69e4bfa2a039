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

    /** Some of the columns that are read. */
    private record Part(List<LeafReader> leaves, List<ColumnVector> columns) {}

    /** The column being decoded, for error messages. */
    private LeafReader current;

    ParquetRowReader(SeekableInput input, Location file, long fileBytes, RowType type, ReadSettings settings) {
        this.file = file;
        this.cache = settings.cache();
        this.statistics = settings.statistics();
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
        return new Part(leaves, columns);
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
        read(deciding, from, rows);
        choose(rows);
        if (wantedCount > 0) {
            read(remaining, from, rows);
        }
        batchStart = footer.blocks().get(nextBlock - 1).firstRow() + from;
        nextRow += rows;
        rowsLeftInRange -= rows;
        if (rowsLeftInRange == 0 && isWholeBlock) {
            requireEnd(deciding);
            if (wantedCount > 0) {
                requireEnd(remaining);
            }
        }
    }

    private void read(Part part, long from, int rows) throws IOException {
        for (LeafReader leaf : part.leaves()) {
            current = leaf;
            leaf.moveTo(from);
            leaf.read(rows);
        }
        current = null;
        for (ColumnVector column : part.columns()) {
            column.assemble();
            GroupVector.requireSize(column, rows);
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
        List<int[]> chosen = new ArrayList<>();
        List<List<RangeReader.Chunk>> stretches = new ArrayList<>();
        List<Optional<Dictionary>> dictionaries = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            LeafReader leaf = plan.leaves().get(i);
            RangeReader.Chunk column = Footer.place(metadata(block, leaf));
            Optional<Dictionary> known = cache.find(file, new DictionaryPart(block.number(), path(leaf)));
            long start = known.isPresent() ? places.get(i).place(0).start() : column.start();
            dictionaries.add(known);
            chosen.add(PageSource.pagesOf(places.get(i), rows));
            stretches.add(PageSource.stretches(start, places.get(i), chosen.get(i)));
        }
        Iterator<ChunkInput> inputs =
                bytes.open(stretches.stream().flatMap(List::stream).toList()).iterator();
        for (int i = 0; i < places.size(); i++) {
            LeafReader leaf = plan.leaves().get(i);
            var part = new DictionaryPart(block.number(), path(leaf));
            List<ChunkInput> ofLeaf = new ArrayList<>();
            stretches.get(i).forEach(stretch -> ofLeaf.add(inputs.next()));
            PageSource source = PageSource.of(ofLeaf, places.get(i), chosen.get(i));
            leaf.open(pages(leaf, metadata(block, leaf), source)
                    .withDictionary(dictionaries.get(i).orElse(null), read -> keep(part, read)));
        }
    }

    /** Names a dictionary in the cache. */
    private record DictionaryPart(int block, List<String> column) {}

    /** Single pages are often followed by others, and their dictionary may be larger than they are. */
    private void keep(DictionaryPart part, Dictionary dictionary) {
        cache.put(file, part, new MetadataCache.Sized<>(dictionary, dictionary.memoryBytes()));
    }

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
