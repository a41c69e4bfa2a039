package dev.varve.it.compare;

import dev.varve.table.TableId;

/** Somebody who can read the tables of a warehouse. */
public interface TableReader extends AutoCloseable {
    /** For messages: "read by …". */
    String name();

    /**
     * All rows of the newest snapshot.
     *
     * @throws dev.varve.it.process.HarnessException if there is no such table
     */
    TableContent read(TableId table);

    @Override
    void close();
}
