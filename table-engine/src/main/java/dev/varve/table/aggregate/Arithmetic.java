package dev.varve.table.aggregate;

import java.math.BigDecimal;

/**
 * The operation of {@code sum} or {@code product} and its inverse, on each carrier of numbers. Integers are widened to {@code long};
 * the caller checks the column's own range.
 */
interface Arithmetic {
    /** Name of the function. */
    String name();

    /** Sign of the operation, for messages. */
    String sign();

    /** Sign of the inverse, for messages. */
    String inverseSign();

    /** Whether retracting from nothing has a result: the inverse of the value. Else nothing stays nothing. */
    boolean retractsFromNothing();

    /** Fails with {@link ArithmeticException} if the result does not fit. */
    long combine(long left, long right);

    /** Truncates towards zero. Fails with {@link ArithmeticException} if there is no result or it does not fit. */
    long undo(long left, long right);

    float combine(float left, float right);

    float undo(float left, float right);

    double combine(double left, double right);

    double undo(double left, double right);

    /** Exact. */
    BigDecimal combine(BigDecimal left, BigDecimal right);

    /** Exact. Fails with {@link ArithmeticException} if there is no result with finitely many digits. */
    BigDecimal undo(BigDecimal left, BigDecimal right);
}
