package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.KeyValue;

/**
 * An engine's function for merges that hold all versions of their keys, with what is the same for all engines (semantics, merge
 * engines, sections 1 and 9): an addition that is alone is the result as it is, and a retraction that is alone goes to the
 * engine, since nothing can be below it. One that the table could never apply is a tombstone of nothing: this engine does not
 * write such retractions, but others do.
 */
final class CompleteMerge implements MergeFunction {
    private final MergeFunction engine;
    private final Retractions retractions;
    private KeyValue first;
    private boolean several;

    CompleteMerge(MergeFunction engine, Retractions retractions) {
        this.engine = requireNonNull(engine, "engine is null");
        this.retractions = requireNonNull(retractions, "retractions is null");
    }

    @Override
    public void reset() {
        first = null;
        several = false;
    }

    @Override
    public void add(KeyValue version) {
        if (first == null) {
            first = version;
            return;
        }
        if (!several) {
            several = true;
            engine.reset();
            engine.add(first);
        }
        engine.add(version);
    }

    @Override
    public KeyValue result() {
        if (several) {
            return engine.result();
        }
        if (first.kind().isAdd() || !isApplicable(first)) {
            return first;
        }
        engine.reset();
        engine.add(first);
        return engine.result();
    }

    private boolean isApplicable(KeyValue retraction) {
        try {
            retractions.requireApplicable(retraction.kind(), retraction.value());
            return true;
        } catch (InvalidInputException e) {
            return false;
        }
    }
}
