package dev.varve.connect.expression;

/** A function of one value in internal form, which is never null. */
@FunctionalInterface
interface ValueFunction {
    /**
     * The result.
     *
     * @throws dev.varve.table.error.InvalidInputException if there is none
     */
    Object apply(Object value);
}
