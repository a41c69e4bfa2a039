package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.aggregate.AggregateFunction;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;

/**
 * Every column has a function that adds and retracts (semantics, merge engines, section 5). The result is an insert, whatever was
 * retracted; only a row-removing -D deletes, and what follows it starts empty.
 *
 * <p>The merged row is composed of references to the versions whose values were picked; only what was computed is held in it.
 *
 * <p>An addition that is alone, or alone since the row was removed, is the result as it is.
 */
final class AggregationMergeFunction implements MergeFunction {
    private final AggregateFunction[] functions;
    private final boolean removeOnDelete;
    private final ComposedRow row;
    private final KeyValue merged = new KeyValue();

    /** The first version since the last removal, as long as it is the only one and an addition. */
    private KeyValue lone;
    /** The last version if it removed the row. */
    private KeyValue removal;
    /** The last version that the functions have seen. */
    private KeyValue newest;

    /** @param functions by position, one for each column; this function's own */
    AggregationMergeFunction(AggregateFunction[] functions, boolean removeOnDelete) {
        this.functions = requireNonNull(functions, "functions is null");
        this.removeOnDelete = removeOnDelete;
        this.row = new ComposedRow(functions.length);
    }

    @Override
    public void reset() {
        lone = null;
        removal = null;
        newest = null;
        for (AggregateFunction function : functions) {
            function.reset();
        }
    }

    @Override
    public void add(KeyValue version) {
        if (removeOnDelete && version.kind() == RowKind.DELETE) {
            reset();
            removal = version;
            return;
        }
        removal = null;
        if (newest == null && lone == null && version.kind().isAdd()) {
            lone = version;
            return;
        }
        if (lone != null) {
            apply(lone);
            lone = null;
        }
        apply(version);
    }

    private void apply(KeyValue version) {
        Row values = version.value();
        boolean add = version.kind().isAdd();
        for (int i = 0; i < functions.length; i++) {
            if (add) {
                functions[i].add(values, i);
            } else {
                functions[i].retract(values, i);
            }
        }
        newest = version;
    }

    @Override
    public KeyValue result() {
        if (removal != null) {
            return removal;
        }
        if (lone != null) {
            return lone;
        }
        for (int i = 0; i < functions.length; i++) {
            row.takeResult(i, functions[i]);
        }
        return merged.replace(newest.key(), newest.sequence(), RowKind.INSERT, row);
    }
}
