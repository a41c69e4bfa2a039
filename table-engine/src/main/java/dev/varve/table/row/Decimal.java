package dev.varve.table.row;

import static java.util.Objects.requireNonNull;

import dev.varve.table.type.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * A number of at most {@link #precision} digits, {@link #scale} of them after the point. Up to 18 digits live in a
 * {@code long}.
 */
public final class Decimal implements Comparable<Decimal> {
    private static final long[] POWERS_OF_TEN = new long[19];

    static {
        POWERS_OF_TEN[0] = 1;
        for (int i = 1; i < POWERS_OF_TEN.length; i++) {
            POWERS_OF_TEN[i] = 10 * POWERS_OF_TEN[i - 1];
        }
    }

    private final int precision;
    private final int scale;
    private final long compact;
    private final BigInteger large;

    private Decimal(int precision, int scale, long compact, BigInteger large) {
        this.precision = precision;
        this.scale = scale;
        this.compact = compact;
        this.large = large;
    }

    /** From an unscaled value known to fit; {@code precision} is at most 18. */
    public static Decimal ofUnscaled(long unscaled, int precision, int scale) {
        if (precision > DecimalType.MAX_COMPACT_PRECISION) {
            return ofUnscaled(BigInteger.valueOf(unscaled), precision, scale);
        }
        return new Decimal(precision, scale, unscaled, null);
    }

    /** From an unscaled value known to fit. */
    public static Decimal ofUnscaled(BigInteger unscaled, int precision, int scale) {
        requireNonNull(unscaled, "unscaled is null");
        if (precision <= DecimalType.MAX_COMPACT_PRECISION) {
            return new Decimal(precision, scale, unscaled.longValueExact(), null);
        }
        return new Decimal(precision, scale, 0, unscaled);
    }

    /** Rounds half up to the scale; empty if the result has more digits than the precision allows. */
    public static Optional<Decimal> round(BigDecimal value, int precision, int scale) {
        // Exponents may be huge, and rounding would write out all zeros.
        long integerDigits = (long) value.precision() - value.scale();
        if (value.signum() != 0 && integerDigits > (long) precision - scale) {
            return Optional.empty();
        }
        if (value.signum() == 0 || integerDigits < -scale) {
            return Optional.of(ofUnscaled(BigInteger.ZERO, precision, scale));
        }
        BigDecimal scaled = value.setScale(scale, RoundingMode.HALF_UP);
        return scaled.precision() > precision
                ? Optional.empty()
                : Optional.of(ofUnscaled(scaled.unscaledValue(), precision, scale));
    }

    /** The same value exactly; empty if it would have to be rounded or does not fit. */
    public static Optional<Decimal> exact(BigDecimal value, int precision, int scale) {
        if (value.signum() != 0 && value.stripTrailingZeros().scale() > scale) {
            return Optional.empty();
        }
        return round(value, precision, scale);
    }

    public int precision() {
        return precision;
    }

    public int scale() {
        return scale;
    }

    /** Whether the unscaled value is held in a {@code long}. */
    public boolean isCompact() {
        return large == null;
    }

    /** The unscaled value; fails if it does not fit a {@code long}. */
    public long unscaledLong() {
        return large == null ? compact : large.longValueExact();
    }

    public BigInteger unscaledValue() {
        return large == null ? BigInteger.valueOf(compact) : large;
    }

    public BigDecimal toBigDecimal() {
        return large == null ? BigDecimal.valueOf(compact, scale) : new BigDecimal(large, scale);
    }

    /** Whether an unscaled value has at most {@code precision} (1 to 18) digits. */
    public static boolean fits(long unscaled, int precision) {
        if (precision < 1 || precision > DecimalType.MAX_COMPACT_PRECISION) {
            throw new IllegalArgumentException("precision " + precision);
        }
        return unscaled > -POWERS_OF_TEN[precision] && unscaled < POWERS_OF_TEN[precision];
    }

    @Override
    public int compareTo(Decimal other) {
        if (large == null && other.large == null && scale == other.scale) {
            return Long.compare(compact, other.compact);
        }
        return toBigDecimal().compareTo(other.toBigDecimal());
    }

    /** By value: 1.0 equals 1.00. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Decimal that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return toBigDecimal().stripTrailingZeros().hashCode();
    }

    /** Plain notation with all digits of the scale. */
    @Override
    public String toString() {
        return toBigDecimal().toPlainString();
    }
}
