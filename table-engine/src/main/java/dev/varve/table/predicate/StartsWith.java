package dev.varve.table.predicate;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Row;
import java.util.Arrays;

/** A text column begins with these bytes, or, negated, is not null and does not. Every text begins with the empty one. */
public record StartsWith(int column, BinaryString prefix, boolean negated) implements Leaf {
    public StartsWith {
        requireNonNull(prefix, "prefix is null");
    }

    @Override
    public boolean test(Row row) {
        return !row.isNull(column) && begins(row.stringAt(column)) != negated;
    }

    private boolean begins(BinaryString text) {
        int length = prefix.length();
        return text.length() >= length
                && Arrays.equals(
                        text.array(),
                        text.offset(),
                        text.offset() + length,
                        prefix.array(),
                        prefix.offset(),
                        prefix.offset() + length);
    }

    @Override
    public boolean mayMatch(ColumnBounds bounds, long rowCount) {
        if (bounds.allNull(column, rowCount)) {
            return false;
        }
        if (negated) {
            // Whatever lies between two texts with the prefix has it too.
            return !(bounds.min(column).map(min -> begins((BinaryString) min)).orElse(false)
                    && bounds.max(column).map(max -> begins((BinaryString) max)).orElse(false));
        }
        return bounds.min(column)
                        .map(min -> begins((BinaryString) min) || ((BinaryString) min).compareTo(prefix) <= 0)
                        .orElse(true)
                && bounds.max(column)
                        .map(max -> ((BinaryString) max).compareTo(prefix) >= 0)
                        .orElse(true);
    }

    @Override
    public StartsWith at(int newColumn) {
        return new StartsWith(newColumn, prefix, negated);
    }

    @Override
    public String toString() {
        return "#" + column + (negated ? " NOT LIKE " : " LIKE ") + prefix + "%";
    }
}
