package dev.varve.connect.sink;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.ledger.LedgerHistory;
import dev.varve.table.FakeWarehouse;
import dev.varve.table.FakeWarehouse.Creation;
import dev.varve.table.TableId;
import dev.varve.table.Warehouse;
import dev.varve.table.testing.ManualEnv;
import java.util.List;
import java.util.Random;

/** Tables of the fake engine, with faults from a seed. */
final class FakeTables {
    /**
     * A row that somebody can see.
     *
     * @param sequence its sequence number
     */
    record VisibleRow(String id, String key, long offset, long sequence) {}

    private final ManualEnv env;
    private final Random random;
    private final Runnable interleave;
    private final FakeWarehouse.Store store = new FakeWarehouse.Store();
    private double faultShare;

    FakeTables(ManualEnv env, Random random, double faultShare, Runnable interleave) {
        this.env = env;
        this.random = random;
        this.faultShare = faultShare;
        this.interleave = interleave;
    }

    /** The warehouse of one task. */
    Warehouse open() {
        return new FakeWarehouse(store, env, new RandomFaults());
    }

    /** No fault from now on. */
    void stopFaults() {
        faultShare = 0;
    }

    /** Creations that were under way arrive. */
    void settle() {
        store.settle();
    }

    /** Another writer puts a snapshot without a ledger on top, if the table exists. */
    void foreignCommit(TableId table) {
        if (store.latest(table).isPresent()) {
            store.foreignCommit(table, env);
        }
    }

    /** The rows of a table; a record written twice is there twice. */
    List<VisibleRow> rows(TableId table) {
        return store.rows(table).stream()
                .map(stored -> new VisibleRow(
                        stored.row().stringAt(SimulatedTranslator.ID).toString(),
                        stored.row().stringAt(SimulatedTranslator.KEY).toString(),
                        stored.row().longAt(SimulatedTranslator.OFFSET),
                        stored.sequence()))
                .toList();
    }

    Ledger ledger(TableId table, String ledgerId) {
        return LedgerHistory.newest(ledgerId, store.latest(table), id -> store.find(table, id))
                .map(LedgerHistory.Found::ledger)
                .orElse(Ledger.EMPTY);
    }

    int snapshots(TableId table) {
        return store.snapshots(table).size();
    }

    private final class RandomFaults implements FakeWarehouse.Faults {
        private void maybe(String what, double share) {
            if (share > 0 && random.nextDouble() < share) {
                throw FakeWarehouse.transientFailure(what);
            }
        }

        @Override
        public void onRead() {
            maybe("read", faultShare / 4);
        }

        @Override
        public void onWrite() {
            maybe("write", faultShare / 4);
        }

        @Override
        public void onPrepare() {
            maybe("prepare", faultShare);
        }

        @Override
        public void onEvolve() {
            maybe("evolve", faultShare);
        }

        @Override
        public void onAttempt() {
            maybe("manifests", faultShare);
        }

        @Override
        public void beforeCreate() {
            interleave.run();
        }

        @Override
        public Creation creation() {
            if (faultShare == 0 || random.nextDouble() >= faultShare * 2) {
                return Creation.MADE;
            }
            return Creation.values()[1 + random.nextInt(Creation.values().length - 1)];
        }
    }
}
