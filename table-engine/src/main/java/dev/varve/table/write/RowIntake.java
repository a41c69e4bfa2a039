package dev.varve.table.write;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.ColumnDefaults;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.time.ZoneId;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What happens to a row before anything else: no null may go into a NOT NULL column, and nulls of columns with a default become
 * the default. In this order, as in Paimon: a default does not excuse a null in a NOT NULL column. Where a null means that a value
 * is not given, as in partial-update, it stays. Confined to one thread.
 */
final class RowIntake {
    private final RowType type;
    private final int[] notNull;
    private final int[] defaulted;
    private final WithDefaults view;

    /** @param fillsNulls whether defaults take the place of nulls */
    RowIntake(RowType type, ZoneId zone, boolean fillsNulls) {
        this.type = type;
        this.notNull = IntStream.range(0, type.arity())
                .filter(i -> !type.type(i).nullable())
                .toArray();
        GenericRow defaults = new GenericRow(RowKind.INSERT, type.arity());
        for (int i = 0; i < type.arity(); i++) {
            DataField field = type.field(i);
            Optional<Object> value = ColumnDefaults.valueOf(field, zone);
            defaults.set(i, value.orElse(null));
        }
        this.defaulted = IntStream.range(0, type.arity())
                .filter(i -> fillsNulls && !defaults.isNull(i))
                .toArray();
        this.view = new WithDefaults(defaults);
    }

    /**
     * The row as it is to be stored: itself, or a view of it that is valid until the next call.
     *
     * @throws InvalidInputException naming the column, for a null that cannot be stored
     */
    Row accept(Row row) {
        if (row.arity() != type.arity()) {
            throw new IllegalArgumentException("a row of " + row.arity() + " fields for a table of " + type.arity());
        }
        for (int position : notNull) {
            if (row.isNull(position)) {
                throw new InvalidInputException("Cannot write null to non-null column("
                        + type.field(position).name() + ")");
            }
        }
        for (int position : defaulted) {
            if (row.isNull(position)) {
                return view.over(row);
            }
        }
        return row;
    }
}
