package dev.varve.table.lsm;

import static java.util.Objects.requireNonNull;

import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.row.KeyValue;

/**
 * A sorted run that is merged with nothing: a retraction in it still goes to the merge function, which may make a row of it, or
 * nothing. Additions pass.
 */
final class LoneVersions implements KeyValueReader {
    private final KeyValueReader run;
    private final MergeFunction function;
    private KeyValue result;

    LoneVersions(KeyValueReader run, MergeFunction function) {
        this.run = requireNonNull(run, "run is null");
        this.function = requireNonNull(function, "function is null");
    }

    @Override
    public boolean advance() {
        while (run.advance()) {
            result = run.current();
            if (result.kind().isRetract()) {
                function.reset();
                function.add(result);
                result = function.result();
            }
            if (result != null) {
                return true;
            }
        }
        return false;
    }

    @Override
    public KeyValue current() {
        return result;
    }

    @Override
    public void close() {
        run.close();
    }
}
