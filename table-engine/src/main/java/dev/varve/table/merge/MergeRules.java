package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import java.util.List;
import java.util.function.Supplier;

/**
 * How a table merges. Immutable.
 *
 * @param engine the table's engine
 * @param order age of versions
 * @param function makes a function, one for each reader: for merges that hold all versions of their keys
 * @param join makes a join, one for each reader: for merges below which older versions may lie
 * @param retractions what may be written
 */
public record MergeRules(
        MergeEngine engine,
        SequenceOrder order,
        Supplier<MergeFunction> function,
        Supplier<VersionJoin> join,
        Retractions retractions) {
    public MergeRules {
        requireNonNull(engine, "engine is null");
        requireNonNull(order, "order is null");
        requireNonNull(function, "function is null");
        requireNonNull(join, "join is null");
        requireNonNull(retractions, "retractions is null");
    }

    /** {@link #of(TableSchema, TableOptions, RowType)} for rows with all columns. */
    public static MergeRules of(TableSchema schema, TableOptions options) {
        return of(schema, options, schema.rowType());
    }

    /**
     * The rules that a table's options ask for.
     *
     * @param schema names all columns and the primary key
     * @param options the schema's, or those with some replaced
     * @param columns the columns of the rows to be merged, those of {@link #neededColumns} among them
     * @throws InvalidInputException for options that contradict one another or the columns
     */
    public static MergeRules of(TableSchema schema, TableOptions options, RowType columns) {
        return MergeEngines.rules(schema, options, columns);
    }

    /**
     * The columns without which merging could not tell the values of the wanted ones: the key, the table's sequence columns, and
     * the sequence columns of groups. Wanted ones may be among them.
     */
    public static List<String> neededColumns(TableSchema schema, TableOptions options, List<String> wanted) {
        return MergeEngines.neededColumns(schema, options, wanted);
    }

    /**
     * {@link #join} for merges that can keep one version a key only; fails with a {@link VersionsApartException} where that is
     * not enough.
     */
    public Supplier<MergeFunction> partialFunction() {
        return () -> new PartialMerge(join.get());
    }

    /** Whether a retraction that nothing is below can be a row: then what its file says of values is not what a read sees. */
    public boolean makesRowsOfRetractions() {
        return engine == MergeEngine.AGGREGATE;
    }

    /**
     * Checks, when a table is created or a writer opens it, that its rows can be merged: everything that {@link #of(TableSchema,
     * TableOptions)} checks, the types and settings of aggregate functions, and combinations whose result would depend on when
     * compactions happen (package description).
     *
     * @throws InvalidInputException with the column or option, and what to do
     */
    public static void requireWritable(TableSchema schema, TableOptions options) {
        MergeEngines.requireWritable(schema, options);
    }
}
