package dev.varve.table.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.format.ColumnStatistics;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every rule of the format page manifests, statistics rules. */
class ParquetStatisticsTest {
    private static final ColumnStatistics ONE_NULL = new ColumnStatistics(null, null, 1L);

    @Test
    void modeNoneKeepsNothing() {
        assertThat(of(DataTypes.INT, StatisticsMode.NONE, 1, null)).isEqualTo(ColumnStatistics.UNKNOWN);
    }

    @Test
    void modeCountsKeepsNullsOnly() {
        assertThat(of(DataTypes.INT, StatisticsMode.COUNTS, 1, null)).isEqualTo(ONE_NULL);
        assertThat(of(DataTypes.STRING, StatisticsMode.COUNTS, BinaryString.of("a"), null))
                .isEqualTo(ONE_NULL);
    }

    @Test
    void modeFullKeepsWholeTexts() {
        String text = "x".repeat(1000);
        assertThat(of(DataTypes.STRING, StatisticsMode.FULL, BinaryString.of(text), BinaryString.of("b")))
                .isEqualTo(bounds(BinaryString.of("b"), BinaryString.of(text), 0));
    }

    @Test
    void modeTruncateShortensTextsOnly() {
        StatisticsMode mode = StatisticsMode.truncate(2);
        assertThat(of(DataTypes.varchar(9), mode, BinaryString.of("abcd"), BinaryString.of("bcde")))
                .isEqualTo(bounds(BinaryString.of("ab"), BinaryString.of("bd"), 0));
        assertThat(of(DataTypes.charType(9), mode, BinaryString.of("ab"), BinaryString.of("abc")))
                .isEqualTo(bounds(BinaryString.of("ab"), BinaryString.of("ac"), 0));
        assertThat(of(DataTypes.BIGINT, mode, 123456L, 1L)).isEqualTo(bounds(1L, 123456L, 0));
    }

    @Test
    void textWithoutUpperBoundHasNoBounds() {
        BinaryString highest = BinaryString.of("\udbff\udfff".repeat(3));
        assertThat(of(DataTypes.STRING, StatisticsMode.truncate(2), highest, BinaryString.of("a"), null))
                .isEqualTo(ONE_NULL);
    }

    @Test
    void textsAreOrderedByTheirUnsignedBytes() {
        assertThat(of(
                        DataTypes.STRING,
                        StatisticsMode.FULL,
                        text("z"),
                        text("\u00e9"),
                        text("\ud83d\ude00"),
                        text("\uffff")))
                .isEqualTo(bounds(text("z"), text("\ud83d\ude00"), 0));
    }

    @Test
    void orderedTypesHaveBounds() {
        assertBounds(DataTypes.BOOLEAN, false, true);
        assertBounds(DataTypes.TINYINT, (byte) -128, (byte) 127);
        assertBounds(DataTypes.SMALLINT, (short) -5, (short) 7);
        assertBounds(DataTypes.INT, Integer.MIN_VALUE, Integer.MAX_VALUE);
        assertBounds(DataTypes.BIGINT, Long.MIN_VALUE, Long.MAX_VALUE);
        assertBounds(DataTypes.DATE, -1, 19_000);
        assertBounds(DataTypes.time(3), 0, 86_399_999);
        assertBounds(DataTypes.FLOAT, -1.5f, 2.25f);
        assertBounds(DataTypes.DOUBLE, Double.NEGATIVE_INFINITY, Double.MAX_VALUE);
        assertBounds(DataTypes.timestamp(0), Timestamp.ofMillis(-1000), Timestamp.ofMillis(5000));
        assertBounds(DataTypes.timestampLtz(3), Timestamp.ofMillis(-1), Timestamp.ofMillis(1));
        assertBounds(DataTypes.timestamp(6), Timestamp.ofMicros(-1), Timestamp.ofMicros(1));
        assertBounds(DataTypes.timestampLtz(6), Timestamp.ofMicros(-1001), Timestamp.ofMicros(999));
        assertBounds(DataTypes.decimal(9, 2), decimal("-999999999", 9, 2), decimal("12", 9, 2));
        assertBounds(DataTypes.decimal(18, 4), decimal("-1", 18, 4), decimal("999999999999999999", 18, 4));
        assertBounds(DataTypes.decimal(38, 0), decimal("-" + "9".repeat(38), 38, 0), decimal("9".repeat(38), 38, 0));
        assertBounds(DataTypes.STRING, text(""), text("b"));
    }

    private static void assertBounds(DataType type, Object min, Object max) {
        assertThat(of(type, StatisticsMode.truncate(16), max, null, min)).isEqualTo(bounds(min, max, 1));
    }

    @Test
    void microsecondsAreRoundedTowardsThePast() {
        Timestamp nanos = new Timestamp(-1, 999_999);
        assertThat(of(DataTypes.timestamp(6), StatisticsMode.FULL, nanos))
                .isEqualTo(bounds(Timestamp.ofMicros(-1), Timestamp.ofMicros(-1), 0));
    }

