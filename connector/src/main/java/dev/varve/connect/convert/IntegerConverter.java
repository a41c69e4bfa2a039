package dev.varve.connect.convert;

import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.TypeRoot;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers without a fraction → TINYINT, SMALLINT, INT, BIGINT. */
final class IntegerConverter implements ValueConverter {
    private final Site site;
    private final TypeRoot root;

    IntegerConverter(Site site) {
        this.site = site;
        this.root = site.type().root();
    }

    @Override
    public Object convert(Object value, Attempt attempt) {
        if ((root == TypeRoot.INT && value instanceof Integer) || (root == TypeRoot.BIGINT && value instanceof Long)) {
            return value;
        }
        Number number = Numbers.read(value);
        if (number == null) {
            return attempt.wrongType(site, value, "an integer");
        }
        if (Numbers.isIntegral(number)) {
            return ofLong(number.longValue(), attempt);
        }
        BigDecimal exact = Numbers.exact(number);
        if (exact == null) {
            return attempt.misfit(site, null, "found NaN or an infinite number");
        }
        if (exact.signum() == 0) {
            return ofLong(0, attempt);
        }
        if (Numbers.neededScale(exact) > 0) {
            return attempt.misfit(site, Numbers.narrowest(exact).orElse(null), "the number has a fraction");
        }
        if (Numbers.integerDigits(exact) > 19) {
            return outOfRange(Numbers.narrowest(exact).orElse(null), attempt);
        }
        BigInteger integer = exact.toBigIntegerExact();
        return integer.bitLength() < 64
                ? ofLong(integer.longValue(), attempt)
                : outOfRange(Numbers.narrowest(exact).orElse(null), attempt);
    }

    private Object ofLong(long value, Attempt attempt) {
        if (root == TypeRoot.BIGINT) {
            return value;
        }
        if (value != (int) value) {
            return outOfRange(DataTypes.BIGINT, attempt);
        }
        if (root == TypeRoot.INT) {
            return (int) value;
        }
        if (value != (short) value) {
            return outOfRange(DataTypes.INT, attempt);
        }
        if (root == TypeRoot.SMALLINT) {
            return (short) value;
        }
        return value == (byte) value ? (Object) (byte) value : outOfRange(DataTypes.SMALLINT, attempt);
    }

    private Object outOfRange(DataType needed, Attempt attempt) {
        return attempt.misfit(site, needed, "the number is out of range");
    }
}
