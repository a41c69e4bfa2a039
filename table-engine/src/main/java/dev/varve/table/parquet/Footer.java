package dev.varve.table.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.varve.table.error.UnsupportedFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.MessageType;

/**
 * What a file says about itself: its schema where the columns of each row group lie, and what
 * is known of their values.
 *
 * <pre>
 * file    := "PAR1" row groups, indexes  footer  footer length (int32 LE) "PAR1"
 * </pre>
 */
final class Footer {
    private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);
    private static final String ENCRYPTED_MAGIC = "PARE";

    /** Footer length and magic. */
    private static final int END_BYTES = 8;

    private final MessageType schema;
    private final List<Block> blocks;
    private final int storedBytes;

    private Footer(MessageType schema, List<Block> blocks, int storedBytes) {
        this.schema = schema;
        this.blocks = blocks;
        this.storedBytes = storedBytes;
    }

    MessageType schema() {
        return schema;
    }

    /** Row groups in file order. */
    List<Block> blocks() {
        return blocks;
    }

    /** About how much memory the footer takes: thrift's objects are several times as large as their compact form. */
    long memoryBytes() {
        return 8L * storedBytes + 4096;
    }

    static Footer read(RangeReader file) throws IOException {
        long fileBytes = file.fileBytes();
        if (fileBytes < MAGIC.length + END_BYTES) {
            throw new IllegalStateException("a Parquet file cannot have only " + fileBytes + " bytes");
        }
        Slice end = file.readEnd(fileBytes - END_BYTES, END_BYTES);
        String magic = new String(end.bytes, end.offset + Integer.BYTES, MAGIC.length, US_ASCII);
        if (magic.equals(ENCRYPTED_MAGIC)) {
            throw new UnsupportedFormatException("encrypted Parquet files are not supported");
        } else if (!magic.equals("PAR1")) {
            throw new IllegalStateException("it is not a Parquet file, or its end is missing");
        }
        int length = ByteBuffer.wrap(end.bytes, end.offset, Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
        long start = fileBytes - END_BYTES - length;
        if (length <= 0 || start < MAGIC.length) {
            throw new IllegalStateException("a footer of " + length + " bytes");
        }
        Slice bytes = file.readEnd(start, length);
        // No list in the footer can have more elements than the footer has bytes: damaged counts are refused before
        // memory is
        // taken for them.
        FileMetaData metadata =
                Util.readFileMetaData(new ByteArrayInputStream(bytes.bytes, bytes.offset, length), length);
        return new Footer(schema(metadata), blocks(metadata, start), length);
    }

    /** Parquet's own conversion, without row groups because it would convert all their statistics too. */
    private static MessageType schema(FileMetaData metadata) throws IOException {
        FileMetaData withoutRows =
                new FileMetaData(metadata.getVersion(), metadata.getSchema(), metadata.getNum_rows(), List.of());
        withoutRows.setColumn_orders(metadata.getColumn_orders());
        return new ParquetMetadataConverter()
                .fromParquetMetadata(withoutRows)
                .getFileMetaData()
                .getSchema();
    }

    private static List<Block> blocks(FileMetaData metadata, long dataEnd) {
        var blocks = new ArrayList<Block>(metadata.getRow_groupsSize());
        long firstRow = 0;
        for (RowGroup group : metadata.getRow_groups()) {
            Map<List<String>, Column> columns = new HashMap<>();
            for (ColumnChunk chunk : group.getColumns()) {
                if (chunk.isSetCrypto_metadata() || !chunk.isSetMeta_data()) {
                    throw new UnsupportedFormatException("encrypted Parquet columns are not supported");
                }
                ColumnMetaData column = chunk.getMeta_data();
                requireInside(column, dataEnd);
                columns.put(column.getPath_in_schema(), new Column(column, indexes(chunk, dataEnd)));
            }
            if (group.getNum_rows() < 0) {
                throw new IllegalStateException("a row group of " + group.getNum_rows() + " rows");
            }
            blocks.add(new Block(
                    blocks.size(), firstRow, group.getNum_rows(), metadata.isSetColumn_orders(), Map.copyOf(columns)));
            firstRow = Math.addExact(firstRow, group.getNum_rows());
        }
        return List.copyOf(blocks);
    }

    private static void requireInside(ColumnMetaData column, long dataEnd) {
        RangeReader.Chunk chunk = place(column);
        if (chunk.start() < MAGIC.length || chunk.length() < 0 || chunk.start() > dataEnd - chunk.length()) {
            throw new IllegalStateException("column " + column.getPath_in_schema() + " lies at byte " + chunk.start()
                    + " with " + chunk.length() + " bytes, outside of the file's data");
        }
    }

    /** Where the pages of a column lie: a dictionary, if there is one, stands before the data. */
    static RangeReader.Chunk place(ColumnMetaData column) {
        long dictionary = column.getDictionary_page_offset();
        long data = column.getData_page_offset();
        boolean hasDictionary = column.isSetDictionary_page_offset() && dictionary > 0 && dictionary < data;
        return new RangeReader.Chunk(hasDictionary ? dictionary : data, column.getTotal_compressed_size());
    }

    /** Where the page indexes of a column lie; only a column with both has any use of them. */
    private static Optional<Indexes> indexes(ColumnChunk chunk, long dataEnd) {
        if (!chunk.isSetColumn_index_offset() || !chunk.isSetOffset_index_offset()) {
            return Optional.empty();
        }
        var bounds = new RangeReader.Chunk(chunk.getColumn_index_offset(), chunk.getColumn_index_length());
        var pages = new RangeReader.Chunk(chunk.getOffset_index_offset(), chunk.getOffset_index_length());
        for (RangeReader.Chunk index : List.of(bounds, pages)) {
            if (index.start() < MAGIC.length || index.length() <= 0 || index.start() > dataEnd - index.length()) {
                throw new IllegalStateException("an index of " + index.length() + " bytes at byte " + index.start()
                        + ", outside of the file's data");
            }
        }
        return Optional.of(new Indexes(bounds, pages));
    }

    /** Where the bounds of a column's pages lie, and the places of the pages. */
    record Indexes(RangeReader.Chunk bounds, RangeReader.Chunk pages) {}

    /** A column of a row group. */
    record Column(ColumnMetaData metadata, Optional<Indexes> indexes) {}

    /**
     * A row group.
     *
     * @param number from 0
     * @param firstRow position of its first row in the file
     * @param hasOrders whether the bounds in its statistics are in an order that the file tells
     * @param columns by path
     */
    record Block(int number, long firstRow, long rowCount, boolean hasOrders, Map<List<String>, Column> columns) {}
}
