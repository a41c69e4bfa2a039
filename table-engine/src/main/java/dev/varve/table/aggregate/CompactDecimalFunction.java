package dev.varve.table.aggregate;

import dev.varve.table.row.Decimal;
import dev.varve.table.row.Values;
import dev.varve.table.type.DecimalType;

/**
 * {@code sum} of DECIMAL of at most 18 digits: both sides have the column's scale, so their unscaled values are added; null where
 * the result has more digits than the column.
 */
final class CompactDecimalFunction extends NumericFunction {
    private final int precision;
    private final int scale;
    private long unscaled;

    CompactDecimalFunction(SumArithmetic sum, AggregateColumn column) {
        super(sum, column);
        DecimalType type = (DecimalType) column.type();
        precision = type.precision();
        scale = type.scale();
    }

    @Override
    void seed(Values source, int position) {
        unscaled = read(source, position);
    }

    @Override
    void seedNeutral() {
        unscaled = 0;
    }

    @Override
    boolean combine(Values source, int position) {
        try {
            return take(arithmetic.combine(unscaled, read(source, position)));
        } catch (ArithmeticException e) {
            // More digits than a long has: others have stored more than the column's.
            return false;
        }
    }

    @Override
    boolean undo(Values source, int position) {
        try {
            return take(arithmetic.undo(unscaled, read(source, position)));
        } catch (ArithmeticException e) {
            return false;
        }
    }

    @Override
    Object boxed() {
        return Decimal.ofUnscaled(unscaled, precision, scale);
    }

    private long read(Values source, int position) {
        return source.decimalAt(position, precision, scale).unscaledLong();
    }

    private boolean take(long result) {
        unscaled = result;
        return Decimal.fits(result, precision);
    }
}
