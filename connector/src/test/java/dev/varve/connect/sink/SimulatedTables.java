package dev.varve.connect.sink;

import dev.varve.connect.ledger.Ledger;
import dev.varve.table.TableId;
import dev.varve.table.Warehouse;
import dev.varve.table.testing.ManualEnv;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;

/** The tables of a simulation, over the fake or over the real engine. */
interface SimulatedTables {
    /** Makes the tables of one run. */
    @FunctionalInterface
    interface Factory {
        /**
         * @param faultShare probability that a step of the store fails
         * @param interleave to be run between the guard's answer and the creation of a snapshot
         */
        SimulatedTables create(ManualEnv env, Random random, double faultShare, Runnable interleave);
    }

    /**
     * A row that somebody can see.
     *
     * @param sequence its sequence number, if that can be seen
     */
    record VisibleRow(String id, String key, long offset, OptionalLong sequence) {}

    /** The warehouse of one task. */
    Warehouse open();

    /** No fault from now on. */
    void stopFaults();

    /** Creations that were under way arrive. */
    void settle();

    /** Compactions that wait for a thread get one. */
    void compact();

    /** Compactions that are visible. */
    long compactions();

    /** Another writer puts a snapshot without a ledger on top, if the table exists. */
    void foreignCommit(TableId table);

    /** The rows of a table; a record written twice is there twice. */
    List<VisibleRow> rows(TableId table);

    Ledger ledger(TableId table, String ledgerId);

    int snapshots(TableId table);
}
