package dev.varve.table.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.paimon.utils.TimeUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How sizes and durations are written. */
class OptionTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "500 bytes, 500",
        "64kb, 65536",
        "128 mb, 134217728",
        "128MB, 134217728",
        " 1 g , 1073741824",
        "2 tebibytes, 2199023255552"
    })
    void readsSizes(String text, long bytes) {
        assertThat(MemorySize.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mb",
                "-1 mb",
                "1.5 gb",
                "12 parsecs",
                "1 2",
                "9223372036854775807 kb",
                "99999999999999999999"
            })
    void refusesOtherSizesAndSaysWhatIsAllowed(String text) {
        assertThatThrownBy(() -> MemorySize.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void saysWhatASizeLooksLike() {
        assertThatThrownBy(() -> MemorySize.parse("12 parsecs")).hasMessageContaining("b, kb, mb, gb, tb");
        assertThatThrownBy(() -> DurationText.parse("12 parsecs")).hasMessageContaining("ms, s, min, h, d");
    }

    @Test
    void printsSizesSoThatTheyReadBack() {
        for (long bytes : new long[] {0, 1, 1023, 1024, 1 << 20, 3L << 30, 5L << 40, 7L << 50, Long.MAX_VALUE}) {
            assertThat(MemorySize.parse(new MemorySize(bytes).toString()).bytes())
                    .isEqualTo(bytes);
        }
        assertThat(MemorySize.ofMebibytes(64)).hasToString("64 mb");
        assertThat(new MemorySize(1023)).hasToString("1023 bytes");
    }

    @ParameterizedTest
    @CsvSource({
        "10 ms, PT0.01S",
        "5, PT0.005S",
        "1h, PT1H",
        "2 Days, PT48H",
        "3min, PT3M",
        "7 SECS, PT7S",
        "100 ns, PT0.0000001S"
    })
    void readsDurations(String text, String expected) {
        assertThat(DurationText.parse(text)).isEqualTo(Duration.parse(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "-1 s", "1.5 h", "1 year", "9223372036854775807 d"})
    void refusesOtherDurations(String text) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void agreesWithPaimonOnEveryUnit() {
        var random = new Random(11);
        List<String> units = List.of(
                "",
                "b",
                "bytes",
                "k",
                "kb",
                "kibibytes",
                "m",
                "mb",
                "mebibytes",
                "g",
                "gb",
                "gibibytes",
                "t",
                "tb",
                "tebibytes",
                "d",
                "day",
                "days",
                "h",
                "hour",
                "hours",
                "min",
                "minute",
                "minutes",
                "s",
                "sec",
                "secs",
                "second",
                "seconds",
                "ms",
                "milli",
                "millis",
                "millisecond",
                "milliseconds",
                "µs",
                "micro",
                "micros",
                "microsecond",
                "microseconds",
                "ns",
                "nano",
                "nanos",
                "nanosecond",
                "nanoseconds",
                "x",
                "kbit");
        for (String unit : units) {
            String text = random.nextInt(5000) + (random.nextBoolean() ? " " : "") + unit;
            assertThat(orNull(() -> MemorySize.parse(text).bytes()))
                    .as("size %s", text)
                    .isEqualTo(orNull(() -> org.apache.paimon.options.MemorySize.parseBytes(text)));
            assertThat(orNull(() -> DurationText.parse(text)))
                    .as("duration %s", text)
                    .isEqualTo(orNull(() -> TimeUtils.parseDuration(text)));
        }
    }

    private static Object orNull(java.util.concurrent.Callable<?> parser) {
        try {
            return parser.call();
        } catch (Exception e) {
            return null;
        }
    }
}
