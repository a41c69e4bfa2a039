package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.TableSchema;
import java.util.function.Supplier;

/**
 * How a table merges. Immutable.
 *
 * @param order age of versions
 * @param function makes the engine's function, one for each reader: for merges that hold all versions of their keys
 * @param join makes the engine's join, one for each reader: for merges below which older versions may lie
 * @param retractions what may be written
 */
public record MergeRules(
        SequenceOrder order, Supplier<MergeFunction> function, Supplier<VersionJoin> join, Retractions retractions) {
    public MergeRules {
        requireNonNull(order, "order is null");
        requireNonNull(function, "function is null");
        requireNonNull(join, "join is null");
        requireNonNull(retractions, "retractions is null");
    }

    /**
     * The rules of tables that need no columns for them: deduplicate in order of arrival.
     *
     * @throws UnsupportedFormatException for an engine or order that reads and writes do not apply yet
     */
    public static MergeRules of(TableOptions options) {
        if (options.mergeEngine() != MergeEngine.DEDUPLICATE) {
            throw new UnsupportedFormatException("merge-engine '"
                    + options.mergeEngine().text() + "' is not supported yet; this engine merges with '"
                    + MergeEngine.DEDUPLICATE.text() + "'");
        }
        if (!options.sequenceFields().isEmpty()) {
            throw new UnsupportedFormatException("sequence.field " + options.sequenceFields()
                    + " is not supported yet; this engine orders versions by their arrival");
        }
        return MergeEngines.deduplicate(SequenceOrder.ARRIVAL, options);
    }

    /**
     * The rules that a table's options ask for.
     *
     * @param schema names the columns and the primary key
     * @param options the schema's, or those with some replaced
     * @throws InvalidInputException for options that contradict one another or the columns
     */
    public static MergeRules of(TableSchema schema, TableOptions options) {
        return MergeEngines.rules(schema, options);
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
