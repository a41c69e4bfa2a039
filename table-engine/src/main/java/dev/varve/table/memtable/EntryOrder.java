package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.KeyPrefix;
import dev.varve.table.row.RowComparator;

/** Orders encoded versions by key, then from old to new. Looks at them through views of its own: confined to one thread. */
final class EntryOrder {
    private final RowComparator keys;
    private final SequenceOrder ages;
    private final KeyPrefix prefix;
    private final boolean prefixDecides;
    private final BinaryRow left;
    private final BinaryRow right;

    EntryOrder(KeyValueLayout layout, SequenceOrder ages) {
        this.keys = layout.valueOrder();
        this.ages = requireNonNull(ages, "ages is null");
        this.prefix = layout.valuePrefix();
        this.prefixDecides = prefix.isDecisive();
        this.left = new BinaryRow(layout.valueType().arity());
        this.right = new BinaryRow(layout.valueType().arity());
    }

    long prefixOf(BinaryRow row) {
        return prefix.of(row);
    }

    long prefixOf(byte[] bytes, int at) {
        return prefix.of(Entry.row(left, bytes, at));
    }

    /** Whether entries of one prefix are in order as soon as their sequence numbers are. */
    boolean isPrefixThenSequence() {
        return prefixDecides && ages.isArrival();
    }

    /** Whether two entries of one prefix have the same key. */
    boolean sameKey(byte[] leftBytes, int leftAt, byte[] rightBytes, int rightAt) {
        return prefixDecides
                || keys.compare(Entry.row(left, leftBytes, leftAt), Entry.row(right, rightBytes, rightAt)) == 0;
    }

    /** Compares two entries of one prefix; 0 only for an entry and itself. */
    int compare(byte[] leftBytes, int leftAt, byte[] rightBytes, int rightAt) {
        if (!isPrefixThenSequence()) {
            Entry.row(left, leftBytes, leftAt);
            Entry.row(right, rightBytes, rightAt);
            int byKey = prefixDecides ? 0 : keys.compare(left, right);
            int byAge = byKey != 0 ? byKey : ages.compareValues(left, right);
            if (byAge != 0) {
                return byAge;
            }
        }
        return Long.compare(Entry.sequence(leftBytes, leftAt), Entry.sequence(rightBytes, rightAt));
    }
}
