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
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.MessageType;

/**
 * What a file says about itself: its schema and where the columns of each row group lie. The footer's statistics are not used.
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

    private Footer(MessageType schema, List<Block> blocks) {
        this.schema = schema;
        this.blocks = blocks;
    }

    MessageType schema() {
        return schema;
    }

    /** Row groups in file order. */
    List<Block> blocks() {
        return blocks;
    }

    static Footer read(RangeReader file) throws IOException {
        long fileBytes = file.fileBytes();
        if (fileBytes < MAGIC.length + END_BYTES) {
            throw new IllegalStateException("a Parquet file cannot have only " + fileBytes + " bytes");
        }
        Slice end = file.read(fileBytes - END_BYTES, END_BYTES);
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
        Slice bytes = file.read(start, length);
        // No list in the footer can have more elements than the footer has bytes: damaged counts are refused before
        // memory is
        // taken for them.
        FileMetaData metadata =
                Util.readFileMetaData(new ByteArrayInputStream(bytes.bytes, bytes.offset, length), length);
        return new Footer(schema(metadata), blocks(metadata, start));
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
        for (RowGroup group : metadata.getRow_groups()) {
            Map<List<String>, ColumnMetaData> columns = new HashMap<>();
            for (ColumnChunk chunk : group.getColumns()) {
                if (chunk.isSetCrypto_metadata() || !chunk.isSetMeta_data()) {
                    throw new UnsupportedFormatException("encrypted Parquet columns are not supported");
                }
                ColumnMetaData column = chunk.getMeta_data();
                requireInside(column, dataEnd);
                columns.put(column.getPath_in_schema(), column);
            }
            if (group.getNum_rows() < 0) {
                throw new IllegalStateException("a row group of " + group.getNum_rows() + " rows");
            }
            blocks.add(new Block(group.getNum_rows(), Map.copyOf(columns)));
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

    /** A row group: its number of rows and its columns by path. */
    record Block(long rowCount, Map<List<String>, ColumnMetaData> columns) {}
}
