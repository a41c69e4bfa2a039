package dev.varve.table.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FixedBucketsTest {
    private static TableSchema schema(List<String> primaryKeys, List<String> partitionKeys, DataType... types) {
        var fields = new ArrayList<DataField>();
        for (int i = 0; i < types.length; i++) {
            fields.add(new DataField(i, "c" + i, types[i]));
        }
        return new TableSchema(3, 0, fields, types.length, partitionKeys, primaryKeys, Map.of(), Optional.empty(), 0);
    }

    private static FixedBuckets buckets(TableSchema schema, int n, String... options) {
        var all = new HashMap<>(Map.of("bucket", Integer.toString(n)));
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return FixedBuckets.of(schema, TableOptions.of(all, 3));
    }

    private static void expect(Object key, DataType type, int of4, int of16, int of128) {
        TableSchema schema = schema(List.of("c0"), List.of(), type);
        GenericRow row = GenericRow.ofKind(RowKind.DELETE, key);
        assertThat(buckets(schema, 4).bucketOf(BinaryRow.EMPTY, row)).isEqualTo(of4);
        assertThat(buckets(schema, 16).bucketOf(BinaryRow.EMPTY, row)).isEqualTo(of16);
        assertThat(buckets(schema, 128).bucketOf(BinaryRow.EMPTY, row)).isEqualTo(of128);
        assertThat(buckets(schema, 1).bucketOf(BinaryRow.EMPTY, row)).isZero();
    }

    /** Format page binary rows, bucket. */
    @Test
    void bucketsAreThoseOfTheFormat() {
        expect(1, DataTypes.INT, 2, 14, 30);
        expect(-1, DataTypes.INT, 3, 3, 99);
        expect(1_234_567_890_123L, DataTypes.BIGINT, 0, 12, 44);
        expect(BinaryString.of("abc"), DataTypes.STRING, 3, 3, 115);
        expect(BinaryString.of("12345678"), DataTypes.STRING, 1, 9, 105);
        expect(BinaryString.of("\u4e2d\u6587"), DataTypes.STRING, 0, 4, 68);
        Decimal price = Decimal.exact(new BigDecimal("12.34"), 20, 2).orElseThrow();
        expect(price, DataTypes.decimal(20, 2), 1, 9, 105);
    }

    @Test
    void theBucketKeyIsTheTrimmedPrimaryKeyUnlessDeclared() {
        TableSchema schema =
                schema(List.of("c2", "c0", "c1"), List.of("c2"), DataTypes.INT, DataTypes.STRING, DataTypes.STRING);
        GenericRow row = GenericRow.of(1, BinaryString.of("a"), BinaryString.of("partition"));
        assertThat(buckets(schema, 128).bucketOf(BinaryRow.EMPTY, row)).isEqualTo(38);
        assertThat(buckets(schema, 128, "bucket-key", "c0").bucketOf(BinaryRow.EMPTY, row))
                .isEqualTo(30);
        assertThat(buckets(schema, 128).totalBuckets()).isEqualTo(128);
        assertThatThrownBy(() -> buckets(schema, 4, "bucket-key", "c9"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Primary keys [c2, c0, c1] should contains all bucket keys [c9].");
    }

    @Test
    void moduloTakesOneIntegerColumn() {
        TableSchema ints = schema(List.of("c0"), List.of(), DataTypes.INT);
        FixedBuckets modulo = buckets(ints, 4, "bucket-function.type", "mod");
        assertThat(modulo.bucketOf(BinaryRow.EMPTY, GenericRow.of(7))).isEqualTo(3);
        assertThat(modulo.bucketOf(BinaryRow.EMPTY, GenericRow.of(-1))).isEqualTo(3);
        TableSchema longs = schema(List.of("c0"), List.of(), DataTypes.BIGINT);
        assertThat(buckets(longs, 7, "bucket-function.type", "mod").bucketOf(BinaryRow.EMPTY, GenericRow.of(-8L)))
                .isEqualTo(6);
        TableSchema text = schema(List.of("c0"), List.of(), DataTypes.STRING);
        assertThatThrownBy(() -> buckets(text, 4, "bucket-function.type", "mod"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("exactly one bucket key column");
        assertThatThrownBy(() -> buckets(ints, 4, "bucket-function.type", "hive"))
                .isInstanceOf(UnsupportedFormatException.class);
    }

    @Test
    void partitionsAreExtractedInKeyOrder() {
        TableSchema schema =
                schema(List.of("c1", "c0", "c2"), List.of("c2", "c0"), DataTypes.INT, DataTypes.INT, DataTypes.STRING);
        PartitionExtractor extractor = new PartitionExtractor(schema);
        BinaryRow partition =
                extractor.partitionOf(GenericRow.ofKind(RowKind.DELETE, 7, 8, BinaryString.of("a long partition")));
        assertThat(partition.arity()).isEqualTo(2);
        assertThat(partition.stringAt(0)).isEqualTo(BinaryString.of("a long partition"));
        assertThat(partition.intAt(1)).isEqualTo(7);
        assertThat(partition.kind()).isEqualTo(RowKind.INSERT);
        TableSchema whole = schema(List.of("c0"), List.of(), DataTypes.INT);
        assertThat(new PartitionExtractor(whole).partitionOf(GenericRow.of(1))).isSameAs(BinaryRow.EMPTY);
    }
}
