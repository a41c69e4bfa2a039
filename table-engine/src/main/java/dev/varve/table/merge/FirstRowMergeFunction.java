package dev.varve.table.merge;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.KeyValue;

/**
 * The oldest version stays as a whole, nulls included (semantics, merge engines, section 3). Retractions count as if they had not
 * been written, or are refused.
 */
final class FirstRowMergeFunction implements MergeFunction {
    private final boolean ignoreDelete;
    private KeyValue oldest;

    FirstRowMergeFunction(boolean ignoreDelete) {
        this.ignoreDelete = ignoreDelete;
    }

    @Override
    public void reset() {
        oldest = null;
    }

    /** @throws InvalidInputException for a retraction, which only another engine can have stored */
    @Override
    public void add(KeyValue version) {
        if (version.kind().isAdd()) {
            oldest = oldest == null ? version : oldest;
        } else if (!ignoreDelete) {
            throw new InvalidInputException(
                    "a stored row of kind " + version.kind().shortName() + ": " + Retractions.FIRST_ROW_REFUSES);
        }
    }

    @Override
    public KeyValue result() {
        return oldest;
    }
}
