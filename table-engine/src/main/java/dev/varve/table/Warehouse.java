package dev.varve.table;

import dev.varve.table.schema.TableSpec;
import java.util.List;
import java.util.Optional;

/** A directory of databases and tables. Safe for use by several threads. */
public interface Warehouse {
    /** The table, if there is one at its place. */
    Optional<Table> find(TableId id);

    /**
     * Creates the table, or opens it if somebody else has just created it.
     *
     * @throws dev.varve.table.error.InvalidInputException if the specification is not possible
     */
    Table create(TableId id, TableSpec spec);

    /** All tables, by database and name. Lists directories only; a table dropped in the meantime may still be named. */
    List<TableId> list();

    /**
     * Checks once that the store can create files atomically.
     *
     * @throws dev.varve.table.error.UnsupportedFormatException if it cannot, with an explanation
     */
    void requireAtomicCreate();
}
