package dev.varve.table.parquet;

import static dev.varve.table.parquet.ParquetFiles.FILE;
import static dev.varve.table.parquet.ParquetFiles.FORMAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.StorageException;
import dev.varve.table.format.RowFileWriter;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.fs.SeekableInput;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;

class ParquetWriterTest {
    private static final RowType TYPE = row(DataTypes.INT.notNull(), DataTypes.STRING);

    private final ParquetFiles files = new ParquetFiles();

    @Test
    void columnsOfDistinctValuesHaveNoDictionary() throws IOException {
        List<GenericRow> rows = IntStream.range(0, 5000)
                .mapToObj(i -> GenericRow.of(i, BinaryString.of("text " + i % 70)))
                .toList();
        files.write(
                TYPE,
                rows,
                new WriteSettings(
                        "zstd", 1, 1 << 27, modes(TYPE), Set.of(TYPE.field(0).name())));
        List<ColumnChunk> columns = thriftFooter().getRow_groups().get(0).getColumns();
        assertThat(columns.get(0).getMeta_data().isSetDictionary_page_offset()).isFalse();
        assertThat(columns.get(0).getMeta_data().getEncodings()).contains(Encoding.PLAIN);
        assertThat(columns.get(1).getMeta_data().isSetDictionary_page_offset()).isTrue();
        assertThat(files.read(TYPE)).isEqualTo(rows);
    }

    /** The library's default factory of value writers is shared by all writers of a process, with the settings of the last one. */
    @Test
    void settingsOfOneFileDoNotReachAnother() throws IOException {
        List<GenericRow> rows = IntStream.range(0, 5000)
                .mapToObj(i -> GenericRow.of(i % 50, BinaryString.of("text")))
                .toList();
        Set<String> distinct = Set.of(TYPE.field(0).name());
        files.write(TYPE, rows, new WriteSettings("zstd", 1, 1 << 27, modes(TYPE), distinct));
        files.write(TYPE, rows, new WriteSettings("zstd", 1, 1 << 27, modes(TYPE)));
        List<ColumnChunk> columns = thriftFooter().getRow_groups().get(0).getColumns();
        assertThat(columns.get(0).getMeta_data().isSetDictionary_page_offset()).isTrue();
    }

    @Test
    void settingsAreThoseOfTheFormat() throws IOException {
        files.write(
                TYPE,
                IntStream.range(0, 5000)
                        .mapToObj(i -> GenericRow.of(i % 50, BinaryString.of("text " + i % 70)))
                        .toList());
        FileMetaData footer = thriftFooter();
        assertThat(footer.getKey_value_metadata()).isNullOrEmpty();
        assertThat(footer.getSchema().get(0).getName()).isEqualTo("paimon_schema");
        for (ColumnChunk chunk : footer.getRow_groups().get(0).getColumns()) {
            ColumnMetaData column = chunk.getMeta_data();
            assertThat(column.getCodec()).isEqualTo(CompressionCodec.ZSTD);
            assertThat(column.isSetDictionary_page_offset()).isTrue();
            assertThat(column.getEncodings()).contains(Encoding.PLAIN_DICTIONARY);
            assertThat(chunk.isSetColumn_index_offset()).isTrue();
            assertThat(chunk.isSetOffset_index_offset()).isTrue();
            assertThat(column.isSetBloom_filter_offset()).isFalse();
            PageHeader page = pageAt(column.getData_page_offset());
            assertThat(page.getType()).isEqualTo(PageType.DATA_PAGE);
            assertThat(page.isSetCrc()).isTrue();
        }
        assertThat(footer.getRow_groups().get(0).getTotal_byte_size()).isPositive();
    }

    private FileMetaData thriftFooter() throws IOException {
        byte[] bytes = files.bytes();
        int end = bytes.length - 8;
        int length = (bytes[end] & 0xFF) | (bytes[end + 1] & 0xFF) << 8 | (bytes[end + 2] & 0xFF) << 16;
        return Util.readFileMetaData(new ByteArrayInputStream(bytes, end - length, length));
    }

    private PageHeader pageAt(long position) throws IOException {
        byte[] bytes = files.bytes();
        return Util.readPageHeader(new ByteArrayInputStream(bytes, (int) position, bytes.length - (int) position));
    }

