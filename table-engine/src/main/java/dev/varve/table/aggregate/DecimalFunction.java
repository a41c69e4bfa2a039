package dev.varve.table.aggregate;

import dev.varve.table.row.Decimal;
import dev.varve.table.row.Values;
import dev.varve.table.type.DecimalType;
import java.math.BigDecimal;

/** DECIMAL: exact, then rounded half up to the column's scale; null where the result has more digits than the column. */
final class DecimalFunction extends NumericFunction {
    private final int precision;
    private final int scale;
    private Decimal value;

    DecimalFunction(Arithmetic arithmetic, AggregateColumn column) {
        super(arithmetic, column);
        DecimalType type = (DecimalType) column.type();
        precision = type.precision();
        scale = type.scale();
    }

    @Override
    void seed(Values source, int position) {
        value = source.decimalAt(position, precision, scale);
    }

    @Override
    void seedNeutral() {
        value = Decimal.ofUnscaled(0, precision, scale);
    }

    @Override
    boolean combine(Values source, int position) {
        return take(arithmetic.combine(value.toBigDecimal(), read(source, position)));
    }

    @Override
    boolean undo(Values source, int position) {
        BigDecimal operand = read(source, position);
        try {
            return take(arithmetic.undo(value.toBigDecimal(), operand));
        } catch (ArithmeticException e) {
            String expression = value + " " + arithmetic.inverseSign() + " (" + operand.toPlainString() + ")";
            throw failure(
                    operand.signum() == 0
                            ? expression + " is a division by zero; a 0 that was multiplied in cannot be retracted"
                            : expression + " has no finite decimal expansion and cannot be retracted exactly",
                    e);
        }
    }

    @Override
    Object boxed() {
        return value;
    }

    private BigDecimal read(Values source, int position) {
        return source.decimalAt(position, precision, scale).toBigDecimal();
    }

    private boolean take(BigDecimal result) {
        value = Decimal.round(result, precision, scale).orElse(null);
        return value != null;
    }
}
