package dev.varve.table.aggregate;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Values;

/**
 * Combines the values of one column over the versions of one key. The first value added seeds the result, so that results of
 * earlier merges combine like values.
 *
 * <pre>
 * reset()  { add | addOlder | retract } …  result()      once per key
 * </pre>
 *
 * <p>Ownership: a {@code source} that was handed in and all that it gives stay unchanged until the next {@link #reset}, so functions
 * keep references instead of copies. A result may share memory with them and is valid as long, but later calls never change it. Confined to one thread.
 */
public interface AggregateFunction {
    /** Forgets everything about the previous key. */
    void reset();

    /**
     * Takes the value of a version that adds and is newer than all before; null values included.
     *
     * @throws InvalidInputException if the result is outside the column's type, or bytes are not what the function works on; the
     *     message names function and column, the caller adds the key
     */
    void add(Values source, int position);

    /**
     * Takes the value of a version that adds but is older than what the result stands for: partial-update meets such versions in
     * sequence groups. Fails like {@link #add}.
     */
    void addOlder(Values source, int position);

    /**
     * Takes the value of a version that retracts.
     *
     * @throws InvalidInputException if the function cannot retract, for null values too; or like {@link #add}
     */
    void retract(Values source, int position);

    /** Whether {@link #retract} does something else than refuse; also true where {@code ignore-retract} makes it do nothing. */
    boolean canRetract();

    /** The result in internal form, null for NULL. */
    Object result();

    /**
     * What holds the result at the position where it was handed in, for a function whose result is one of the values that it met:
     * to read it there costs no object. Valid like a result.
     *
     * @return null if the function computes its result, or the result is NULL: then {@link #result} tells
     */
    default Values picked() {
        return null;
    }
}
