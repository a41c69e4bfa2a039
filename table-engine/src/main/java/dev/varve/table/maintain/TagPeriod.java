package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.option.TableOptions;
import dev.varve.table.option.TagCreationPeriod;
import dev.varve.table.option.TagPeriodFormatter;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * The periods of automatic tags and the names of those tags (semantics, snapshots and maintenance, section 4). Periods are counted
 * from 1970 in local time. A tag is named after the beginning of its period. Immutable.
 *
 * @param length of a period, at least one millisecond
 * @param pattern how a beginning is written, for {@link DateTimeFormatter}
 */
record TagPeriod(Duration length, String pattern) {
    TagPeriod {
        requireNonNull(length, "length is null");
        Check.argument(length.toMillis() > 0, "a period of %s", length);
    }

    static TagPeriod of(TableOptions options) {
        return options.tagCreationPeriodDuration()
                .map(length -> new TagPeriod(length, "yyyyMMddHHmm"))
                .orElseGet(() -> of(options.tagCreationPeriod(), options.tagPeriodFormatter()));
    }

    private static TagPeriod of(TagCreationPeriod period, TagPeriodFormatter formatter) {
        return switch (period) {
            case DAILY -> new TagPeriod(Duration.ofDays(1), daily(formatter));
            case HOURLY -> new TagPeriod(Duration.ofHours(1), hourly(formatter));
            // Paimon 1.4.2 asks the formatter for the other two periods only.
            case TWO_HOURS -> new TagPeriod(Duration.ofHours(2), hourly(TagPeriodFormatter.WITH_DASHES));
        };
    }

    private static String daily(TagPeriodFormatter formatter) {
        return switch (formatter) {
            case WITH_DASHES -> "yyyy-MM-dd";
            case WITHOUT_DASHES, WITHOUT_DASHES_AND_SPACES -> "yyyyMMdd";
        };
    }

    private static String hourly(TagPeriodFormatter formatter) {
        return switch (formatter) {
            case WITH_DASHES -> "yyyy-MM-dd HH";
            case WITHOUT_DASHES -> "yyyyMMdd HH";
            case WITHOUT_DASHES_AND_SPACES -> "yyyyMMddHH";
        };
    }

    /** The beginning of the last period that is over at this time. */
    LocalDateTime lastComplete(LocalDateTime time) {
        long millis = time.toInstant(ZoneOffset.UTC).toEpochMilli();
        long begin = Math.floorDiv(millis, length.toMillis()) * length.toMillis();
        return LocalDateTime.ofEpochSecond(
                        Math.floorDiv(begin, 1000), Math.floorMod(begin, 1000) * 1_000_000, ZoneOffset.UTC)
                .minus(length);
    }

    /** The beginning of the period after the one that begins then. */
    LocalDateTime next(LocalDateTime begin) {
        return begin.plus(length);
    }

    String nameOf(LocalDateTime begin) {
        return formatter().format(begin);
    }

    /** The beginning of the period with this name; empty for names that are none of ours. */
    Optional<LocalDateTime> parse(String name) {
        try {
            boolean dateOnly = !pattern.contains("H");
            return Optional.of(
                    dateOnly
                            ? LocalDate.parse(name, formatter()).atStartOfDay()
                            : LocalDateTime.parse(name, formatter()));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private DateTimeFormatter formatter() {
        return DateTimeFormatter.ofPattern(pattern);
    }
}
