package dev.varve.table.parquet;

import static dev.varve.table.parquet.ForeignFiles.field;
import static dev.varve.table.parquet.ForeignFiles.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as other writers may make them: other page versions, encodings, codecs, physical types and list structures. */
class ForeignParquetTest {
    private static final int ROWS = 5000;

    @TempDir
    Path directory;

    private int fileNumber;

    @Test
    void dataPagesOfVersionTwo() throws IOException {
        for (CompressionCodecName codec : List.of(
                CompressionCodecName.ZSTD,
                CompressionCodecName.SNAPPY,
                CompressionCodecName.GZIP,
                CompressionCodecName.LZ4_RAW,
                CompressionCodecName.UNCOMPRESSED)) {
            assertAllTypes(builder ->
                    builder.withWriterVersion(WriterVersion.PARQUET_2_0).withCompressionCodec(codec));
        }
    }

    @Test
    void deltaEncodings() throws IOException {
        // Version 2 without dictionary: numbers as differences, byte arrays with shared prefixes, booleans as runs.
        assertAllTypes(
                builder -> builder.withWriterVersion(WriterVersion.PARQUET_2_0).withDictionaryEncoding(false));
    }

    @Test
    void byteStreamSplit() throws IOException {
        assertAllTypes(builder -> builder.withDictionaryEncoding(false).withByteStreamSplitEncoding(true));
        assertAllTypes(builder -> builder.withDictionaryEncoding(false)
                .withByteStreamSplitEncoding("i", true)
                .withByteStreamSplitEncoding("l", true)
                .withByteStreamSplitEncoding("x", true)
                .withByteStreamSplitEncoding("a.list.element", true));
    }

    @Test
    void plainPages() throws IOException {
        assertAllTypes(builder -> builder.withDictionaryEncoding(false));
    }

    @Test
    void dictionaryThatIsGivenUpHalfway() throws IOException {
        assertAllTypes(builder -> builder.withDictionaryPageSize(500).withPageSize(2000));
    }

    @Test
    void smallPagesAndRowGroups() throws IOException {
        assertAllTypes(builder -> builder.withPageRowCountLimit(7).withRowGroupSize(20_000L));
    }

    @Test
    void pagesWithoutChecksums() throws IOException {
        assertAllTypes(builder -> builder.withPageWriteChecksumEnabled(false));
    }

    private void assertAllTypes(UnaryOperator<ExampleParquetWriter.Builder> settings) throws IOException {
        var expected = new ArrayList<GenericRow>();
        ParquetFiles files = ForeignFiles.allTypes(nextFile(), ROWS, settings, expected);
        assertThat(files.read(ForeignFiles.ALL_TYPE)).isEqualTo(expected);
    }

