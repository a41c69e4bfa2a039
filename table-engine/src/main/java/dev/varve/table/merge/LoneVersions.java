package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.KeyValue;

/** The single-version shortcut (semantics, merge engines, section 1). */
final class LoneVersions implements MergeFunction {
    private final MergeFunction engine;
    private KeyValue first;
    private boolean several;

    LoneVersions(MergeFunction engine) {
        this.engine = requireNonNull(engine, "engine is null");
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
        return several ? engine.result() : first;
    }

    @Override
    public MergeFunction passingLoneVersions() {
        return this;
    }
}
