package dev.varve.table;

import dev.varve.table.merge.MergedColumn;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.TableSchema;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a stream of changes must say of each row so that a table's merge engine comes to the right result. Immutable; the sets keep
 * the table's order of columns and never hold columns of the primary key.
 *
 * @param rowBeforeUpdate whether an update must be written as -U of the whole row before and +U of the row after. Where this is
 *     false the row after alone leads to the same result
 * @param rowBeforeDelete whether a -D must hold the whole row before, not only its key
 * @param takenBack columns whose value in a retraction counts
 * @param keptUnderNull columns in which a null leaves the stored value as it is
 * @param replaced columns in which writing the stored value again changes nothing
 * @param ordered columns whose result depends on the order in which the rows of a key arrive: all rows of a key must then come
 *     through one writer, in their order
 */
public record ChangeNeeds(
        boolean rowBeforeUpdate,
        boolean rowBeforeDelete,
        Set<String> takenBack,
        Set<String> keptUnderNull,
        Set<String> replaced,
        Set<String> ordered) {

    /**
     * What the table needs.
     *
     * @throws dev.varve.table.error.InvalidInputException for options that contradict one another or the columns
     */
    public static ChangeNeeds of(TableSchema schema) {
        TableOptions options = schema.tableOptions();
        List<MergedColumn> columns = MergedColumn.of(schema, options);
        boolean takesBack = !options.ignoreDelete() && columns.stream().anyMatch(MergedColumn::takenBack);
        return new ChangeNeeds(
                takesBack && !options.ignoreUpdateBefore(),
                options.mergeEngine() == MergeEngine.PARTIAL_UPDATE
                        ? retractsGroups(options, columns)
                        : takesBack && !options.aggregationRemovesOnDelete(),
                names(columns, MergedColumn::takenBack),
                names(columns, MergedColumn::keptUnderNull),
                names(columns, MergedColumn::replaced),
                names(columns, MergedColumn::ordered));
    }

    /** A group is retracted only by a row that has its sequence columns. */
    private static boolean retractsGroups(TableOptions options, List<MergedColumn> columns) {
        return !options.ignoreDelete()
                && !options.partialUpdateRemovesOnDelete()
                && columns.stream().anyMatch(column -> !column.keptUnderNull() || !column.replaced());
    }

    private static Set<String> names(List<MergedColumn> columns, Predicate<MergedColumn> which) {
        Set<String> names = new LinkedHashSet<>();
        columns.stream().filter(which).map(MergedColumn::name).forEach(names::add);
        return Collections.unmodifiableSet(names);
    }
}
