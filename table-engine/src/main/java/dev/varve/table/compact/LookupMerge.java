package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Failures;
import dev.varve.table.lsm.VersionsReader;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowComparator;
import java.util.List;

/**
 * The merge of a lookup compaction (semantics, LSM tree, section 6). Above level 0 such a table holds merged rows only, so that a key
 * has one row that readers see, and this merge knows it whenever the key changes:
 *
 * <pre>
 * fresh     all versions on level 0 of the compaction      ┐
 * inside    rows of the compaction's higher levels         ├─→ one merged version a key
 * previous  rows of the levels above the output level      ┘   (asked only for keys in fresh that are not inside)
 * </pre>
 *
 * <ol>
 *   <li>A key that is not in {@code fresh} passes as it is inside.
 *   <li>Otherwise its versions on level 0 and the one old row are merged in version order: the old row may well be the newest,
 *       where a sequence field decides.
 *   <li>Who watches learns of every key in {@code fresh}: what its row was, where that was found, and what it is now.
 * </ol>
 *
 * Owns its inputs. Confined to one thread.
 */
final class LookupMerge implements KeyValueReader {
    private final VersionsReader fresh;
    private final KeyValueReader inside;
    private final PreviousVersions previous;
    private final Rules rules;
    private final Watcher watcher;

    private boolean started;
    private boolean atFresh;
    private boolean atInside;
    /** Whose current version has been taken, and must move on first. */
    private boolean freshTaken;

    private boolean insideTaken;
    private KeyValue result;

    /**
     * How versions are merged.
     *
     * @param function used by this merge only; sees all versions of a key
     * @param feedsPrevious whether what {@code previous} finds is merged; if not, it is only looked up, and may be without values
     * @param dropRetracts whether keys that are deleted are left out
     */
    record Rules(
            RowComparator keyOrder,
            SequenceOrder sequenceOrder,
            MergeFunction function,
            boolean feedsPrevious,
            boolean dropRetracts) {
        Rules {
            requireNonNull(keyOrder, "keyOrder is null");
            requireNonNull(sequenceOrder, "sequenceOrder is null");
            requireNonNull(function, "function is null");
        }
    }

    /** Learns what becomes of the keys that level 0 holds. */
    interface Watcher {
        /** The row of a key was found in an older run, where {@code previous} is now. Called before {@link #merged}. */
        void found(PreviousVersions previous);

        /**
         * A key was merged. Both versions are lent until the merge moves on.
         *
         * @param before the row before, possibly a retraction; null if there was none
         * @param after the row now, possibly a retraction; null if there is none
         */
        void merged(KeyValue before, KeyValue after);
    }

    LookupMerge(VersionsReader fresh, KeyValueReader inside, PreviousVersions previous, Rules rules, Watcher watcher) {
        this.fresh = requireNonNull(fresh, "fresh is null");
        this.inside = requireNonNull(inside, "inside is null");
        this.previous = requireNonNull(previous, "previous is null");
        this.rules = requireNonNull(rules, "rules is null");
        this.watcher = requireNonNull(watcher, "watcher is null");
    }

    @Override
    public boolean advance() {
        while (true) {
            moveOn();
            if (!atFresh && !atInside) {
                return false;
            }
            int order = order();
            freshTaken = order <= 0;
            insideTaken = order >= 0;
            result = order > 0 ? inside.current() : merge(order == 0 ? inside.current() : find());
            if (result != null && (result.kind().isAdd() || !rules.dropRetracts())) {
                return true;
            }
        }
    }

    private void moveOn() {
        if (!started || freshTaken) {
            atFresh = fresh.advance();
        }
        if (!started || insideTaken) {
            atInside = inside.advance();
        }
        started = true;
    }

    /** Negative if the next key is in {@code fresh} alone, positive if it is inside alone. */
    private int order() {
        if (!atFresh || !atInside) {
            return atFresh ? -1 : 1;
        }
        return rules.keyOrder().compare(fresh.key(), inside.current().key());
    }

    private KeyValue find() {
        if (!previous.find(fresh.key())) {
            return null;
        }
        watcher.found(previous);
        return previous.version();
    }

    private KeyValue merge(KeyValue before) {
        MergeFunction function = rules.function();
        function.reset();
        boolean waits = before != null && (insideTaken || rules.feedsPrevious());
        List<KeyValue> versions = fresh.versions();
        for (int i = 0; i < versions.size(); i++) {
            KeyValue version = versions.get(i);
            if (waits && isOlder(before, version)) {
                function.add(before);
                waits = false;
            }
            function.add(version);
        }
        if (waits) {
            function.add(before);
        }
        KeyValue after = function.result();
        watcher.merged(before, after);
        return after;
    }

    private boolean isOlder(KeyValue left, KeyValue right) {
        int order = rules.sequenceOrder().compareValues(left.value(), right.value());
        return order != 0 ? order < 0 : left.sequence() < right.sequence();
    }

    @Override
    public KeyValue current() {
        return result;
    }

    @Override
    public void close() {
        var failures = new Failures();
        failures.collect(fresh::close);
        failures.collect(inside::close);
        failures.collect(previous::close);
        failures.throwIfAny();
    }
}
