package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.option.TableOptions;
import java.util.function.Supplier;

/**
 * How a table merges. Immutable.
 *
 * @param order age of versions
 * @param function makes the engine's function, one for each reader
 */
public record MergeRules(SequenceOrder order, Supplier<MergeFunction> function) {
    public MergeRules {
        requireNonNull(order, "order is null");
        requireNonNull(function, "function is null");
    }

    /**
     * The rules that a table's options ask for.
     *
     * @throws UnsupportedFormatException for an engine or order that this version cannot apply
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
        boolean ignoreDelete = options.ignoreDelete();
        return new MergeRules(SequenceOrder.ARRIVAL, () -> new DeduplicateMergeFunction(ignoreDelete));
    }
}
