package dev.varve.table.aggregate;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Values;
import dev.varve.table.type.TypeRoot;

/** Integers: exact, and an error where the result is outside the column's type. */
final class IntegerFunction extends NumericFunction {
    private final TypeRoot root;
    private final long smallest;
    private final long largest;
    private long value;

    IntegerFunction(Arithmetic arithmetic, AggregateColumn column) {
        super(arithmetic, column);
        root = column.type().root();
        int bits = switch (root) {
            case TINYINT -> Byte.SIZE;
            case SMALLINT -> Short.SIZE;
            case INT -> Integer.SIZE;
            default -> Long.SIZE;
        };
        largest = Long.MAX_VALUE >> (Long.SIZE - bits);
        smallest = -largest - 1;
    }

    @Override
    void seed(Values source, int position) {
        value = read(source, position);
    }

    @Override
    void seedNeutral() {
        value = 0;
    }

    @Override
    boolean combine(Values source, int position) {
        long operand = read(source, position);
        try {
            value = inRange(arithmetic.combine(value, operand));
        } catch (ArithmeticException e) {
            throw failed(arithmetic.sign(), operand, e);
        }
        return true;
    }

    @Override
    boolean undo(Values source, int position) {
        long operand = read(source, position);
        try {
            value = inRange(arithmetic.undo(value, operand));
        } catch (ArithmeticException e) {
            throw failed(arithmetic.inverseSign(), operand, e);
        }
        return true;
    }

    @Override
    Object boxed() {
        return switch (root) {
            case TINYINT -> (byte) value;
            case SMALLINT -> (short) value;
            case INT -> (int) value;
            default -> value;
        };
    }

    private long read(Values source, int position) {
        return switch (root) {
            case TINYINT -> source.byteAt(position);
            case SMALLINT -> source.shortAt(position);
            case INT -> source.intAt(position);
            default -> source.longAt(position);
        };
    }

    private long inRange(long result) {
        if (result < smallest || result > largest) {
            throw new ArithmeticException("overflow");
        }
        return result;
    }

    private InvalidInputException failed(String sign, long operand, ArithmeticException cause) {
        String expression = value + " " + sign + " (" + operand + ")";
        boolean divisionByZero = operand == 0 && sign.equals("/");
        return failure(
                divisionByZero
                        ? expression + " is a division by zero; a 0 that was multiplied in cannot be retracted"
                        : expression + " is outside the range of " + root + "; use a wider type",
                cause);
    }
}
