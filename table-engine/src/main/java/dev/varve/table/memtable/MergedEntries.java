package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Failures;
import dev.varve.table.merge.Tournament;
import java.util.List;

/** Several streams of entries as one; every entry of every stream comes out. Owns the streams. Confined to one thread. */
final class MergedEntries implements Entries {
    private final Entries[] runs;
    private final boolean[] ended;
    private final EntryOrder order;
    private Tournament tournament;
    private Entries current;

    /** @param runs at least two */
    MergedEntries(List<? extends Entries> runs, EntryOrder order) {
        this.runs = runs.toArray(Entries[]::new);
        this.ended = new boolean[runs.size()];
        this.order = requireNonNull(order, "order is null");
    }

    @Override
    public boolean advance() {
        if (tournament == null) {
            for (int run = 0; run < runs.length; run++) {
                ended[run] = !runs[run].advance();
            }
            tournament = new Tournament(runs.length, this::beats);
        } else {
            int last = tournament.winner();
            ended[last] = ended[last] || !runs[last].advance();
            tournament.replay(last);
        }
        int winner = tournament.winner();
        current = runs[winner];
        return !ended[winner];
    }

    private boolean beats(int left, int right) {
        if (ended[left] || ended[right]) {
            return !ended[left];
        }
        Entries leftRun = runs[left];
        Entries rightRun = runs[right];
        if (leftRun.prefix() != rightRun.prefix()) {
            return leftRun.prefix() < rightRun.prefix();
        }
        return order.compare(leftRun.bytes(), leftRun.offset(), rightRun.bytes(), rightRun.offset()) < 0;
    }

    @Override
    public byte[] bytes() {
        return current.bytes();
    }

    @Override
    public int offset() {
        return current.offset();
    }

    @Override
    public long prefix() {
        return current.prefix();
    }

    @Override
    public void close() {
        var failures = new Failures();
        for (Entries run : runs) {
            failures.collect(run::close);
        }
        failures.throwIfAny();
    }
}
