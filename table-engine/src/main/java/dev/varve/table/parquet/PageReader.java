package dev.varve.table.parquet;

import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.parquet.DictionaryValues.Dictionary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.zip.CRC32;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Reads the pages of one column in one row group: header, checksum, decompression, levels, and a source for the values. Every
 * size is compared with what the footer says before memory is taken for it. Confined to one thread.
 */
final class PageReader {
    private static final int[] NO_LEVELS = {};

    private final ColumnDescriptor column;
    private final ColumnMetaData chunk;
    private final PageSource source;
    private final PageDecompressor decompressor;
    private final ReadStatistics statistics;
    private final CRC32 checksum = new CRC32();
    private final PrimitiveTypeName type;
    private final int fixedLength;

    private Dictionary dictionary;
    private Consumer<Dictionary> onDictionary = read -> {};

    /** Pages that need not be read, instead of all others; null if pages are read. */
    private Iterator<KnownPage> known;

    private ObjIntConsumer<KnownPage> onPage;
    private byte[] pageBuffer = new byte[0];
    private long entriesBefore;

    /** The current page's number among all data pages of the column. */
    private int page = -1;

    /** The current page. Level arrays are longer than {@link #entries}; empty if the column has no such levels. */
    private int entries;

    private int[] repetitions = new int[0];
    private int[] definitions = new int[0];

    /** Whether no entry of the current page is null; the definition levels are filled only when they are asked for. */
    private boolean isFull;

    private boolean isFilled;
    private Slice plainValues;
    private Encoding encoding;
    private ValueSource values;

    PageReader(
            ColumnDescriptor column,
            ColumnMetaData chunk,
            PageSource source,
            PageDecompressor decompressor,
            ReadStatistics statistics) {
        this.column = column;
        this.chunk = chunk;
        this.source = source;
        this.statistics = statistics;
        this.decompressor = decompressor;
        type = column.getPrimitiveType().getPrimitiveTypeName();
        fixedLength = switch (type) {
            case INT96 -> Int96.BYTES;
            case FIXED_LEN_BYTE_ARRAY -> column.getPrimitiveType().getTypeLength();
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BINARY -> 0;
        };
        if (type == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY && fixedLength < 1) {
            throw new UnsupportedFormatException("byte arrays with a fixed length of " + fixedLength);
        }
    }

    /**
     * Starts with a dictionary that is known, or tells of the one that is read.
     *
     * @param known null if the dictionary's page, if there is one, is among those that are read
     */
    PageReader withDictionary(Dictionary known, Consumer<Dictionary> onRead) {
        dictionary = known;
        onDictionary = onRead;
        return this;
    }

    /** Shows pages that are known instead of reading. */
    PageReader withPages(Iterable<KnownPage> pages) {
        known = pages.iterator();
        return this;
    }

    /** Tells of every page that is read, with its number. */
    PageReader keepingPages(ObjIntConsumer<KnownPage> keeper) {
        onPage = keeper;
        return this;
    }

    /** Values and nulls in the current page. */
    int entries() {
        return entries;
    }

    int[] repetitions() {
        return repetitions;
    }

    /** Whether no entry of the current page is null, so that nobody need look at the levels. */
    boolean isFull() {
        return isFull;
    }

    int[] definitions() {
        if (isFull && !isFilled) {
            definitions = enlarge(definitions, entries);
            Arrays.fill(definitions, 0, entries, column.getMaxDefinitionLevel());
            isFilled = true;
        }
        return definitions;
    }

    ValueSource values() {
        return values;
    }

    /** Whether only some pages are read. */
    boolean isChosen() {
        return source.isChosen();
    }

    /** First row of the current page in the row group; known only if pages are chosen. */
    long firstRow() {
        return source.firstRow(page);
    }

    /** The row after the current page's last. */
    long endRow() {
        return source.endRow(page);
    }

    /** Moves to the next data page that is read; false when there is none. */
    boolean advance() throws IOException {
        entriesBefore += entries;
        entries = 0;
        if (known != null) {
            return advanceKnown();
        }
        while (entriesBefore < chunk.getNum_values() && source.hasNext()) {
            ChunkInput input = source.next();
            PageHeader header = Util.readPageHeader(input);
            Slice body = body(input, header);
            switch (header.getType()) {
                case DICTIONARY_PAGE -> readDictionary(header, body);
                case DATA_PAGE -> readPage(header, header.getData_page_header(), body);
                case DATA_PAGE_V2 -> readPage(header, header.getData_page_header_v2(), body);
                case INDEX_PAGE -> {}
            }
            if (header.isSetData_page_header() || header.isSetData_page_header_v2()) {
                page = source.pageAfter(page);
            }
            if (entries > 0) {
                statistics.pageRead();
                if (onPage != null) {
                    int[] levels = isFull ? NO_LEVELS : definitions;
                    onPage.accept(KnownPage.copyOf(entries, repetitions, levels, plainValues, encoding), page);
                }
                return true;
            }
        }
        return false;
    }

