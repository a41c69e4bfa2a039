package dev.varve.table.predicate;

import dev.varve.table.error.Check;
import dev.varve.table.row.Row;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * At least one of several conditions; made by {@link Predicate#or}.
 *
 * @param parts at least two, none an OR or a constant
 */
public record Or(List<Predicate> parts) implements Predicate {
    public Or {
        parts = List.copyOf(parts);
        Check.argument(parts.size() >= 2, "an OR of %s", parts);
    }

    @Override
    public boolean test(Row row) {
        for (Predicate part : parts) {
            if (part.test(row)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean mayMatch(ColumnBounds bounds, long rowCount) {
        for (Predicate part : parts) {
            if (part.mayMatch(bounds, rowCount)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Predicate mapLeaves(Function<Leaf, Predicate> replacement) {
        return Predicate.or(
                parts.stream().map(part -> part.mapLeaves(replacement)).toList());
    }

    @Override
    public void collectColumns(BitSet columns) {
        parts.forEach(part -> part.collectColumns(columns));
    }

    @Override
    public String toString() {
        return parts.stream().map(Predicate::toString).collect(Collectors.joining(" OR ", "(", ")"));
    }
}
