package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.RowType;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The time that a partition's values stand for (semantics, snapshots and maintenance, section 5): of the first column, or of the
 * option {@code partition.timestamp-pattern} with each {@code $column} replaced; read as the option
 * {@code partition.timestamp-formatter} says. Pure.
 */
final class PartitionTime {
    /** {@code y-M-d[ H:m:s[.n]]} */
    private static final DateTimeFormatter DEFAULT = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR, 1, 10, SignStyle.NORMAL)
            .appendLiteral('-')
            .appendValue(ChronoField.MONTH_OF_YEAR, 1, 2, SignStyle.NORMAL)
            .appendLiteral('-')
            .appendValue(ChronoField.DAY_OF_MONTH, 1, 2, SignStyle.NORMAL)
            .optionalStart()
            .appendLiteral(' ')
            .appendValue(ChronoField.HOUR_OF_DAY, 1, 2, SignStyle.NORMAL)
            .appendLiteral(':')
            .appendValue(ChronoField.MINUTE_OF_HOUR, 1, 2, SignStyle.NORMAL)
            .appendLiteral(':')
            .appendValue(ChronoField.SECOND_OF_MINUTE, 1, 2, SignStyle.NORMAL)
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .optionalEnd()
            .optionalEnd()
            .toFormatter(Locale.ROOT);

    private final RowType type;
    private final Optional<String> pattern;
    private final DateTimeFormatter formatter;
    private final int[] longestNamesFirst;

    private PartitionTime(RowType type, Optional<String> pattern, DateTimeFormatter formatter) {
        this.type = requireNonNull(type, "type is null");
        this.pattern = pattern;
        this.formatter = requireNonNull(formatter, "formatter is null");
        // $hour is not the column $h followed by "our".
        this.longestNamesFirst = IntStream.range(0, type.arity())
                .boxed()
                .sorted(Comparator.comparing(
                        (Integer i) -> -type.field(i).name().length()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * The times of a table's partitions.
     *
     * @throws InvalidInputException if the formatter is none
     */
    static PartitionTime of(RowType partitionType, TableOptions options) {
        return new PartitionTime(
                partitionType,
                options.partitionTimestampPattern(),
                options.partitionTimestampFormatter()
                        .map(PartitionTime::formatter)
                        .orElse(DEFAULT));
    }

    private static DateTimeFormatter formatter(String text) {
        try {
            return DateTimeFormatter.ofPattern(text, Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    "option 'partition.timestamp-formatter' = '" + text + "' is no pattern of times, such as yyyyMMdd: "
                            + e.getMessage(),
                    e);
        }
    }

    /** The time; empty if a value that counts is null, or the text is no time. */
    Optional<LocalDateTime> of(BinaryRow partition) {
        return text(partition).flatMap(this::parse);
    }

    private Optional<String> text(BinaryRow partition) {
        if (pattern.isEmpty()) {
            return partition.isNull(0) ? Optional.empty() : Optional.of(value(partition, 0));
        }
        String text = pattern.get();
        for (int i : longestNamesFirst) {
            String variable = "$" + type.field(i).name();
            if (!text.contains(variable)) {
                continue;
            }
            if (partition.isNull(i)) {
                return Optional.empty();
            }
            text = text.replace(variable, value(partition, i));
        }
        return Optional.of(text);
    }

    private String value(BinaryRow partition, int position) {
        return String.valueOf(ValueReader.valueAt(partition, position, type.type(position)));
    }

    private Optional<LocalDateTime> parse(String text) {
        try {
            TemporalAccessor parsed = formatter.parseBest(text, LocalDateTime::from, LocalDate::from);
            return Optional.of(parsed instanceof LocalDate date ? date.atStartOfDay() : (LocalDateTime) parsed);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
