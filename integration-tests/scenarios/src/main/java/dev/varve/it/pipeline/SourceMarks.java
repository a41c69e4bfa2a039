package dev.varve.it.pipeline;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Marks in a database's log that every source of it sends on. When a mark is in Kafka, so is every change that was committed before
 * it. Several pipelines of one database share them. Confined to one thread.
 */
public final class SourceMarks {
    private final Connection connection;
    private long count;

    /** @param connection not closed by this; a mark commits what is open on it */
    public SourceMarks(Connection connection) {
        this.connection = connection;
    }

    /** Marks set so far. */
    long count() {
        return count;
    }

    /** Sets a mark behind every change made so far. */
    public void set() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("select pg_logical_emit_message(true, 'varve', 'so far')");
        }
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
        count++;
    }
}
