package dev.varve.table.parquet;

import static dev.varve.table.parquet.ParquetFiles.FILE;
import static dev.varve.table.parquet.ParquetFiles.FORMAT;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParquetReaderTest {
    private static final RowType POINT =
            RowType.of(List.of(field("x", DataTypes.INT), field("y", DataTypes.INT), field("z", DataTypes.STRING)));
    private static final RowType TYPE = RowType.of(List.of(
            field("id", DataTypes.BIGINT.notNull()),
            field("name", DataTypes.STRING),
            field("point", POINT),
            field("points", DataTypes.array(POINT)),
            field("tags", DataTypes.map(DataTypes.STRING, DataTypes.array(DataTypes.INT)))));

    private final ParquetFiles files = new ParquetFiles();

    private static DataField field(String name, DataType type) {
        return new DataField(0, name, type);
    }

    private static GenericRow row(long id) {
        GenericRow point = GenericRow.of((int) id, (int) -id, BinaryString.of("z" + id));
        return GenericRow.of(
                id,
                id % 3 == 0 ? null : BinaryString.of("name " + id),
                id % 5 == 0 ? null : point,
                id % 4 == 0 ? GenericArray.of() : GenericArray.of(point, null, point),
                id % 7 == 0
                        ? null
                        : new GenericMap(
                                GenericArray.of(BinaryString.of("a"), BinaryString.of("b")),
                                GenericArray.of(GenericArray.of(1, null), null)));
    }

    private static List<GenericRow> rows(int count) {
        return IntStream.range(0, count).mapToObj(ParquetReaderTest::row).toList();
    }

    @Test
    void anyColumnsInAnyOrder() {
        files.write(TYPE, rows(3000));
        RowType wanted = RowType.of(List.of(TYPE.field(3), TYPE.field(0)));
        assertThat(files.read(wanted))
                .isEqualTo(rows(3000).stream()
                        .map(row -> GenericRow.of(row.valueAt(3), row.valueAt(0)))
                        .toList());
    }

    @Test
    void missingColumnReadsAsNull() {
        files.write(TYPE, rows(10));
        RowType wanted = RowType.of(List.of(
                field("new", DataTypes.array(DataTypes.INT)), TYPE.field(0), field("id2", DataTypes.INT.notNull())));
        assertThat(files.read(wanted))
                .isEqualTo(rows(10).stream()
                        .map(row -> GenericRow.of(null, row.valueAt(0), null))
                        .toList());
    }

    @Test
    void rowsAreCountedWithoutAnyColumn() {
        files.write(TYPE, rows(3000), ParquetFiles.settings(TYPE, "zstd", 10_000, StatisticsMode.NONE));
        assertThat(files.read(RowType.of(List.of()))).hasSize(3000);
        assertThat(files.read(RowType.of(List.of(field("new", DataTypes.INT))))).hasSize(3000);
    }

    @Test
    void nestedFieldsMayBeASubset() {
        files.write(TYPE, rows(100));
        RowType part = RowType.of(List.of(field("z", DataTypes.STRING), field("x", DataTypes.INT)));
        RowType wanted = RowType.of(List.of(field("points", DataTypes.array(part)), field("point", part)));
        List<GenericRow> read = files.read(wanted);
        GenericRow partOf1 = GenericRow.of(BinaryString.of("z1"), 1);
        assertThat(read.get(1)).isEqualTo(GenericRow.of(GenericArray.of(partOf1, null, partOf1), partOf1));
        assertThat(read.get(0)).isEqualTo(GenericRow.of(GenericArray.of(), null));
    }

    @Test
    void nestedRowWithoutWantedFieldsIsStillNullOrNot() {
        files.write(TYPE, rows(100));
        RowType nothing = RowType.of(List.of());
        RowType wanted = RowType.of(List.of(field("points", DataTypes.array(nothing)), field("point", nothing)));
        List<GenericRow> read = files.read(wanted);
        assertThat(read.get(1))
                .isEqualTo(GenericRow.of(GenericArray.of(GenericRow.of(), null, GenericRow.of()), GenericRow.of()));
        assertThat(read.get(0)).isEqualTo(GenericRow.of(GenericArray.of(), null));
    }

    @Test
    void missingNestedFieldIsAnError() {
        files.write(TYPE, rows(1));
        RowType wanted = RowType.of(List.of(field("point", RowType.of(List.of(field("w", DataTypes.INT))))));
        assertThatThrownBy(() -> files.read(wanted))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(FILE.value())
                .hasMessageContaining("has no field 'w'");
    }

    @Test
    void otherTypeIsAnError() {
        files.write(TYPE, rows(1));
        var mismatches = List.of(
                field("id", DataTypes.INT),
                field("id", DataTypes.array(DataTypes.BIGINT)),
                field("name", DataTypes.timestamp(3)),
                field("point", DataTypes.STRING),
                field("points", DataTypes.map(DataTypes.INT, DataTypes.INT)),
                field("id", DataTypes.decimal(5, 2)),
                field("id", POINT));
        for (DataField mismatch : mismatches) {
            assertThatThrownBy(() -> files.read(RowType.of(List.of(mismatch))))
                    .as(mismatch.toString())
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining(FILE.value())
                    .hasMessageContaining("column " + mismatch.name() + " is stored as")
                    .hasMessageContaining("cannot be read as " + mismatch.type());
        }
    }

    @Test
    void decimalsOfAnotherScaleAreAnError() {
        RowType type = RowType.of(List.of(field("d", DataTypes.decimal(10, 2))));
        files.write(type, List.of());
        assertThatThrownBy(() -> files.read(RowType.of(List.of(field("d", DataTypes.decimal(10, 3))))))
                .isInstanceOf(CorruptTableException.class);
    }

    @Test
    void positionsCountOverRowGroups() {
        files.write(TYPE, rows(3000), ParquetFiles.settings(TYPE, "zstd", 10_000, StatisticsMode.NONE));
        try (RowFileReader reader = FORMAT.openReader(files.io, FILE, files.bytes().length, TYPE)) {
            Row row = reader.row();
            for (long i = 0; i < 3000; i++) {
                assertThat(reader.advance()).isTrue();
                assertThat(reader.position()).isEqualTo(i);
                assertThat(reader.row()).isSameAs(row);
                assertThat(row.kind()).isEqualTo(RowKind.INSERT);
                assertThat(row.longAt(0)).isEqualTo(i);
            }
            assertThat(reader.advance()).isFalse();
            assertThat(reader.advance()).isFalse();
        }
    }

    @Test
    void sizeInMetadataMustBeExact() {
        files.write(TYPE, rows(10));
        long size = files.bytes().length;
        for (long wrong : new long[] {size - 1, size + 1, 0, 8, 12}) {
            assertThatThrownBy(() -> files.read(TYPE, wrong))
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining(FILE.value());
        }
    }

    @Test
    void everyTruncatedFileIsRefused() {
        files.write(TYPE, rows(10));
        byte[] bytes = files.bytes();
        for (int length = 0; length < bytes.length; length += 1 + length / 50) {
            files.put(Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> files.read(TYPE))
                    .as("cut to " + length)
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining(FILE.value());
        }
    }

    @Test
    void otherFilesAreRefused() {
        files.put("PAR1 but nothing like Parquet otherwise".getBytes(US_ASCII));
        assertThatThrownBy(() -> files.read(TYPE))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("not a Parquet file");
        files.put("PARE........................PARE".getBytes(US_ASCII));
        assertThatThrownBy(() -> files.read(TYPE))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("encrypted");
    }

    @Test
    void missingFileIsTheStoresError() {
        assertThatThrownBy(() -> FORMAT.openReader(files.io, FILE, 1000, TYPE))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.isNotFound()).isTrue());
    }

    @Test
    void failureOfTheStoreStaysItsOwn() {
        files.write(TYPE, rows(10));
        var io = new FaultyFileIO(files.io).plan(FaultPlan.first(Operation.READ, Fault.FAIL_BEFORE));
        assertThatThrownBy(() -> FORMAT.openReader(io, FILE, files.bytes().length, TYPE))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.retryable()).isTrue());
    }

    @Test
    void smallFileIsReadWithOneRequest() {
        files.write(TYPE, rows(2000), ParquetFiles.settings(TYPE, "zstd", 10_000, StatisticsMode.NONE));
        var io = new FaultyFileIO(files.io);
        readAll(io, TYPE);
        assertThat(io.count(Operation.READ)).isEqualTo(1);
    }

    @Test
    void rowGroupsThatFitAreReadWithOneRequestEach() {
        RowType type = RowType.of(List.of(field("a", DataTypes.BYTES), field("b", DataTypes.BYTES)));
        files.write(
                type, incompressible(40, 100_000), ParquetFiles.settings(type, "none", 4 << 20, StatisticsMode.NONE));
        var io = new FaultyFileIO(files.io);
        readAll(io, type);
        assertThat(io.count(Operation.READ)).isBetween(3L, 4L);
    }

    @Test
    void largeRowGroupsAreReadInWindows() {
        RowType type = RowType.of(List.of(field("a", DataTypes.BYTES), field("b", DataTypes.BYTES)));
        List<GenericRow> rows = incompressible(120, 100_000);
        files.write(
                type,
                rows,
                ParquetFiles.settings(type, "none", WriteSettings.DEFAULT_BLOCK_BYTES, StatisticsMode.NONE));
        assertThat(files.bytes().length).isGreaterThan(RangeReader.READ_AHEAD_BYTES);
        assertThat(files.read(type)).isEqualTo(rows);
        var io = new FaultyFileIO(files.io);
        readAll(io, type);
        assertThat(io.count(Operation.READ)).isBetween(4L, 8L);
    }

    private void readAll(FaultyFileIO io, RowType type) {
        try (RowFileReader reader = FORMAT.openReader(io, FILE, files.bytes().length, type)) {
            while (reader.advance()) {
                assertThat(reader.row().arity()).isEqualTo(type.arity());
            }
        }
    }

    private static List<GenericRow> incompressible(int count, int bytes) {
        var random = new Random(1);
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    byte[] a = new byte[bytes];
                    byte[] b = new byte[bytes];
                    random.nextBytes(a);
                    random.nextBytes(b);
                    return GenericRow.of(a, b);
                })
                .toList();
    }
}
