package dev.varve.table.lsm;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.Check;
import dev.varve.table.error.Failures;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeFunction;
import dev.varve.table.merge.SequenceOrder;
import dev.varve.table.merge.Tournament;
import dev.varve.table.row.KeyPrefix;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowComparator;
import java.util.List;

/**
 * Merges sorted runs into one stream: the versions of a key, found in any of the runs, go to the merge function from old to new,
 * and what it makes of them comes out.
 *
 * <p>The runs play a {@link Tournament} by (key, age). Their rows are lent, so a run whose version has gone to the function must
 * not move on before the key is done: it is <em>suspended</em>, which makes it lose every match, and all suspended runs move on
 * together with the next {@link #advance}. Most keys are in one run only; that is seen from the winner's direct rivals, and costs
 * neither a suspension nor a second round of matches. Keys are compared by their {@linkplain KeyPrefix prefixes} first, which are
 * computed once a version.
 *
 * <p>Each run holds a key at most once. Runs are opened with the first {@link #advance}.
 */
public final class MergingReader implements KeyValueReader {
    private final KeyValueReader[] runs;
    private final RowComparator keyOrder;
    private final KeyPrefix keyPrefix;
    private final boolean prefixDecides;
    private final SequenceOrder sequenceOrder;
    private final MergeFunction function;

    private final KeyValue[] heads;
    private final long[] prefixes;
    /** Runs that have given their version to the function and have to move on, in the order of suspension. */
    private final int[] suspended;

    private final Tournament.Rival holdsWinnersKey = this::holdsWinnersKey;
    private int suspendedCount;
    private Tournament tournament;
    private KeyValue result;

    /**
     * Takes over the runs and closes them.
     *
     * @param runs at least two
     * @param function used by this reader only
     */
    public MergingReader(
            List<KeyValueReader> runs, KeyValueLayout layout, SequenceOrder sequenceOrder, MergeFunction function) {
        Check.argument(runs.size() >= 2, "nothing to merge in %s runs", runs.size());
        this.runs = runs.toArray(KeyValueReader[]::new);
        this.keyOrder = layout.keyOrder();
        this.keyPrefix = layout.keyPrefix();
        this.prefixDecides = keyPrefix.isDecisive();
        this.sequenceOrder = requireNonNull(sequenceOrder, "sequenceOrder is null");
        this.function = requireNonNull(function, "function is null");
        this.heads = new KeyValue[runs.size()];
        this.prefixes = new long[runs.size()];
        this.suspended = new int[runs.size()];
    }

    @Override
    public boolean advance() {
        result = null;
        while (result == null) {
            moveOn();
            int winner = tournament.winner();
            if (heads[winner] == null) {
                return false;
            }
            function.reset();
            function.add(heads[winner]);
            if (tournament.anyRival(holdsWinnersKey)) {
                mergeWithRivals(winner);
            } else {
                suspended[suspendedCount++] = winner;
            }
            result = function.result();
        }
        return true;
    }

    /** Gives the function all other versions of the winner's key, next older first. */
    private void mergeWithRivals(int first) {
        KeyValue version = heads[first];
        long prefix = prefixes[first];
        int run = first;
        do {
            if (run != first) {
                function.add(heads[run]);
            }
            suspended[suspendedCount++] = run;
            heads[run] = null;
            tournament.replay(run);
            run = tournament.winner();
        } while (heads[run] != null && prefixes[run] == prefix && sameKey(version, heads[run]));
    }

    /** Moves the runs of the key that is done to their next version. */
    private void moveOn() {
        if (tournament == null) {
            for (int run = 0; run < runs.length; run++) {
                moveOn(run);
            }
            tournament = new Tournament(runs.length, this::beats);
            return;
        }
        while (suspendedCount > 0) {
            int run = suspended[--suspendedCount];
            moveOn(run);
            tournament.replay(run);
        }
    }

    private void moveOn(int run) {
        if (runs[run].advance()) {
            heads[run] = runs[run].current();
            prefixes[run] = keyPrefix.of(heads[run].key());
        } else {
            heads[run] = null;
        }
    }

    /** By key, then from old to new; runs without a version come last. */
    private boolean beats(int left, int right) {
        KeyValue leftHead = heads[left];
        KeyValue rightHead = heads[right];
        if (leftHead == null || rightHead == null) {
            return leftHead != null;
        }
        if (prefixes[left] != prefixes[right]) {
            return prefixes[left] < prefixes[right];
        }
        int order = prefixDecides ? 0 : keyOrder.compare(leftHead.key(), rightHead.key());
        if (order == 0) {
            order = sequenceOrder.compareValues(leftHead.value(), rightHead.value());
        }
        if (order == 0) {
            order = Long.compare(leftHead.sequence(), rightHead.sequence());
        }
        return order != 0 ? order < 0 : left < right;
    }

    private boolean holdsWinnersKey(int run) {
        int winner = tournament.winner();
        return heads[run] != null && prefixes[winner] == prefixes[run] && sameKey(heads[winner], heads[run]);
    }

    private boolean sameKey(KeyValue left, KeyValue right) {
        return prefixDecides || keyOrder.compare(left.key(), right.key()) == 0;
    }

    @Override
    public KeyValue current() {
        return result;
    }

    @Override
    public void close() {
        var failures = new Failures();
        for (KeyValueReader run : runs) {
            failures.collect(run::close);
        }
        failures.throwIfAny();
    }
}