    @Test
    void decimalsInAnyPhysicalType() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("""
                message m {
                  required int32 i (DECIMAL(9,2));
                  required int64 l (DECIMAL(18,2));
                  required binary b (DECIMAL(9,2));
                  required fixed_len_byte_array(12) f (DECIMAL(20,2));
                  required int32 wide (DECIMAL(9,2));
                }
                """);
        ParquetFiles files = write(schema, 1, (group, i) -> {
            group.add("i", -123);
            group.add("l", 1L << 50);
            group.add("b", Binary.fromConstantByteArray(new byte[] {-1}));
            group.add("f", Binary.fromConstantByteArray(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -2}));
            group.add("wide", 77);
        });
        RowType wanted = row(
                field("i", DataTypes.decimal(9, 2)),
                field("l", DataTypes.decimal(18, 2)),
                field("b", DataTypes.decimal(9, 2)),
                field("f", DataTypes.decimal(20, 2)),
                field("wide", DataTypes.decimal(30, 2)));
        assertThat(files.read(wanted))
                .containsExactly(GenericRow.of(
                        Decimal.ofUnscaled(-123, 9, 2),
                        Decimal.ofUnscaled(1L << 50, 18, 2),
                        Decimal.ofUnscaled(-1, 9, 2),
                        Decimal.ofUnscaled(BigInteger.valueOf(-2), 20, 2),
                        Decimal.ofUnscaled(77, 30, 2)));
    }

    @Test
    void timestampsOfAnyUnit() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("""
                message m {
                  required int64 millis (TIMESTAMP(MILLIS,false));
                  required int64 micros (TIMESTAMP(MICROS,true));
                  required int64 nanos (TIMESTAMP(NANOS,false));
                  required int96 int96;
                }
                """);
        ParquetFiles files = write(schema, 1, (group, i) -> {
            group.add("millis", -1L);
            group.add("micros", -1L);
            group.add("nanos", -1L);
            group.add("int96", new NanoTime(2440587, 86_399_999_999_999L));
        });
        RowType wanted = row(
                field("millis", DataTypes.timestamp(9)),
                field("micros", DataTypes.timestampLtz(6)),
                field("nanos", DataTypes.timestamp(9)),
                field("int96", DataTypes.timestamp(9)));
        assertThat(files.read(wanted))
                .containsExactly(GenericRow.of(
                        Timestamp.ofMillis(-1), Timestamp.ofMicros(-1), Timestamp.ofNanos(-1), Timestamp.ofNanos(-1)));
    }

    @Test
    void listsOfTwoLevels() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("""
                message m {
                  optional group a (LIST) { repeated int32 array; }
                  optional group b (LIST) { repeated group array { required int32 x; } }
                  optional group c (LIST) { repeated group c_tuple { required int32 x; } }
                  optional group d (LIST) { repeated group bag { required int32 x; required int32 y; } }
                  optional group e (LIST) { repeated group bag { optional int32 array_element; } }
                }
                """);
        ParquetFiles files = write(schema, 2, (group, i) -> {
            if (i == 0) {
                group.addGroup("a").append("array", 1).append("array", 2);
                for (String name : List.of("b", "c", "d")) {
                    Group list = group.addGroup(name);
                    String repeated = list.getType().getFieldName(0);
                    list.addGroup(repeated).append("x", 3);
                    list.addGroup(repeated).append("x", 4);
                    if (name.equals("d")) {
                        list.getGroup(repeated, 0).append("y", 5);
                        list.getGroup(repeated, 1).append("y", 6);
                    }
                }
                Group list = group.addGroup("e");
                list.addGroup("bag").append("array_element", 7);
                list.addGroup("bag");
            }
        });
        DataType x = row(field("x", DataTypes.INT));
        RowType wanted = row(
                field("a", DataTypes.array(DataTypes.INT)),
                field("b", DataTypes.array(x)),
                field("c", DataTypes.array(x)),
                field("d", DataTypes.array(row(field("y", DataTypes.INT), field("x", DataTypes.INT)))),
                field("e", DataTypes.array(DataTypes.INT)));
        GenericArray xs = GenericArray.of(GenericRow.of(3), GenericRow.of(4));
        assertThat(files.read(wanted))
                .containsExactly(
                        GenericRow.of(
                                GenericArray.of(1, 2),
                                xs,
                                xs,
                                GenericArray.of(GenericRow.of(5, 3), GenericRow.of(6, 4)),
                                GenericArray.of(7, null)),
                        GenericRow.of(null, null, null, null, null));
    }

    @Test
    void mapsUnderOtherNames() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("""
                message m {
                  required group m (MAP) { repeated group map { required int32 k; optional int32 v; } }
                }
                """);
        ParquetFiles files = write(schema, 1, (group, i) -> {
            Group map = group.addGroup("m");
            map.addGroup("map").append("k", 1).append("v", 2);
            map.addGroup("map").append("k", 3);
        });
        assertThat(files.read(row(field("m", DataTypes.map(DataTypes.INT, DataTypes.INT)))))
                .containsExactly(GenericRow.of(new GenericMap(GenericArray.of(1, 3), GenericArray.of(2, null))));
    }

    private ParquetFiles write(MessageType schema, int rows, BiConsumer<Group, Integer> filler) throws IOException {
        return ForeignFiles.write(nextFile(), schema, rows, builder -> builder, filler);
    }

    private Path nextFile() {
        return directory.resolve("foreign-" + fileNumber++);
    }
}
