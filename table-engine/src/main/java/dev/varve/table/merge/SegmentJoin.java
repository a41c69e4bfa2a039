package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.row.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Cuts the versions of a key into segments by the engine's {@link JoinRule} and lets the engine merge each. A segment of one
 * version is that version, kind included. Every segment has a function of its own, since all results are valid at once; functions
 * are kept for the next keys, and keys of more than one segment are rare.
 */
final class SegmentJoin implements VersionJoin {
    private final JoinRule rule;
    private final Supplier<MergeFunction> engine;
    private final List<MergeFunction> functions = new ArrayList<>();
    private final List<KeyValue> joined = new ArrayList<>();
    private int usedFunctions;
    private KeyValue segment;
    private MergeFunction merging;

    SegmentJoin(JoinRule rule, Supplier<MergeFunction> engine) {
        this.rule = requireNonNull(rule, "rule is null");
        this.engine = requireNonNull(engine, "engine is null");
    }

    @Override
    public void reset() {
        joined.clear();
        usedFunctions = 0;
        segment = null;
        merging = null;
    }

    @Override
    public void add(KeyValue version) {
        switch (rule.treatmentOf(version)) {
            case JOIN -> extend(version);
            case KEEP_APART -> {
                endSegment();
                joined.add(version);
            }
            case ERASE_OLDER -> {
                reset();
                joined.add(version);
            }
            case DROP -> {}
        }
    }

    private void extend(KeyValue version) {
        if (segment == null) {
            segment = version;
            return;
        }
        if (merging == null) {
            merging = nextFunction();
            merging.add(segment);
        }
        merging.add(version);
    }

    private void endSegment() {
        if (segment != null) {
            KeyValue result = merging == null ? segment : merging.result();
            Check.that(result != null, "versions were joined that have no effect");
            joined.add(result);
            segment = null;
            merging = null;
        }
    }

    private MergeFunction nextFunction() {
        if (usedFunctions == functions.size()) {
            functions.add(engine.get());
        }
        MergeFunction function = functions.get(usedFunctions++);
        function.reset();
        return function;
    }

    @Override
    public int size() {
        endSegment();
        return joined.size();
    }

    @Override
    public KeyValue get(int number) {
        return joined.get(number);
    }
}
