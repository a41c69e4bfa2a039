package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowText;
import dev.varve.table.type.RowType;

/** A function whose errors, which name the column, name the key too. */
final class NamedKeys implements MergeFunction {
    private final MergeFunction engine;
    private final RowType keyType;

    NamedKeys(MergeFunction engine, RowType keyType) {
        this.engine = requireNonNull(engine, "engine is null");
        this.keyType = requireNonNull(keyType, "keyType is null");
    }

    @Override
    public void reset() {
        engine.reset();
    }

    @Override
    public void add(KeyValue version) {
        try {
            engine.add(version);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    "key " + RowText.of(version.key(), keyType) + " cannot be merged: " + e.getMessage(), e);
        }
    }

    @Override
    public KeyValue result() {
        return engine.result();
    }
}
