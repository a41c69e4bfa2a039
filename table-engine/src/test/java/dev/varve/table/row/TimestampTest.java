package dev.varve.table.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampTest {
    @ParameterizedTest
    @CsvSource({
        "1969-12-31T23:59:59.999999999, 0, 1969-12-31T23:59:59",
        "1969-12-31T23:59:59.999999999, 1, 1969-12-31T23:59:59.900",
        "1969-12-31T23:59:59.999999999, 3, 1969-12-31T23:59:59.999",
        "1969-12-31T23:59:59.999999999, 4, 1969-12-31T23:59:59.999900",
        "1969-12-31T23:59:59.999999999, 6, 1969-12-31T23:59:59.999999",
        "2024-02-29T12:34:56.123456789, 2, 2024-02-29T12:34:56.120",
        "2024-02-29T12:34:56.123456789, 7, 2024-02-29T12:34:56.123456700",
        "2024-02-29T12:34:56.123456789, 9, 2024-02-29T12:34:56.123456789",
    })
    void truncatesTowardsThePast(String value, int precision, String expected) {
        assertThat(Timestamp.of(LocalDateTime.parse(value)).truncate(precision))
                .isEqualTo(Timestamp.of(LocalDateTime.parse(expected)));
    }

    @Test
    void unitsRoundTowardsThePast() {
        assertThat(Timestamp.ofMicros(-1)).isEqualTo(new Timestamp(-1, 999_000));
        assertThat(Timestamp.ofNanos(-1)).isEqualTo(new Timestamp(-1, 999_999));
        assertThat(new Timestamp(-1, 999_999).micros()).isEqualTo(-1);
        assertThat(Timestamp.ofMicros(Long.MIN_VALUE).micros()).isEqualTo(Long.MIN_VALUE);
        assertThat(Timestamp.ofMicros(Long.MAX_VALUE).micros()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void instantsComeBack() {
        for (String text :
                new String[] {"1969-12-31T23:59:59.999999999Z", "1900-01-01T00:00:00.000000001Z", "2262-04-12T00:00:00Z"
                }) {
            Instant instant = Instant.parse(text);
            assertThat(Timestamp.of(instant).toInstant()).isEqualTo(instant);
        }
    }

    @Test
    void nanosOfAMillisecondAreBounded() {
        assertThatThrownBy(() -> new Timestamp(0, 1_000_000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Timestamp(0, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
