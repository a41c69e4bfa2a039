package dev.varve.table.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.BloomColumn;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.paimon.fileindex.FileIndexFormat;
import org.apache.paimon.fileindex.FileIndexer;
import org.apache.paimon.options.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of Bloom filters and of their container are those of Apache Paimon Java. */
class FileIndexPaimonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "TINYINT",
                "SMALLINT",
                "INT",
                "BIGINT",
                "FLOAT",
                "DOUBLE",
                "CHAR(7)",
                "STRING",
                "BINARY(5)",
                "BYTES",
                "DATE",
                "TIME(3)",
                "TIMESTAMP(0)",
                "TIMESTAMP(3)",
                "TIMESTAMP(6)",
                "TIMESTAMP(9)",
                "TIMESTAMP(3) WITH LOCAL TIME ZONE",
                "TIMESTAMP(6) WITH LOCAL TIME ZONE"
            })
    void everyTypeHasPaimonsBytes(String name) throws Exception {
        DataType type = TypeParser.parse(name);
        RowType rowType = new RowType(List.of(new DataField(0, "c", type)), false);
        for (int seed = 0; seed < 8; seed++) {
            var random = new Random(seed);
            List<GenericRow> rows = rows(rowType, random);
            var column = new BloomColumn("c", 1 + random.nextInt(300), 0.001 + random.nextDouble() / 2);
            byte[] expected = paimon(rows, rowType, column);
            FileIndexWriter writer = new FileIndexWriter(rowType, List.of(column));
            rows.forEach(writer::add);

            assertThat(writer.finish()).as("seed %s", seed).isEqualTo(container(Map.of("c", expected)));
            BloomFilter filter = FileIndex.parse(ByteBuffer.wrap(container(Map.of("c", expected))), "test")
                    .bloomFilter("c")
                    .orElseThrow();
            ColumnHash hash = ColumnHash.of("c", type);
            rows.stream()
                    .filter(row -> !row.isNull(0))
                    .forEach(row ->
                            assertThat(filter.mayContain(hash.of(row, 0))).isTrue());
        }
    }

    private static List<GenericRow> rows(RowType type, Random random) {
        var rows = new ArrayList<GenericRow>();
        var generator = new RandomRows(random);
        for (int i = 0; i < 100; i++) {
            rows.add(generator.row(type));
        }
        return rows;
    }

    private static byte[] paimon(List<GenericRow> rows, RowType type, BloomColumn column) {
        var options = new Options();
        options.set("items", Integer.toString(column.items()));
        options.set("fpp", Double.toString(column.falsePositiveRate()));
        var writer = FileIndexer.create("bloom-filter", PaimonRows.type(type.type(0)), options)
                .createWriter();
        for (GenericRow row : rows) {
            writer.writeRecord(PaimonRows.toPaimon(row, 0, type.type(0)));
        }
        return writer.serializedBytes();
    }

    private static byte[] container(Map<String, byte[]> filters) throws Exception {
        var bytes = new ByteArrayOutputStream();
        Map<String, Map<String, byte[]>> indexes = new LinkedHashMap<>();
        filters.forEach((column, filter) -> indexes.put(column, Map.of("bloom-filter", filter)));
        try (FileIndexFormat.Writer writer = FileIndexFormat.createWriter(bytes)) {
            writer.writeColumnIndexes(indexes);
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "7, 0.9", "100, 0.1", "50, 0.05", "1000000, 0.1", "3, 1e-300", "12345, 0.0001"})
    void filtersHavePaimonsSize(int items, double rate) {
        RowType type = new RowType(List.of(new DataField(0, "c", TypeParser.parse("INT"))), false);
        byte[] expected = paimon(List.of(GenericRow.of(42)), type, new BloomColumn("c", items, rate));

        BloomFilter filter = BloomFilter.sized(items, rate);
        filter.add(ColumnHash.of("c", type.type(0)).of(42));

        assertThat(filter.toBytes()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BOOLEAN", "DECIMAL(10, 2)", "ARRAY<INT>", "MAP<INT, INT>", "MULTISET<INT>", "ROW<a INT>"})
    void theOtherTypesAreRefusedByBoth(String name) {
        DataType type = TypeParser.parse(name);
        RowType rowType = new RowType(List.of(new DataField(0, "c", type)), false);
        assertThat(ColumnHash.supports(type)).isFalse();
        assertThatThrownBy(() -> FileIndexWriter.requirePossible(rowType, List.of(new BloomColumn("c", 10, 0.1))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("column 'c' of type " + type);
        assertThatThrownBy(() -> FileIndexer.create("bloom-filter", PaimonRows.type(type), new Options())
                        .createWriter())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void theFalsePositiveRateIsKept() {
        BloomFilter filter = BloomFilter.sized(10_000, 0.01);
        ColumnHash hash = ColumnHash.of("c", TypeParser.parse("STRING"));
        for (int i = 0; i < 10_000; i++) {
            filter.add(hash.of(BinaryString.of("in-" + i)));
        }
        int falsePositives = 0;
        for (int i = 0; i < 10_000; i++) {
            falsePositives += filter.mayContain(hash.of(BinaryString.of("out-" + i))) ? 1 : 0;
        }
        assertThat(falsePositives).isLessThan(200);
    }
}
