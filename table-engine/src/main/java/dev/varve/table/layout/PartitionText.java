package dev.varve.table.layout;

import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.row.Row;
import dev.varve.table.row.TemporalText;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** How the values of one partition column are written in a directory name, before escaping. Stored: never change a rendering. */
@FunctionalInterface
interface PartitionText {
    /** The text of a value that is not null. */
    String of(Row row, int position);

    static PartitionText of(DataField field, boolean legacy, ZoneId zone) {
        DataType type = field.type();
        return switch (type.root()) {
            case BOOLEAN -> (row, i) -> Boolean.toString(row.booleanAt(i));
            case TINYINT -> (row, i) -> Byte.toString(row.byteAt(i));
            case SMALLINT -> (row, i) -> Short.toString(row.shortAt(i));
            case INT -> (row, i) -> Integer.toString(row.intAt(i));
            case BIGINT -> (row, i) -> Long.toString(row.longAt(i));
            case FLOAT -> (row, i) -> Float.toString(row.floatAt(i));
            case DOUBLE -> (row, i) -> Double.toString(row.doubleAt(i));
            case DECIMAL -> decimal((DecimalType) type);
            case CHAR, VARCHAR -> (row, i) -> row.stringAt(i).toString();
            case DATE -> legacy ? (row, i) -> Integer.toString(row.intAt(i)) : (row, i) -> date(row.intAt(i));
            case TIME ->
                legacy
                        ? (row, i) -> Integer.toString(row.intAt(i))
                        : (row, i) -> TemporalText.time(row.intAt(i), ((PrecisionType) type).precision());
            case TIMESTAMP -> timestamp((PrecisionType) type, legacy, ZoneOffset.UTC);
            case TIMESTAMP_LTZ -> timestamp((PrecisionType) type, legacy, legacy ? ZoneOffset.UTC : zone);
            case BINARY, VARBINARY -> binary(field, legacy);
            case ARRAY, MAP, MULTISET, ROW -> throw unusable(field, "nested types have no text");
        };
    }

    private static PartitionText decimal(DecimalType type) {
        return (row, i) ->
                row.decimalAt(i, type.precision(), type.scale()).toBigDecimal().toPlainString();
    }

    private static PartitionText binary(DataField field, boolean legacy) {
        if (legacy) {
            throw unusable(
                    field, "with partition.legacy-name = true the directory of a binary value cannot be found again");
        }
        return (row, i) -> new String(row.binaryAt(i), StandardCharsets.UTF_8);
    }

    private static PartitionText timestamp(PrecisionType type, boolean legacy, ZoneId zone) {
        return (row, i) -> {
            Timestamp timestamp = row.timestampAt(i, type.precision());
            LocalDateTime local = LocalDateTime.ofInstant(timestamp.toInstant(), zone);
            return legacy ? local.toString() : timestamp(local, type.precision());
        };
    }

    private static UnsupportedFormatException unusable(DataField field, String why) {
        return new UnsupportedFormatException(
                "column " + field.name() + " of type " + field.type() + " cannot be a partition column: " + why);
    }

    private static String date(int days) {
        LocalDate date = LocalDate.ofEpochDay(days);
        return digits(4, date.getYear()) + "-" + digits(2, date.getMonthValue()) + "-"
                + digits(2, date.getDayOfMonth());
    }

    private static String timestamp(LocalDateTime time, int precision) {
        String text = date((int) time.toLocalDate().toEpochDay()) + " "
                + clock(time.toLocalTime().toSecondOfDay());
        return precision == 0 ? text : text + "." + digits(9, time.getNano()).substring(0, precision);
    }

    private static String clock(int secondOfDay) {
        return digits(2, secondOfDay / 3600)
                + ":" + digits(2, secondOfDay / 60 % 60)
                + ":" + digits(2, secondOfDay % 60);
    }

    /**
     * The last {@code count} decimal digits of {@code number}, with leading zeros. For years before 0 the result is nonsense
     * (characters below '0'), but it is the nonsense by which Apache Paimon finds the directory.
     */
    private static String digits(int count, int number) {
        char[] text = new char[count];
        for (int i = count - 1, rest = number; i >= 0; i--, rest /= 10) {
            text[i] = (char) ('0' + rest % 10);
        }
        return new String(text);
    }
}