    private boolean advanceKnown() {
        if (!known.hasNext()) {
            return false;
        }
        KnownPage next = known.next();
        page = source.pageAfter(page);
        entries = next.entries();
        repetitions = next.repetitions();
        isFull = next.isFull();
        isFilled = false;
        // The kept levels are never written to: they are replaced when they are to be filled.
        definitions = next.definitions();
        values = source(next.values(), next.encoding(), entries);
        return true;
    }

    private Slice body(ChunkInput input, PageHeader header) throws IOException {
        Slice body = input.take(header.getCompressed_page_size());
        if (header.isSetCrc()) {
            checksum.reset();
            checksum.update(body.bytes, body.offset, body.length);
            if ((int) checksum.getValue() != header.getCrc()) {
                throw new IllegalStateException("the checksum of a page is wrong");
            }
        }
        int length = header.getUncompressed_page_size();
        if (length < 0 || length > chunk.getTotal_uncompressed_size()) {
            throw new IllegalStateException("a page of " + length + " bytes in a column of "
                    + chunk.getTotal_uncompressed_size() + " bytes, both uncompressed");
        }
        return body;
    }

    private void readDictionary(PageHeader header, Slice body) throws IOException {
        DictionaryPageHeader page = header.getDictionary_page_header();
        if (page.getEncoding() != Encoding.PLAIN && page.getEncoding() != Encoding.PLAIN_DICTIONARY) {
            throw new UnsupportedFormatException("dictionary pages in encoding " + page.getEncoding());
        }
        int length = header.getUncompressed_page_size();
        byte[] plain = new byte[length];
        decompressor.decompress(chunk.getCodec(), body, plain, length);
        dictionary = new Dictionary(type, fixedLength, new Slice(plain, 0, length), page.getNum_values());
        onDictionary.accept(dictionary);
    }

    /** Version 1: levels and values are compressed together. */
    private void readPage(PageHeader header, DataPageHeader page, Slice body) throws IOException {
        int count = checkedEntries(page.getNum_values());
        Slice plain = decompress(body, header.getUncompressed_page_size(), page.getEncoding());
        int maxRepetition = column.getMaxRepetitionLevel();
        int maxDefinition = column.getMaxDefinitionLevel();
        if (maxRepetition > 0) {
            repetitions = enlarge(repetitions, count);
            plain = plain.from(
                    readLevels(plain, page.getRepetition_level_encoding(), maxRepetition, repetitions, count));
        }
        isFull = true;
        isFilled = false;
        if (maxDefinition > 0) {
            plain = plain.from(readDefinitions(plain, page.getDefinition_level_encoding(), maxDefinition, count));
        }
        show(plain, page.getEncoding(), count);
    }

    /** Version 2: levels stand uncompressed before the values. */
    private void readPage(PageHeader header, DataPageHeaderV2 page, Slice body) throws IOException {
        int count = checkedEntries(page.getNum_values());
        int repetitionBytes = page.getRepetition_levels_byte_length();
        int definitionBytes = page.getDefinition_levels_byte_length();
        Slice repetitionLevels = body.part(0, repetitionBytes);
        Slice definitionLevels = body.part(repetitionBytes, definitionBytes);
        int levelBytes = Math.addExact(repetitionBytes, definitionBytes);
        if (column.getMaxRepetitionLevel() > 0) {
            repetitions = enlarge(repetitions, count);
            readRuns(repetitionLevels, column.getMaxRepetitionLevel(), repetitions, count);
        }
        isFull = true;
        isFilled = false;
        if (column.getMaxDefinitionLevel() > 0) {
            readDefinitions(definitionLevels, column.getMaxDefinitionLevel(), count);
        }
        Slice data = body.from(levelBytes);
        boolean isCompressed = !page.isSetIs_compressed() || page.isIs_compressed();
        if (isCompressed && data.length > 0) {
            data = decompress(data, header.getUncompressed_page_size() - levelBytes, page.getEncoding());
        }
        show(data, page.getEncoding(), count);
    }

    private void show(Slice plain, Encoding newEncoding, int count) {
        plainValues = plain;
        encoding = newEncoding;
        values = source(plain, newEncoding, count);
        entries = count;
    }

    /** Reads the definition levels of a page of version 1 and returns how many bytes they took. */
    private int readDefinitions(Slice page, Encoding levels, int max, int count) {
        if (levels != Encoding.RLE) {
            isFull = false;
            definitions = enlarge(definitions, count);
            return readLevels(page, levels, max, definitions, count);
        }
        int length = lengthOfLevels(page);
        readDefinitions(page.part(Integer.BYTES, length), max, count);
        return Integer.BYTES + length;
    }

    /** Most pages have no nulls and say so in one run. */
    private void readDefinitions(Slice runs, int max, int count) {
        isFull = new HybridDecoder(runs, HybridDecoder.bitWidth(max)).isOneRunOf(max, count);
        if (!isFull) {
            definitions = enlarge(definitions, count);
            readRuns(runs, max, definitions, count);
        }
    }

