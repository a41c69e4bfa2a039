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
    /** A retraction that is kept apart unless the next version makes a change of it. */
    private KeyValue waiting;

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
        waiting = null;
    }

    @Override
    public void add(KeyValue version) {
        JoinRule.Treatment treatment = rule.treatmentOf(version);
        if (waiting != null && treatment == JoinRule.Treatment.JOIN && rule.joinsChange(waiting, version)) {
            extend(waiting);
            extend(version);
            waiting = null;
            return;
        }
        switch (treatment) {
            case JOIN -> {
                keepWaiting();
                extend(version);
            }
            case KEEP_APART -> {
                keepWaiting();
                if (version.kind().isRetract()) {
                    waiting = version;
                } else {
                    keepApart(version);
                }
            }
            case ERASE_OLDER -> {
                reset();
                joined.add(version);
            }
            case DROP -> {}
        }
    }

    /** What follows the retraction that waits does not belong to it. */
    private void keepWaiting() {
        if (waiting != null) {
            keepApart(waiting);
            waiting = null;
        }
    }

    private void keepApart(KeyValue version) {
        endSegment();
        joined.add(version);
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
        keepWaiting();
        endSegment();
        return joined.size();
    }

    @Override
    public KeyValue get(int number) {
        return joined.get(number);
    }
}
