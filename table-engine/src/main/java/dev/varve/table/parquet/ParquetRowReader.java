package dev.varve.table.parquet;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.TableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import dev.varve.table.row.Row;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnMetaData;

/**
 * Reads rows batch by batch: each column is decoded for some hundred rows at once into arrays ({@link ColumnVector}), over which
 * a single row object moves.
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
    private final RangeReader ranges;
    private final PageDecompressor decompressor = new PageDecompressor();
    private final Footer footer;
    private final ReadPlan plan;
    private final VectorRow row;

    private int nextBlock;
    private long rowsLeftInBlock;
    private int batchRows;

    private int batchSize;
    private int slot;
    private long position = -1;

    /** The column being decoded, for error messages. */
    private LeafReader current;

    ParquetRowReader(SeekableInput input, Location file, long fileBytes, RowType type) {
        this.file = file;
        ranges = new RangeReader(input, file, fileBytes);
        try {
            footer = Footer.read(ranges);
            plan = new ReadPlan(footer.schema(), type);
        } catch (IOException | RuntimeException e) {
            throw damage(e);
        }
        row = new VectorRow(plan.columns());
    }

    @Override
    public boolean advance() {
        slot++;
        if (slot >= batchSize && !readBatch()) {
            return false;
        }
        row.moveTo(slot);
        position++;
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
        slot = 0;
        batchSize = 0;
        try {
            while (rowsLeftInBlock == 0) {
                if (nextBlock == footer.blocks().size()) {
                    return false;
                }
                openBlock(footer.blocks().get(nextBlock++));
            }
            int rows = (int) Math.min(rowsLeftInBlock, batchRows);
            for (LeafReader leaf : plan.leaves()) {
                current = leaf;
                leaf.read(rows);
            }
            current = null;
            for (ColumnVector column : plan.columns()) {
                column.assemble();
                GroupVector.requireSize(column, rows);
            }
            rowsLeftInBlock -= rows;
            if (rowsLeftInBlock == 0) {
                requireEnd();
            }
            batchSize = rows;
            return true;
        } catch (IOException | RuntimeException e) {
            throw damage(e);
        }
    }

    private void openBlock(Footer.Block block) {
        var metadata = new ArrayList<ColumnMetaData>(plan.leaves().size());
        for (LeafReader leaf : plan.leaves()) {
            current = leaf;
            metadata.add(metadata(block, leaf));
        }
        current = null;
        rowsLeftInBlock = block.rowCount();
        batchRows = batchRows(block, metadata);
        if (rowsLeftInBlock == 0) {
            return;
        }
        List<ChunkInput> inputs =
                ranges.open(metadata.stream().map(Footer::place).toList());
        for (int i = 0; i < inputs.size(); i++) {
            LeafReader leaf = plan.leaves().get(i);
            leaf.open(new PageReader(leaf.column(), metadata.get(i), inputs.get(i), decompressor));
        }
    }

    private static ColumnMetaData metadata(Footer.Block block, LeafReader leaf) {
        ColumnDescriptor column = leaf.column();
        ColumnMetaData metadata = block.columns().get(List.of(column.getPath()));
        if (metadata == null) {
            throw new IllegalStateException("the row group has no such column");
        }
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

    private void requireEnd() throws IOException {
        for (LeafReader leaf : plan.leaves()) {
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
        ranges.close();
    }
}
