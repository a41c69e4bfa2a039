package dev.varve.table.aggregate;

import java.math.BigDecimal;

/** {@code sum}: adds and subtracts. */
final class SumArithmetic implements Arithmetic {
    @Override
    public String name() {
        return "sum";
    }

    @Override
    public String sign() {
        return "+";
    }

    @Override
    public String inverseSign() {
        return "-";
    }

    @Override
    public boolean retractsFromNothing() {
        return true;
    }

    @Override
    public long combine(long left, long right) {
        return Math.addExact(left, right);
    }

    @Override
    public long undo(long left, long right) {
        return Math.subtractExact(left, right);
    }

    @Override
    public float combine(float left, float right) {
        return left + right;
    }

    @Override
    public float undo(float left, float right) {
        return left - right;
    }

    @Override
    public double combine(double left, double right) {
        return left + right;
    }

    @Override
    public double undo(double left, double right) {
        return left - right;
    }

    @Override
    public BigDecimal combine(BigDecimal left, BigDecimal right) {
        return left.add(right);
    }

    @Override
    public BigDecimal undo(BigDecimal left, BigDecimal right) {
        return left.subtract(right);
    }
}
