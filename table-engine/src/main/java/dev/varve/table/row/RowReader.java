package dev.varve.table.row;

/** Rows one after another. Confined to one thread. */
public interface RowReader extends AutoCloseable {
    /**
     * Moves to the next row.
     *
     * @return false at the end
     */
    boolean advance();

    /** The current row; lent until the next {@link #advance}. */
    Row row();

    @Override
    void close();

    /** A reader of nothing. */
    static RowReader empty() {
        return new RowReader() {
            @Override
            public boolean advance() {
                return false;
            }

            @Override
            public Row row() {
                throw new IllegalStateException("there is no row");
            }

            @Override
            public void close() {}
        };
    }
}
