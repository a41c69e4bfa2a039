package dev.varve.table.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of the format page and the directories of the golden tables. */
class PartitionPathTest {
    private static final String DEFAULT_NAME = "__DEFAULT_PARTITION__";

    @Test
    void aTableWithoutPartitionsHasAnEmptyPath() {
        assertThat(path(RowType.of(List.of()), true).of(GenericRow.of())).isEmpty();
    }

    @Test
    void columnsAreJoinedInOrder() {
        RowType type = DataTypes.row(
                new DataField(4, "dt", DataTypes.STRING.notNull()),
                new DataField(1, "region", DataTypes.INT.notNull()));
        assertThat(path(type, true).of(GenericRow.of(BinaryString.of("2024-01-02"), 1)))
                .isEqualTo("dt=2024-01-02/region=1");
        assertThat(path(type, true).of(GenericRow.of(BinaryString.of("a/b=c:d e%"), 1)))
                .isEqualTo("dt=a%2Fb%3Dc%3Ad e%25/region=1");
    }

    @Test
    void namesAreEscapedToo() {
        RowType type = DataTypes.row(new DataField(0, "a:b", DataTypes.INT));
        assertThat(path(type, true).of(GenericRow.of(1))).isEqualTo("a%3Ab=1");
    }

    @Test
    void nullEmptyAndBlankTextShareTheDefaultDirectory() {
        for (String value : new String[] {null, "", " ", "\t\n ", "\u2003"}) {
            BinaryString text = value == null ? null : BinaryString.of(value);
            assertThat(one(DataTypes.STRING, true, text))
                    .as("value '%s'", value)
                    .isEqualTo(DEFAULT_NAME);
        }
        assertThat(one(DataTypes.INT, true, null)).isEqualTo(DEFAULT_NAME);
        assertThat(one(DataTypes.STRING, true, BinaryString.of("\u00A0"))).isEqualTo("\u00A0");
    }

    @Test
    void theDefaultNameIsAnOption() {
        RowType type = DataTypes.row(new DataField(0, "p", DataTypes.STRING));
        PartitionPath path = new PartitionPath(type, true, "no:value", ZoneOffset.UTC);
        assertThat(path.of(GenericRow.of(BinaryString.EMPTY))).isEqualTo("p=no%3Avalue");
        assertThatThrownBy(() -> new PartitionPath(type, true, " ", ZoneOffset.UTC))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("partition.default-name");
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void mostTypesLookTheSameInBothRenderings(boolean legacy) {
        assertThat(one(DataTypes.BOOLEAN, legacy, true)).isEqualTo("true");
        assertThat(one(DataTypes.BOOLEAN, legacy, false)).isEqualTo("false");
        assertThat(one(DataTypes.TINYINT, legacy, (byte) -7)).isEqualTo("-7");
        assertThat(one(DataTypes.SMALLINT, legacy, (short) 300)).isEqualTo("300");
        assertThat(one(DataTypes.INT, legacy, Integer.MIN_VALUE)).isEqualTo("-2147483648");
        assertThat(one(DataTypes.BIGINT, legacy, Long.MAX_VALUE)).isEqualTo("9223372036854775807");
        assertThat(one(DataTypes.FLOAT, legacy, 1.5f)).isEqualTo("1.5");
        assertThat(one(DataTypes.DOUBLE, legacy, 1e10)).isEqualTo("1.0E10");
        assertThat(one(DataTypes.decimal(8, 3), legacy, decimal("-1.250", 8, 3)))
                .isEqualTo("-1.250");
        assertThat(one(DataTypes.decimal(20, 10), legacy, decimal("0.0000000001", 20, 10)))
                .isEqualTo("0.0000000001");
        assertThat(one(DataTypes.charType(5), legacy, BinaryString.of("ab"))).isEqualTo("ab");
    }

    @Test
    void legacyDatesAndTimesAreNumbers() {
        assertThat(one(DataTypes.DATE, true, (int) LocalDate.of(2024, 2, 29).toEpochDay()))
                .isEqualTo("19782");
        assertThat(one(DataTypes.DATE, true, -1)).isEqualTo("-1");
        assertThat(one(DataTypes.time(3), true, millisOfDay("12:34:56.789"))).isEqualTo("45296789");
    }

    @Test
    void plainDatesAreIso() {
        assertThat(one(DataTypes.DATE, false, (int) LocalDate.of(2024, 2, 29).toEpochDay()))
                .isEqualTo("2024-02-29");
        assertThat(one(DataTypes.DATE, false, -1)).isEqualTo("1969-12-31");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 12:34:56.789, 12:34:56",
        "3, 00:00:00,     00:00:00.0",
        "3, 00:00:00.100, 00:00:00.1",
        "3, 00:00:00.010, 00:00:00.01",
        "3, 00:00:00.789, 00:00:00.789",
        "2, 00:00:00.789, 00:00:00.78",
        "2, 23:59:59.005, 23:59:59.00",
        "9, 23:59:59.005, 23:59:59.005",
    })
    void plainTimesStopAtTheLastDigitThatIsNotZero(int precision, String time, String text) {
        assertThat(one(DataTypes.time(precision), false, millisOfDay(time))).isEqualTo(text.replace(":", "%3A"));
    }

