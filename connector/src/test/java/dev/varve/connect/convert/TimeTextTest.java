package dev.varve.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.convert.TimeText.Stamp;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 0, 0, true",
        "1970-01-01 00:00:00, 0, 0, false",
        "1970-01-01T00:00:00.5+01, -3600, 500000000, true",
        "1970-01-01T00:00:00.123456789-0130, 5400, 123456789, true",
        "1970-01-01T00:00:00+18:00, -64800, 0, true",
        "1969-12-31T23:59:59.999999999Z, -1, 999999999, true",
        "2024-02-29T00:00:00Z, 1709164800, 0, true",
        "0000-01-01T00:00:00Z, -62167219200, 0, true",
        "+12345-01-01T00:00:00Z, 327403382400, 0, true",
        "-0001-01-01T00:00:00Z, -62198755200, 0, true",
        "1970-01-01T00:00Z, 0, 0, true",
    })
    void datesAndTimes(String text, long seconds, int nanos, boolean hasOffset) {
        assertThat(TimeText.stamp(text)).contains(new Stamp(seconds, nanos, hasOffset));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Z",
                "2024-02-29",
                "2023-02-29T00:00:00Z",
                "2024-13-01T00:00:00Z",
                "2024-01-32T00:00:00Z",
                "2024-01-01T24:00:00Z",
                "2024-01-01T00:60:00Z",
                "2024-01-01T00:00:60Z",
                "2024-01-0100:00:00Z",
                "2024-01-01T00:00:00.1234567890Z",
                "2024-01-01T00:00:00+19:00",
                "2024-01-01T00:00:00+18:01",
                "2024-01-01T00:00:00+1:00",
                "2024-01-01T00:00:00ZZ",
                "2024-01-01T00:00:00 UTC",
                "2024-01-01X00:00:00Z",
                "2024/01/01T00:00:00Z",
                "12024-01-01T00:00:00Z",
                "2024-01-01T00:00:00+",
                "２０24-01-01T00:00:00Z",
            })
    void whatIsNone(String text) {
        assertThat(TimeText.stamp(text)).isEmpty();
    }

    @Test
    void fastAndGeneralReadersAgree() {
        Random random = new Random(7);
        for (int i = 0; i < 3_000; i++) {
            OffsetDateTime moment = OffsetDateTime.ofInstant(
                    java.time.Instant.ofEpochSecond(random.nextInt() * 20L, random.nextInt(1_000_000_000)),
                    ZoneOffset.ofTotalSeconds(60 * (random.nextInt(2161) - 1080)));
            String text = moment.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
            Stamp expected = new Stamp(moment.toEpochSecond(), moment.getNano(), true);
            assertThat(TimeText.stamp(text)).contains(expected);
            assertThat(IsoStampReader.read(text.replace(" ", "T"))).isEqualTo(expected);
            StringBuilder broken = new StringBuilder(text);
            broken.setCharAt(random.nextInt(text.length()), "0:x-".charAt(random.nextInt(4)));
            Stamp fast = IsoStampReader.read(broken.toString());
            if (fast != null) {
                assertThat(TimeText.stamp(" " + broken)).contains(fast);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"12:34:56Z, true", "12:34:56+00:00, true", "12:34, true", "12:34:56+01:00, false", "24:00:00, false"})
    void timesOfDayHaveNoOtherZoneThanUtc(String text, boolean isTime) {
        assertThat(TimeText.time(text).isPresent()).isEqualTo(isTime);
    }
}
