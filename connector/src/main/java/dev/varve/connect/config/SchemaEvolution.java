package dev.varve.connect.config;

/** How far a table follows its stream, setting {@code schema.evolution}. */
public enum SchemaEvolution implements Choice {
    /** New columns, wider types, columns that become nullable. */
    FULL,
    /** New columns only. */
    ADD_COLUMNS,
    /** The table stays as it is. */
    NONE;

    /** Whether missing columns are added. */
    public boolean addsColumns() {
        return this != NONE;
    }

    /** Whether existing columns are widened and made nullable. */
    public boolean changesColumns() {
        return this == FULL;
    }
}