    @Test
    void bytesAndNanosecondsHaveNullCountsOnly() {
        assertThat(of(DataTypes.BYTES, StatisticsMode.FULL, new byte[] {1}, null))
                .isEqualTo(ONE_NULL);
        assertThat(of(DataTypes.binary(3), StatisticsMode.FULL, new byte[] {1}, null))
                .isEqualTo(ONE_NULL);
        assertThat(of(DataTypes.timestamp(7), StatisticsMode.FULL, Timestamp.ofMillis(1), null))
                .isEqualTo(ONE_NULL);
        assertThat(of(DataTypes.timestampLtz(9), StatisticsMode.FULL, Timestamp.ofMillis(1), null))
                .isEqualTo(ONE_NULL);
    }

    @Test
    void nestedTypesHaveNone() {
        assertThat(of(DataTypes.array(DataTypes.INT), StatisticsMode.FULL, GenericArray.of(1), null))
                .isEqualTo(ColumnStatistics.UNKNOWN);
        assertThat(of(
                        DataTypes.map(DataTypes.INT, DataTypes.INT),
                        StatisticsMode.COUNTS,
                        GenericMap.of(Map.of(1, 2)),
                        null))
                .isEqualTo(ColumnStatistics.UNKNOWN);
        assertThat(of(DataTypes.multiset(DataTypes.INT), StatisticsMode.FULL, GenericMap.of(Map.of(1, 2))))
                .isEqualTo(ColumnStatistics.UNKNOWN);
        assertThat(of(RowType.ofTypes(List.of(DataTypes.INT)), StatisticsMode.FULL, GenericRow.of(1), null))
                .isEqualTo(ColumnStatistics.UNKNOWN);
    }

    @Test
    void nullsAloneHaveNoBounds() {
        assertThat(of(DataTypes.INT, StatisticsMode.FULL, null, null)).isEqualTo(bounds(null, null, 2));
        assertThat(of(DataTypes.DOUBLE, StatisticsMode.FULL, null, null)).isEqualTo(bounds(null, null, 2));
        assertThat(of(DataTypes.STRING, StatisticsMode.truncate(16), null, null))
                .isEqualTo(bounds(null, null, 2));
        assertThat(of(DataTypes.decimal(20, 0), StatisticsMode.FULL, null, null))
                .isEqualTo(bounds(null, null, 2));
    }

    @Test
    void notANumberIsTheGreatestFraction() {
        assertThat(of(DataTypes.DOUBLE, StatisticsMode.FULL, 2.25, Double.NaN)).isEqualTo(bounds(2.25, Double.NaN, 0));
        assertThat(of(DataTypes.FLOAT, StatisticsMode.FULL, Float.NaN, Float.POSITIVE_INFINITY))
                .isEqualTo(bounds(Float.POSITIVE_INFINITY, Float.NaN, 0));
        assertThat(of(DataTypes.DOUBLE, StatisticsMode.FULL, Double.NaN)).isEqualTo(bounds(Double.NaN, Double.NaN, 0));
    }

    @Test
    void zerosKeepTheirSign() {
        assertThat(of(DataTypes.DOUBLE, StatisticsMode.FULL, 0.0, -0.0)).isEqualTo(bounds(-0.0, 0.0, 0));
        assertThat(of(DataTypes.FLOAT, StatisticsMode.FULL, -0.0f)).isEqualTo(bounds(-0.0f, -0.0f, 0));
        assertThat(of(DataTypes.DOUBLE, StatisticsMode.FULL, 0.0)).isEqualTo(bounds(0.0, 0.0, 0));
    }

    @Test
    void boundsSpanAllRowGroups() {
        RowType type = RowType.ofTypes(List.of(DataTypes.INT));
        List<GenericRow> rows = java.util.stream.IntStream.range(0, 1000)
                .mapToObj(GenericRow::of)
                .toList();
        var settings = ParquetFiles.settings(type, "none", 100, StatisticsMode.FULL);
        assertThat(new ParquetFiles().write(type, rows, settings).columns()).containsExactly(bounds(0, 999, 0));
    }

    private static ColumnStatistics of(DataType type, StatisticsMode mode, Object... values) {
        RowType row = RowType.ofTypes(List.of(type));
        List<GenericRow> rows =
                Arrays.stream(values).map(value -> GenericRow.of(value)).toList();
        var settings = ParquetFiles.settings(row, "zstd", WriteSettings.DEFAULT_BLOCK_BYTES, mode);
        return new ParquetFiles().write(row, rows, settings).columns().get(0);
    }

    private static ColumnStatistics bounds(Object min, Object max, long nulls) {
        return new ColumnStatistics(min, max, nulls);
    }

    private static BinaryString text(String text) {
        return BinaryString.of(text);
    }

    private static Decimal decimal(String unscaled, int precision, int scale) {
        return Decimal.ofUnscaled(new BigInteger(unscaled), precision, scale);
    }
}
