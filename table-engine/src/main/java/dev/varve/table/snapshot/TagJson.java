package dev.varve.table.snapshot;

import dev.varve.table.error.CorruptTableException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;

/**
 * The text of a tag file (format page, snapshots 3.7): a snapshot's keys and, if the tag has a retention, two more. The names are
 * stored: never change one.
 *
 * <pre>
 *   "tagCreateTime" : [ 2026, 1, 31, 12, 5, 9, 250000000 ]    local time; a trailing nano of 0, then second of 0, is left out
 *   "tagTimeRetained" : 86400.000000000                       seconds
 * </pre>
 */
final class TagJson {
    private static final String CREATE_TIME = "tagCreateTime";
    private static final String TIME_RETAINED = "tagTimeRetained";

    /** A number of seconds with more digits than a long on either side of the point is damage, and costly to unfold. */
    private static final int LONGEST_DIGITS = 19;

    private TagJson() {}

    static String format(Tag tag) {
        if (tag.createTime().isEmpty() || tag.timeRetained().isEmpty()) {
            return SnapshotJson.format(tag.snapshot());
        }
        return SnapshotJson.format(tag.snapshot(), json -> {
            json.writeArrayFieldStart(CREATE_TIME);
            for (int part : parts(tag.createTime().get())) {
                json.writeNumber(part);
            }
            json.writeEndArray();
            json.writeFieldName(TIME_RETAINED);
            json.writeNumber(seconds(tag.timeRetained().get()));
        });
    }

    /**
     * Reads a tag file.
     *
     * @throws CorruptTableException if the text is not a tag; names the file and the key
     */
    static Tag parse(String name, String text, String fileName) {
        JsonKeys keys = JsonKeys.parse(text, fileName);
        return new Tag(
                name,
                SnapshotJson.parse(keys),
                keys.optionalIntegers(CREATE_TIME).map(parts -> time(parts, keys)),
                keys.optionalDecimal(TIME_RETAINED).map(seconds -> duration(seconds, keys)));
    }

    private static List<Integer> parts(LocalDateTime time) {
        List<Integer> all = List.of(
                time.getYear(),
                time.getMonthValue(),
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                time.getSecond(),
                time.getNano());
        int length = time.getNano() > 0 ? 7 : time.getSecond() > 0 ? 6 : 5;
        return all.subList(0, length);
    }

    private static LocalDateTime time(List<Integer> parts, JsonKeys keys) {
        if (parts.size() < 5 || parts.size() > 7) {
            throw keys.corrupt(CREATE_TIME, "has " + parts.size() + " parts; expected 5 to 7, from year to nanosecond");
        }
        int second = parts.size() > 5 ? parts.get(5) : 0;
        int nano = parts.size() > 6 ? parts.get(6) : 0;
        try {
            return LocalDateTime.of(parts.get(0), parts.get(1), parts.get(2), parts.get(3), parts.get(4), second, nano);
        } catch (DateTimeException e) {
            throw keys.corrupt(CREATE_TIME, "is " + parts + ", which is no date and time: " + e.getMessage());
        }
    }

    private static BigDecimal seconds(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
    }

    private static Duration duration(BigDecimal seconds, JsonKeys keys) {
        if (seconds.precision() - seconds.scale() > LONGEST_DIGITS || seconds.scale() > LONGEST_DIGITS) {
            throw keys.corrupt(TIME_RETAINED, "is out of all proportion");
        }
        try {
            BigDecimal whole = new BigDecimal(seconds.toBigInteger());
            return Duration.ofSeconds(
                    whole.longValueExact(),
                    seconds.subtract(whole).movePointRight(9).longValue());
        } catch (ArithmeticException e) {
            throw keys.corrupt(TIME_RETAINED, "is " + seconds + ", which is too long");
        }
    }
}
