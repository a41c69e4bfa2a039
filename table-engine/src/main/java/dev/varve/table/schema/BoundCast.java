package dev.varve.table.schema;

import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.TypeRoot;
import java.time.ZoneId;
import java.util.Optional;

/**
 * Turns bounds of old values into bounds of what those values are read as: a cast that keeps order, so that whatever lay between
 * the bounds still does. Immutable.
 */
public final class BoundCast {
    private final ValueCast cast;
    private final boolean total;

    private BoundCast(ValueCast cast, boolean total) {
        this.cast = cast;
        this.total = total;
    }

    /**
     * The cast of bounds.
     *
     * @param from type with which the values were written
     * @param to type as which they are read
     * @param zone in which casts mean local times
     * @return empty if the types have no order, or the cast does not keep it, or may fail
     */
    public static Optional<BoundCast> between(DataType from, DataType to, ZoneId zone) {
        if (to.root().isNested() || !keepsOrder(from, to)) {
            return Optional.empty();
        }
        return Optional.of(new BoundCast(Casts.between(from, to, zone), isTotal(from, to)));
    }

    /** A bound in the new type; empty if the cast has no value for it, so that it bounds nothing any more. */
    public Optional<Object> cast(Object bound) {
        return Optional.ofNullable(cast.cast(bound));
    }

    /** Whether no value becomes null, so that null counts stay true. */
    public boolean keepsNullCounts() {
        return total;
    }

    private static boolean keepsOrder(DataType from, DataType to) {
        if (from.sameIgnoringNullability(to)) {
            return true;
        }
        TypeRoot source = from.root();
        return switch (to.root()) {
            case SMALLINT, INT, BIGINT -> source.isInteger() && source.compareTo(to.root()) <= 0;
            case FLOAT -> source.isInteger();
            case DOUBLE -> source.isInteger() || source == TypeRoot.FLOAT || source == TypeRoot.DECIMAL;
            case DECIMAL -> source.isInteger() || source == TypeRoot.DECIMAL;
            // Text that is cut to a shorter length keeps its order, text that is padded does not.
            case VARCHAR -> source.isCharacter();
            case TIMESTAMP -> source == TypeRoot.TIMESTAMP || source == TypeRoot.DATE;
            case TIMESTAMP_LTZ -> source == TypeRoot.TIMESTAMP_LTZ;
            case BOOLEAN, TINYINT, CHAR, BINARY, VARBINARY, DATE, TIME, ARRAY, MAP, MULTISET, ROW -> false;
        };
    }

    /** Only decimals turn values into null: those that have more digits than the new type. */
    private static boolean isTotal(DataType from, DataType to) {
        if (!(to instanceof DecimalType target)) {
            return true;
        }
        int integerDigits = target.precision() - target.scale();
        return switch (from.root()) {
            case TINYINT -> integerDigits >= 3;
            case SMALLINT -> integerDigits >= 5;
            case INT -> integerDigits >= 10;
            case BIGINT -> integerDigits >= 19;
            // Rounding to fewer digits may carry into one more.
            default ->
                from instanceof DecimalType source
                        && target.scale() >= source.scale()
                        && integerDigits >= source.precision() - source.scale();
        };
    }
}