    @ParameterizedTest
    @CsvSource({
        "3, 2024-02-29T12:34:56.789,       2024-02-29T12:34:56.789",
        "3, 2024-02-29T12:34:00,           2024-02-29T12:34",
        "6, 2024-02-29T12:34:56.789120,    2024-02-29T12:34:56.789120",
        "9, 1969-12-31T23:59:59.000000001, 1969-12-31T23:59:59.000000001",
    })
    void legacyTimestampsAreWhatJavaPrints(int precision, String value, String text) {
        Timestamp timestamp = Timestamp.of(LocalDateTime.parse(value));
        assertThat(one(DataTypes.timestamp(precision), true, timestamp)).isEqualTo(text.replace(":", "%3A"));
        assertThat(one(DataTypes.timestampLtz(precision), true, timestamp)).isEqualTo(text.replace(":", "%3A"));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2024-02-29T12:34:56,           2024-02-29 12:34:56",
        "3, 2024-02-29T12:34:56.789,       2024-02-29 12:34:56.789",
        "3, 2024-02-29T12:00,              2024-02-29 12:00:00.000",
        "6, 1969-12-31T23:59:59.000001,    1969-12-31 23:59:59.000001",
        "9, 2024-02-29T12:34:56.000000001, 2024-02-29 12:34:56.000000001",
    })
    void plainTimestampsHaveAllDigitsOfTheirPrecision(int precision, String value, String text) {
        assertThat(one(DataTypes.timestamp(precision), false, Timestamp.of(LocalDateTime.parse(value))))
                .isEqualTo(text.replace(":", "%3A"));
    }

    @Test
    void plainInstantsAreInTheWritersZone() {
        RowType type = DataTypes.row(new DataField(0, "p", DataTypes.timestampLtz(0)));
        PartitionPath path = new PartitionPath(type, false, DEFAULT_NAME, ZoneId.of("Asia/Tokyo"));
        assertThat(path.of(GenericRow.of(Timestamp.of(LocalDateTime.parse("2024-02-29T20:00")))))
                .isEqualTo("p=2024-03-01 05%3A00%3A00");
    }

    @Test
    void binaryIsTextOrUnusable() {
        assertThat(one(DataTypes.BYTES, false, new byte[] {'a', '/', 'b'})).isEqualTo("a%2Fb");
        assertThatThrownBy(() -> one(DataTypes.binary(3), true, new byte[3]))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("column p")
                .hasMessageContaining("partition.legacy-name");
    }

    @Test
    void nestedTypesAreUnusable() {
        assertThatThrownBy(() -> one(DataTypes.array(DataTypes.INT), true, null))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("ARRAY");
    }

    @Test
    void goldenDirectories() {
        RowType type = DataTypes.row(
                new DataField(0, "p_bool", DataTypes.BOOLEAN.notNull()),
                new DataField(1, "p_date", DataTypes.DATE.notNull()),
                new DataField(2, "p_big", DataTypes.BIGINT.notNull()),
                new DataField(3, "p_ts", DataTypes.timestamp(3).notNull()),
                new DataField(4, "p_dec", DataTypes.decimal(8, 2).notNull()));
        GenericRow one = GenericRow.of(
                true, 19000, 5L, Timestamp.of(LocalDateTime.parse("2024-02-29T12:34:56.789")), decimal("1.50", 8, 2));
        GenericRow two = GenericRow.of(
                false, -1, -5L, Timestamp.of(LocalDateTime.parse("2024-02-29T12:00")), decimal("-0.05", 8, 2));
        assertThat(path(type, true).of(one))
                .isEqualTo("p_bool=true/p_date=19000/p_big=5/p_ts=2024-02-29T12%3A34%3A56.789/p_dec=1.50");
        assertThat(path(type, true).of(two))
                .isEqualTo("p_bool=false/p_date=-1/p_big=-5/p_ts=2024-02-29T12%3A00/p_dec=-0.05");
        assertThat(path(type, false).of(one))
                .isEqualTo("p_bool=true/p_date=2022-01-08/p_big=5/p_ts=2024-02-29 12%3A34%3A56.789/p_dec=1.50");
        assertThat(path(type, false).of(two))
                .isEqualTo("p_bool=false/p_date=1969-12-31/p_big=-5/p_ts=2024-02-29 12%3A00%3A00.000/p_dec=-0.05");
    }

    private static String one(DataType type, boolean legacy, Object value) {
        RowType partition = DataTypes.row(new DataField(0, "p", type));
        String path = path(partition, legacy).of(GenericRow.of(new Object[] {value}));
        assertThat(path).startsWith("p=");
        return path.substring(2);
    }

    private static PartitionPath path(RowType type, boolean legacy) {
        return new PartitionPath(type, legacy, DEFAULT_NAME, ZoneOffset.UTC);
    }

    private static Decimal decimal(String text, int precision, int scale) {
        return Decimal.exact(new BigDecimal(text), precision, scale).orElseThrow();
    }

    private static int millisOfDay(String time) {
        return (int) (LocalTime.parse(time).toNanoOfDay() / 1_000_000);
    }
}
