package dev.varve.table.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemporalTextTest {
    @ParameterizedTest
    @CsvSource({
        "2024-02-29, 2024-02-29",
        "0001-01-01, 0001-01-01",
        "-0005-03-04, -0005-03-04",
        "+12024-01-02, 12024-01-02"
    })
    void dates(String date, String expected) {
        assertThat(TemporalText.date((int) LocalDate.parse(date).toEpochDay())).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "45296789, 0, 12:34:56",
        "45296789, 3, 12:34:56.789",
        "45296789, 2, 12:34:56.78",
        "45296000, 3, 12:34:56.0",
        "100, 3, 00:00:00.1",
        "10, 3, 00:00:00.01",
        "5, 2, 00:00:00.00",
        "1, 9, 00:00:00.001",
        "86399999, 9, 23:59:59.999",
    })
    void times(int millis, int precision, String expected) {
        assertThat(TemporalText.time(millis, precision)).isEqualTo(expected);
    }

    @Test
    void timestampsHaveAllDigitsOfTheirPrecision() {
        Timestamp timestamp = Timestamp.of(LocalDateTime.parse("2024-02-29T12:34:56.000012"));
        assertThat(TemporalText.timestamp(timestamp, 0)).isEqualTo("2024-02-29 12:34:56");
        assertThat(TemporalText.timestamp(timestamp, 3)).isEqualTo("2024-02-29 12:34:56.000");
        assertThat(TemporalText.timestamp(timestamp, 6)).isEqualTo("2024-02-29 12:34:56.000012");
        assertThat(TemporalText.timestamp(timestamp, 9)).isEqualTo("2024-02-29 12:34:56.000012000");
        assertThat(TemporalText.timestamp(Timestamp.ofMillis(-1), 3)).isEqualTo("1969-12-31 23:59:59.999");
    }
}
