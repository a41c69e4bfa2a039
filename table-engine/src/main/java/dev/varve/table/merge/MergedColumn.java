package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * What merging does with the values of one column outside the primary key, as far as those who turn changes into rows must know.
 *
 * @param takenBack whether a retraction takes its own value of the column into account
 * @param keptUnderNull whether a null leaves the stored value as it is, so that it may stand for a value that is not known
 * @param replaced whether a newer row's value simply takes the place of the stored one, so that writing that one again changes nothing
 * @param ordered whether the result depends on the order in which the rows of a key arrive
 */
public record MergedColumn(String name, boolean takenBack, boolean keptUnderNull, boolean replaced, boolean ordered) {
    public MergedColumn {
        requireNonNull(name, "name is null");
    }

    /**
     * The columns outside the primary key, in the table's order.
     *
     * @throws dev.varve.table.error.InvalidInputException for options that contradict one another or the columns
     */
    public static List<MergedColumn> of(TableSchema schema, TableOptions options) {
        boolean arrival = options.sequenceFields().isEmpty();
        return switch (options.mergeEngine()) {
            case DEDUPLICATE -> each(schema, name -> new MergedColumn(name, false, false, true, arrival));
            case FIRST_ROW -> each(schema, name -> new MergedColumn(name, false, true, false, true));
            case AGGREGATE -> aggregated(schema, options, arrival);
            case PARTIAL_UPDATE -> partiallyUpdated(schema, options, arrival);
        };
    }

    private static List<MergedColumn> each(TableSchema schema, Function<String, MergedColumn> column) {
        return schema.rowType().names().stream()
                .filter(name -> !schema.primaryKeys().contains(name))
                .map(column)
                .toList();
    }

    private static List<MergedColumn> aggregated(TableSchema schema, TableOptions options, boolean arrival) {
        AggregatedColumns columns = AggregationOptions.columns(schema, options, schema.rowType());
        return each(schema, name -> aggregated(columns, schema.rowType().indexOf(name), arrival));
    }

    private static MergedColumn aggregated(AggregatedColumns columns, int position, boolean arrival) {
        boolean takenBack = isTakenBack(columns, position);
        // A product that is still missing forgets what is taken from it.
        boolean commutes = columns.isCommutative(position) && !(takenBack && columns.is(position, "product"));
        return new MergedColumn(
                columns.type().field(position).name(),
                takenBack,
                columns.is(position, AggregatedColumns.LAST_NON_NULL_VALUE),
                false,
                arrival && !commutes);
    }

    /** A last value becomes null whatever is taken back. */
    private static boolean isTakenBack(AggregatedColumns columns, int position) {
        return !columns.takesIncoming(position) && !columns.optionsOf(position).ignoreRetract();
    }

    private static List<MergedColumn> partiallyUpdated(TableSchema schema, TableOptions options, boolean arrival) {
        PartialUpdatePlan plan = PartialUpdateOptions.plan(schema, options, schema.rowType());
        List<MergedColumn> columns = new ArrayList<>();
        for (String name : schema.rowType().names()) {
            int position = schema.rowType().indexOf(name);
            if (plan.functions().has(position)) {
                columns.add(new MergedColumn(
                        name,
                        isTakenBack(plan.functions(), position),
                        plan.functions().is(position, AggregatedColumns.LAST_NON_NULL_VALUE),
                        false,
                        false));
            } else if (contains(plan.ungoverned(), position)) {
                columns.add(new MergedColumn(name, false, true, true, arrival));
            } else if (!contains(plan.keys(), position)) {
                columns.add(new MergedColumn(name, false, false, true, false));
            }
        }
        return List.copyOf(columns);
    }

    private static boolean contains(int[] positions, int position) {
        return Arrays.stream(positions).anyMatch(each -> each == position);
    }
}
