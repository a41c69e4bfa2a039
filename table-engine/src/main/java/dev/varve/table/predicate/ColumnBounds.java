package dev.varve.table.predicate;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known of the columns of some rows, by position: of a data file, a row group, a manifest. Whatever is not known is
 * empty, and then nothing is concluded from it.
 *
 * <p>Bounds are in the order of {@link Predicate}: for FLOAT and DOUBLE they must take NaN and the sign of zero into account.
 * Whoever has bounds of another order (footers of other writers) must not give them.
 */
public interface ColumnBounds {
    /** In internal form, not greater than any value of the column that is not null; possibly smaller than all. */
    Optional<Object> min(int column);

    /** In internal form, not less than any value of the column that is not null; possibly greater than all. */
    Optional<Object> max(int column);

    /** How many rows have null there. */
    OptionalLong nullCount(int column);

    /** Whether the column is certainly null in all of the rows. */
    default boolean allNull(int column, long rowCount) {
        OptionalLong nulls = nullCount(column);
        return nulls.isPresent() && nulls.getAsLong() == rowCount;
    }
}
