package dev.varve.connect.expression;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.type.DataType;
import java.time.ZoneId;

/** An expression that knows the types of its columns. Confined to one thread: some functions remember their last result. */
public final class Computation {
    private static final Object[] NO_VALUES = new Object[0];

    /** Computes from the columns' values. */
    @FunctionalInterface
    interface Step {
        /** @return null if a value it needs is null */
        Object apply(Object[] columns);
    }

    private final DataType type;
    private final Step step;
    private final boolean constant;

    Computation(DataType type, Step step, boolean constant) {
        this.type = type;
        this.step = step;
        this.constant = constant;
    }

    /** Nullable type of the result. */
    public DataType type() {
        return type;
    }

    /**
     * The result in internal form; null if a value that it needs is null.
     *
     * @param columns values in internal form, in the order of the types the expression was bound to; not kept
     * @throws InvalidInputException if the result does not exist, a number out of range for example; the message does not repeat
     *     the value
     */
    public Object evaluate(Object[] columns) {
        return step.apply(columns);
    }

    /** The result as a value of another type. */
    public Computation as(DataType wanted, ZoneId zone) {
        ValueFunction cast = Cast.between(type, wanted, zone);
        return then(wanted.asNullable(), cast).folded();
    }

    /** A function of this result, which is not called for null. */
    Computation then(DataType resultType, ValueFunction function) {
        Step before = step;
        return new Computation(
                resultType,
                columns -> {
                    Object value = before.apply(columns);
                    return value == null ? null : function.apply(value);
                },
                constant);
    }

    boolean isConstant() {
        return constant;
    }

    /** What depends on no column is computed once. */
    Computation folded() {
        if (!constant) {
            return this;
        }
        Object value = step.apply(NO_VALUES);
        return new Computation(type, columns -> value, true);
    }
}
