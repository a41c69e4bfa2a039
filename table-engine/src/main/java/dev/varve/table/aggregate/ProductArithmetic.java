package dev.varve.table.aggregate;

import java.math.BigDecimal;

/**
 * {@code product}: multiplies and divides (behaviour page: merge engines, product).
 *
 * <ul>
 *   <li>Integers: exact; a quotient truncates towards zero; division by zero and the smallest BIGINT by -1 fail.
 *   <li>FLOAT, DOUBLE: IEEE 754, never an error.
 *   <li>DECIMAL: exact before it is rounded to the column's scale; division by zero and quotients without a finite decimal
 *       expansion fail.
 * </ul>
 */
final class ProductArithmetic implements Arithmetic {
    @Override
    public String name() {
        return "product";
    }

    @Override
    public String sign() {
        return "*";
    }

    @Override
    public String inverseSign() {
        return "/";
    }

    @Override
    public boolean retractsFromNothing() {
        return false;
    }

    @Override
    public long combine(long left, long right) {
        return Math.multiplyExact(left, right);
    }

    @Override
    public long undo(long left, long right) {
        if (right == 0) {
            throw new ArithmeticException("division by zero");
        }
        if (left == Long.MIN_VALUE && right == -1) {
            throw new ArithmeticException("long overflow");
        }
        return left / right;
    }

    @Override
    public float combine(float left, float right) {
        return left * right;
    }

    @Override
    public float undo(float left, float right) {
        return left / right;
    }

    @Override
    public double combine(double left, double right) {
        return left * right;
    }

    @Override
    public double undo(double left, double right) {
        return left / right;
    }

    @Override
    public BigDecimal combine(BigDecimal left, BigDecimal right) {
        return left.multiply(right);
    }

    @Override
    public BigDecimal undo(BigDecimal left, BigDecimal right) {
        if (right.signum() == 0) {
            throw new ArithmeticException("division by zero");
        }
        return left.divide(right);
    }
}
