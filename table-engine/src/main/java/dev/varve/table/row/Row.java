package dev.varve.table.row;

/**
 * One row. Readers usually lend their row: it is valid until they move on, and whoever keeps it makes a copy
 * ({@link RowSerializer#toBinary}, {@link GenericRow#copyOf}).
 */
public interface Row extends Values {
    RowKind kind();

    /** Number of fields. */
    int arity();
}