    @Test
    void rowGroupsEndAtTheWantedSize() throws IOException {
        RowType type = row(DataTypes.BYTES.notNull());
        List<GenericRow> rows = incompressible(2000, 1000);
        files.write(type, rows, ParquetFiles.settings(type, "none", 200_000, StatisticsMode.NONE));
        List<Footer.Block> blocks = files.footer().blocks();
        assertThat(blocks).hasSizeBetween(9, 11);
        for (Footer.Block block : blocks.subList(0, blocks.size() - 1)) {
            assertThat(block.rowCount()).isBetween(190L, 215L);
        }
        assertThat(files.read(type)).isEqualTo(rows);
    }

    @Test
    void largeValuesDoNotPileUp() throws IOException {
        RowType type = row(DataTypes.BYTES.notNull());
        files.write(
                type, incompressible(24, 1 << 20), ParquetFiles.settings(type, "none", 4 << 20, StatisticsMode.NONE));
        assertThat(files.footer().blocks())
                .allSatisfy(block -> assertThat(block.rowCount()).isLessThanOrEqualTo(8));
    }

    @Test
    void estimateFollowsTheBytes() {
        RowType type = row(DataTypes.BYTES.notNull());
        RowFileWriter writer = FORMAT.createWriter(
                files.io, FILE, type, ParquetFiles.settings(type, "none", 300_000, StatisticsMode.NONE));
        long previous = writer.estimatedBytes();
        int written = 0;
        for (GenericRow row : incompressible(1000, 1000)) {
            writer.write(row);
            written += 1000;
            assertThat(writer.estimatedBytes()).isBetween((long) written, (long) (written * 1.05 + 5000));
            assertThat(writer.estimatedBytes()).isGreaterThanOrEqualTo(previous);
            previous = writer.estimatedBytes();
        }
        assertThat(writer.finish().sizeBytes()).isBetween((long) written, (long) (written * 1.05 + 5000));
    }

    @Test
    void fileWithoutRowsCanBeRead() {
        assertThat(files.write(TYPE, List.of()).rowCount()).isZero();
        assertThat(files.read(TYPE)).isEmpty();
    }

    @Test
    void abortLeavesNothing() {
        RowFileWriter writer = FORMAT.createWriter(files.io, FILE, TYPE, smallBlocks());
        numbered(5000).forEach(writer::write);
        writer.abort();
        assertThat(files.io.files()).isEmpty();
        RowFileWriter untouched = FORMAT.createWriter(files.io, FILE, TYPE, smallBlocks());
        untouched.abort();
        assertThat(files.io.files()).isEmpty();
    }

    @Test
    void failuresOfTheStoreAreItsOwnAndCanBeAborted() {
        for (Operation operation : List.of(Operation.WRITE, Operation.FINISH)) {
            for (int skipped = 0; skipped < (operation == Operation.WRITE ? 12 : 1); skipped++) {
                int[] left = {skipped};
                var io = new FaultyFileIO(files.io)
                        .plan(FaultPlan.once(call -> call.is(operation) && left[0]-- == 0, Fault.FAIL_BEFORE));
                RowFileWriter writer = null;
                try {
                    writer = FORMAT.createWriter(io, FILE, TYPE, smallBlocks());
                    numbered(5000).forEach(writer::write);
                    writer.finish();
                    throw new AssertionError("no failure at " + operation + " " + skipped);
                } catch (StorageException expected) {
                    assertThat(expected.kind()).isEqualTo(StorageException.Kind.TRANSIENT);
                }
                if (writer != null) {
                    writer.abort();
                }
                assertThat(files.io.files()).isEmpty();
            }
        }
    }

    @Test
    void failureToCreateIsTheStores() {
        var io = new FaultyFileIO(files.io).plan(FaultPlan.first(Operation.CREATE, Fault.REFUSE));
        assertThatThrownBy(() -> FORMAT.createWriter(io, FILE, TYPE, smallBlocks()))
                .isInstanceOf(StorageException.class);
    }

    @Test
    void nullOfANotNullFieldIsRefusedWithItsName() {
        assertRefused(TYPE, GenericRow.of(null, null), "'f0' is NOT NULL");
        assertRefused(
                row(DataTypes.array(DataTypes.INT.notNull())),
                GenericRow.of(GenericArray.of(1, null)),
                "'f0.list.element' is NOT NULL");
        assertRefused(
                row(new MapType(DataTypes.INT, DataTypes.INT, true)),
                GenericRow.of(new GenericMap(GenericArray.of((Object) null), GenericArray.of(1))),
                "'f0.key_value.key' is NOT NULL");
        assertRefused(
                row(row(DataTypes.INT, DataTypes.DATE.notNull())),
                GenericRow.of(GenericRow.of(1, null)),
                "'f0.f1' is NOT NULL");
    }

