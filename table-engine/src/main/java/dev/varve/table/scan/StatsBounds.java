package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.SimpleStats;
import dev.varve.table.predicate.ColumnBounds;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.RowType;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Stored statistics as they are, of columns of a known type. Statistics of another number of columns tell nothing.
 *
 * @param type the columns
 */
record StatsBounds(SimpleStats stats, RowType type) implements ColumnBounds {
    StatsBounds {
        requireNonNull(stats, "stats is null");
        requireNonNull(type, "type is null");
    }

    @Override
    public Optional<Object> min(int column) {
        return bound(stats.min(), column);
    }

    @Override
    public Optional<Object> max(int column) {
        return bound(stats.max(), column);
    }

    private Optional<Object> bound(BinaryRow bounds, int column) {
        boolean ordered = !type.type(column).root().isNested();
        return ordered && bounds.arity() == type.arity()
                ? Optional.ofNullable(ValueReader.valueAt(bounds, column, type.type(column)))
                : Optional.empty();
    }

    @Override
    public OptionalLong nullCount(int column) {
        Long count =
                stats.nullCounts().size() == type.arity() ? stats.nullCounts().get(column) : null;
        return count == null ? OptionalLong.empty() : OptionalLong.of(count);
    }
}
