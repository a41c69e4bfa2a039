package dev.varve.connect.convert;

import java.time.LocalDate;
import java.util.Date;
import java.util.Optional;

/** Days since 1970, Connect dates, ISO texts → DATE. */
record DateConverter(Site site, Meaning meaning) implements ValueConverter {
    private static final long MILLIS_OF_DAY = 86_400_000L;

    @Override
    public Object convert(Object value, Attempt attempt) {
        boolean isDate = meaning == Meaning.DATE || meaning == Meaning.UNTYPED;
        if (isDate && value instanceof Number number && Numbers.isIntegral(number)) {
            return InfiniteTimes.isInfiniteDay(number.longValue())
                    ? attempt.infinite(site)
                    : (Object) number.intValue();
        }
        if (isDate && value instanceof Date date) {
            return ofMillis(date.getTime(), attempt);
        }
        if (value instanceof String text) {
            return InfiniteTimes.isInfinite(text) ? attempt.infinite(site) : ofText(text, attempt);
        }
        return attempt.wrongType(site, value, "a date: days since 1970-01-01, or a text like 2026-01-31");
    }

    private Object ofMillis(long millis, Attempt attempt) {
        if (Math.floorMod(millis, MILLIS_OF_DAY) != 0) {
            return attempt.misfit(site, null, "the value has a time of day");
        }
        long days = Math.floorDiv(millis, MILLIS_OF_DAY);
        return InfiniteTimes.isInfiniteDay(days) ? attempt.infinite(site) : (Object) (int) days;
    }

    private Object ofText(String text, Attempt attempt) {
        Optional<LocalDate> date = TimeText.date(text);
        boolean fits =
                date.isPresent() && date.get().toEpochDay() == (int) date.get().toEpochDay();
        return fits ? (Object) (int) date.get().toEpochDay() : attempt.notA(site, meaning, "date like 2026-01-31");
    }
}
