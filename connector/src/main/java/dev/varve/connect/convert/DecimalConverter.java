package dev.varve.connect.convert;

import dev.varve.table.row.Decimal;
import dev.varve.table.type.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Numbers → DECIMAL, exactly.
 *
 * @param base64 whether a text is the base64 of the unscaled value, with the column's scale
 */
record DecimalConverter(Site site, DecimalType type, boolean base64) implements ValueConverter {
    @Override
    public Object convert(Object value, Attempt attempt) {
        BigDecimal exact;
        if (value instanceof BigDecimal decimal) {
            exact = decimal;
        } else if (base64 && value instanceof String text) {
            byte[] unscaled = Numbers.base64(text);
            if (unscaled == null || unscaled.length == 0) {
                return attempt.misfit(site, null, "the text is not the base64 of an unscaled number");
            }
            exact = new BigDecimal(new BigInteger(unscaled), type.scale());
        } else {
            Number number = Numbers.read(value);
            if (number == null) {
                return attempt.wrongType(
                        site,
                        value,
                        "a number" + (value instanceof String ? " in decimal notation (see schemaless.decimal)" : ""));
            }
            exact = Numbers.exact(number);
        }
        if (exact == null) {
            return attempt.misfit(site, null, "found NaN or an infinite number");
        }
        if (exact.signum() == 0) {
            return Decimal.ofUnscaled(BigInteger.ZERO, type.precision(), type.scale());
        }
        return fits(exact)
                ? Decimal.ofUnscaled(exact.setScale(type.scale()).unscaledValue(), type.precision(), type.scale())
                : attempt.misfit(
                        site,
                        Numbers.narrowest(exact).orElse(null),
                        "the number has " + Numbers.integerDigits(exact) + " digits before and "
                                + Numbers.neededScale(exact) + " after the point");
    }

    private boolean fits(BigDecimal exact) {
        return Numbers.integerDigits(exact) <= type.precision() - type.scale()
                && (exact.scale() <= type.scale() || Numbers.neededScale(exact) <= type.scale());
    }
}