    @Test
    void timeBeyondMicrosecondsIsRefusedWithItsField() {
        assertRefused(
                row(DataTypes.timestamp(6)), GenericRow.of(Timestamp.ofMillis(Long.MAX_VALUE)), "field 'f0': the time");
    }

    private void assertRefused(RowType type, GenericRow row, String message) {
        RowFileWriter writer =
                FORMAT.createWriter(files.io, FILE, type, ParquetFiles.settings(type, StatisticsMode.NONE));
        assertThatThrownBy(() -> writer.write(row))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
        writer.abort();
        assertThat(files.io.files()).isEmpty();
    }

    @Test
    void unknownCompressionIsRefused() {
        assertSettingsRefused(new WriteSettings("lzma", 1, 1 << 20, modes(TYPE)), "file.compression");
        assertSettingsRefused(new WriteSettings("zstd", 23, 1 << 20, modes(TYPE)), "file.compression.zstd-level");
        assertThat(files.io.files()).isEmpty();
    }

    private void assertSettingsRefused(WriteSettings settings, String option) {
        assertThatThrownBy(() -> FORMAT.createWriter(files.io, FILE, TYPE, settings))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(option);
    }

    @Test
    void rowWithoutFieldsIsRefused() {
        RowType type = row(row());
        assertThatThrownBy(() -> files.write(type, List.of())).isInstanceOf(InvalidInputException.class);
        assertThat(files.io.files()).isEmpty();
    }

    @Test
    void higherZstdLevelCompressesMore() {
        List<GenericRow> rows = IntStream.range(0, 5_000)
                .mapToObj(i -> GenericRow.of(i, BinaryString.of("customer " + (i * 7919L % 10_007) + " of " + i % 91)))
                .toList();
        long fast = files.write(TYPE, rows, new WriteSettings("zstd", -5, 1 << 27, modes(TYPE)))
                .sizeBytes();
        long best = files.write(TYPE, rows, new WriteSettings("zstd", 19, 1 << 27, modes(TYPE)))
                .sizeBytes();
        assertThat(best).isLessThan(fast);
    }

    @Test
    void codecIsStoredForEachColumn() throws IOException {
        var codecs = List.of(
                List.of("zstd", CompressionCodec.ZSTD),
                List.of("SNAPPY", CompressionCodec.SNAPPY),
                List.of("gzip", CompressionCodec.GZIP),
                List.of("lz4", CompressionCodec.LZ4_RAW),
                List.of("none", CompressionCodec.UNCOMPRESSED));
        for (List<?> codec : codecs) {
            files.write(TYPE, numbered(10), new WriteSettings((String) codec.get(0), 1, 1 << 27, modes(TYPE)));
            assertThat(thriftFooter().getRow_groups().get(0).getColumns())
                    .allSatisfy(
                            chunk -> assertThat(chunk.getMeta_data().getCodec()).isEqualTo(codec.get(1)));
        }
    }

    @Test
    void finishedWriterIsDone() {
        RowFileWriter writer = FORMAT.createWriter(files.io, FILE, TYPE, smallBlocks());
        writer.write(GenericRow.of(1, null));
        writer.finish();
        assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(writer::abort).isInstanceOf(IllegalStateException.class);
        try (SeekableInput input = files.io.open(FILE)) {
            assertThat(input.size()).isPositive();
        }
    }

    private static WriteSettings smallBlocks() {
        return ParquetFiles.settings(TYPE, "zstd", 5_000, StatisticsMode.FULL);
    }

    private static List<StatisticsMode> modes(RowType type) {
        return java.util.Collections.nCopies(type.arity(), StatisticsMode.FULL);
    }

    private static List<GenericRow> numbered(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> GenericRow.of(i, i % 10 == 0 ? null : BinaryString.of("text " + i)))
                .toList();
    }

    private static List<GenericRow> incompressible(int count, int bytes) {
        var random = new java.util.Random(1);
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    byte[] value = new byte[bytes];
                    random.nextBytes(value);
                    return GenericRow.of((Object) value);
                })
                .toList();
    }

    static RowType row(DataType... types) {
        var fields = new java.util.ArrayList<DataField>();
        Arrays.stream(types).forEach(type -> fields.add(new DataField(fields.size(), "f" + fields.size(), type)));
        return RowType.of(fields);
    }
}
