package dev.varve.table.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalTest {
    @ParameterizedTest
    @CsvSource({
        "1.005, 5, 2, 1.01",
        "-1.005, 5, 2, -1.01",
        "1.004, 5, 2, 1.00",
        "99.994, 4, 2, 99.99",
        "99.995, 4, 2, ",
        "100, 4, 2, ",
        "0, 1, 1, 0.0",
        "0E+999999999, 4, 2, 0.00",
        "1E-999999999, 4, 2, 0.00",
        "1E+999999999, 38, 0, ",
        "0.004, 2, 2, 0.00",
        "0.005, 2, 2, 0.01",
        "0.0009, 2, 2, 0.00",
        "0.999, 2, 2, ",
        "99999999999999999999999999999999999999, 38, 0, 99999999999999999999999999999999999999",
    })
    void roundsHalfUpAndIsEmptyIfItDoesNotFit(String value, int precision, int scale, String expected) {
        assertThat(Decimal.round(new BigDecimal(value), precision, scale).map(Decimal::toString))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void exactNeverRounds() {
        assertThat(Decimal.exact(new BigDecimal("1.50"), 3, 1).orElseThrow()).hasToString("1.5");
        assertThat(Decimal.exact(new BigDecimal("1.55"), 3, 1)).isEmpty();
        assertThat(Decimal.exact(new BigDecimal("100"), 3, 1)).isEmpty();
        assertThat(Decimal.exact(new BigDecimal("1E2"), 3, 0).orElseThrow()).hasToString("100");
    }

    @Test
    void valuesAreEqualWhateverTheirScale() {
        Decimal one = Decimal.ofUnscaled(10, 5, 1);
        Decimal oneLarge = Decimal.ofUnscaled(BigInteger.valueOf(100), 20, 2);
        assertThat(one).isEqualTo(oneLarge).hasSameHashCodeAs(oneLarge).isEqualByComparingTo(oneLarge);
        assertThat(Decimal.ofUnscaled(0, 5, 1)).hasSameHashCodeAs(Decimal.ofUnscaled(0, 20, 5));
    }

    @Test
    void ordersByValue() {
        var random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            Decimal a = random(random);
            Decimal b = random(random);
            assertThat(Integer.signum(a.compareTo(b)))
                    .isEqualTo(Integer.signum(a.toBigDecimal().compareTo(b.toBigDecimal())));
        }
    }

    private static Decimal random(Random random) {
        int precision = random.nextBoolean() ? 18 : 38;
        int scale = random.nextInt(3);
        return Decimal.ofUnscaled(BigInteger.valueOf(random.nextInt(2000) - 1000), precision, scale);
    }

    @Test
    void upToEighteenDigitsAreCompact() {
        assertThat(Decimal.ofUnscaled(BigInteger.ONE, 18, 0).isCompact()).isTrue();
        assertThat(Decimal.ofUnscaled(1, 19, 0).isCompact()).isFalse();
        assertThat(Decimal.ofUnscaled(1, 19, 0).unscaledLong()).isEqualTo(1);
        Decimal large = Decimal.ofUnscaled(BigInteger.TEN.pow(30), 38, 0);
        assertThatThrownBy(large::unscaledLong).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void fitsCountsDigits() {
        assertThat(Decimal.fits(999, 3)).isTrue();
        assertThat(Decimal.fits(-999, 3)).isTrue();
        assertThat(Decimal.fits(1000, 3)).isFalse();
        assertThat(Decimal.fits(-1000, 3)).isFalse();
        assertThat(Decimal.fits(Long.MIN_VALUE, 18)).isFalse();
    }
}