    private int checkedEntries(int count) {
        if (count < 0 || count > chunk.getNum_values() - entriesBefore) {
            throw new IllegalStateException("a page of " + count + " entries where the column has only "
                    + (chunk.getNum_values() - entriesBefore) + " more");
        }
        return count;
    }

    private Slice decompress(Slice body, int length, Encoding encoding) throws IOException {
        if (length < 0) {
            throw new IllegalStateException("a page of " + length + " bytes");
        }
        if (chunk.getCodec() == CompressionCodec.UNCOMPRESSED) {
            return body.part(0, length);
        }
        boolean isShared = fixedLength > 0 || type == PrimitiveTypeName.BINARY;
        byte[] target;
        if (isShared && !usesDictionary(encoding)) {
            // Values lent to the reader's caller share the page's memory.
            target = new byte[length];
        } else {
            if (pageBuffer.length < length) {
                pageBuffer = new byte[length];
            }
            target = pageBuffer;
        }
        decompressor.decompress(chunk.getCodec(), body, target, length);
        return new Slice(target, 0, length);
    }

    static boolean usesDictionary(Encoding encoding) {
        return encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY;
    }

    private static int[] enlarge(int[] levels, int count) {
        return levels.length >= count ? levels : new int[Math.max(count, Math.min(2 * levels.length, count + 1024))];
    }

    /** Reads levels of a page of version 1 and returns how many bytes they took. */
    private static int readLevels(Slice page, Encoding encoding, int max, int[] target, int count) {
        if (encoding == Encoding.BIT_PACKED) {
            return readPackedLevels(page, max, target, count);
        } else if (encoding != Encoding.RLE) {
            throw new UnsupportedFormatException("levels in encoding " + encoding);
        }
        int length = lengthOfLevels(page);
        readRuns(page.part(Integer.BYTES, length), max, target, count);
        return Integer.BYTES + length;
    }

    private static int lengthOfLevels(Slice page) {
        int at = page.part(0, Integer.BYTES).offset;
        return ByteBuffer.wrap(page.bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }

    private static void readRuns(Slice runs, int max, int[] target, int count) {
        int bitWidth = HybridDecoder.bitWidth(max);
        new HybridDecoder(runs, bitWidth).read(target, 0, count);
        if (max < (1 << bitWidth) - 1) {
            requireLevels(max, target, count);
        }
    }

    /** The encoding of the first writers: packed with the most significant bit first, without a length. */
    private static int readPackedLevels(Slice page, int max, int[] target, int count) {
        int bitWidth = HybridDecoder.bitWidth(max);
        int length = Math.toIntExact(((long) count * bitWidth + 7) / 8);
        Slice packed = page.part(0, length);
        long bit = 0;
        for (int i = 0; i < count; i++) {
            int level = 0;
            for (int j = 0; j < bitWidth; j++, bit++) {
                int next = packed.bytes[packed.offset + (int) (bit >>> 3)] >>> (7 - (int) (bit & 7)) & 1;
                level = level << 1 | next;
            }
            target[i] = level;
        }
        requireLevels(max, target, count);
        return length;
    }

    private static void requireLevels(int max, int[] levels, int count) {
        for (int i = 0; i < count; i++) {
            if (levels[i] > max || levels[i] < 0) {
                throw new IllegalStateException("a level of " + levels[i] + " where at most " + max + " is possible");
            }
        }
    }

    private ValueSource source(Slice page, Encoding encoding, int count) {
        if (page.length == 0) {
            return plain(page);
        }
        return switch (encoding) {
            case PLAIN -> plain(page);
            case PLAIN_DICTIONARY, RLE_DICTIONARY -> {
                if (dictionary == null) {
                    throw new IllegalStateException("a page refers to a dictionary that the column does not have");
                }
                yield new DictionaryValues(page, dictionary);
            }
            case DELTA_BINARY_PACKED -> DeltaValues.ofNumbers(page);
            case DELTA_LENGTH_BYTE_ARRAY -> DeltaValues.ofLengths(page, count);
            case DELTA_BYTE_ARRAY -> DeltaValues.ofPrefixes(page, count);
            case BYTE_STREAM_SPLIT -> RareValues.byteStreamSplit(page, valueBytes(), fixedLength);
            case RLE -> RareValues.booleanRuns(page);
            case BIT_PACKED -> throw new UnsupportedFormatException("values in encoding " + encoding);
        };
    }

    private PlainValues plain(Slice page) {
        int valueBytes = switch (type) {
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case FIXED_LEN_BYTE_ARRAY, INT96 -> fixedLength;
            case BINARY -> 0;
            case BOOLEAN -> PlainValues.UNKNOWN;
        };
        return new PlainValues(page, fixedLength, valueBytes);
    }

    private int valueBytes() {
        return switch (type) {
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case FIXED_LEN_BYTE_ARRAY -> fixedLength;
            case BOOLEAN, BINARY, INT96 -> throw new IllegalStateException(type + " values in split streams");
        };
    }

    /** A short account for error messages. */
    @Override
    public String toString() {
        return "column " + String.join(".", column.getPath()) + " after " + entriesBefore + " of "
                + chunk.getNum_values() + " entries";
    }
}
