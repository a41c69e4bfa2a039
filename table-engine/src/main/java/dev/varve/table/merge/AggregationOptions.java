package dev.varve.table.merge;

import dev.varve.table.aggregate.AggregateFunction;
import dev.varve.table.aggregate.AggregateFunctions;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;

/** Reads the functions of an aggregation table from its options (semantics, merge engines, section 5). */
final class AggregationOptions {
    private static final String REMOVE_ON_DELETE = "aggregation.remove-record-on-delete";

    private AggregationOptions() {}

    /**
     * The functions of some columns.
     *
     * @param type the columns, all from the schema
     * @throws InvalidInputException for a function that does not exist, or options that contradict one another
     */
    static AggregatedColumns columns(TableSchema schema, TableOptions options, RowType type) {
        String[] names = new String[type.arity()];
        for (int i = 0; i < names.length; i++) {
            String column = type.field(i).name();
            names[i] = AggregatedColumns.asked(options.asMap(), column).orElse(AggregatedColumns.LAST_NON_NULL_VALUE);
            AggregatedColumns.requireKnown(column, names[i]);
            if (options.sequenceFields().contains(column)) {
                names[i] = AggregatedColumns.LAST_VALUE;
            } else if (schema.primaryKeys().contains(column)) {
                names[i] = AggregateFunctions.PRIMARY_KEY;
            }
        }
        AggregatedColumns columns = new AggregatedColumns(type, names, options.asMap());
        for (int i = 0; i < names.length && options.aggregationRemovesOnDelete(); i++) {
            if (columns.optionsOf(i).ignoreRetract()) {
                throw new InvalidInputException(
                        "options '" + REMOVE_ON_DELETE + "' and 'fields."
                                + type.field(i).name()
                                + ".ignore-retract' have conflicting behavior so should not be enabled at the same time; remove one of them");
            }
        }
        return columns;
    }

    /** What may be retracted: everything if all functions can, else only rows that are removed as a whole. */
    static Retractions retractions(AggregatedColumns columns, boolean removeOnDelete, boolean ignoreDelete) {
        if (ignoreDelete) {
            return Retractions.ACCEPTED;
        }
        AggregateFunction[] functions = columns.create();
        for (int i = 0; i < functions.length; i++) {
            if (!functions[i].canRetract()) {
                Retractions refused = Retractions.refused(columns.unsupportedRetraction(i)
                        + (removeOnDelete ? "" : " To remove whole rows set '" + REMOVE_ON_DELETE + "' = 'true'."));
                return (kind, row) -> {
                    if (!removeOnDelete || kind != RowKind.DELETE) {
                        refused.requireApplicable(kind, row);
                    }
                };
            }
        }
        return Retractions.ACCEPTED;
    }

    /**
     * With {@code sequence.field} a version may arrive that belongs between two that are merged already, and only functions that
     * do not ask for order can place it.
     *
     * @throws InvalidInputException naming the first column whose function does
     */
    static void requireOrderless(AggregatedColumns columns) {
        for (int i = 0; i < columns.names().length; i++) {
            if (!columns.isCommutative(i)
                    && !columns.takesIncoming(i)
                    && !columns.is(i, AggregatedColumns.FIRST_VALUE)) {
                throw new InvalidInputException(
                        "column '" + columns.type().field(i).name()
                                + "' is aggregated by '" + columns.names()[i]
                                + "', whose result depends on order, and 'sequence.field' lets rows arrive out of order: a late row cannot"
                                + " go between rows that are merged already. Give the column a function that ignores order, or"
                                + " last_value, or remove 'sequence.field'");
            }
        }
    }
}
