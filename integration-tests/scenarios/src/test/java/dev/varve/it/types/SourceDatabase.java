package dev.varve.it.types;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** A running database, and the source connector that captures it. */
interface SourceDatabase {
    /** A new connection, in which times are UTC; the caller closes it. */
    Connection connect() throws SQLException;

    /**
     * Configuration of a source connector, without converters.
     *
     * @param prefix first part of its topics' names; different for each connector
     * @param tables qualified names
     */
    Map<String, String> connector(String prefix, List<String> tables);

    /** SQL by which changes of a table without a key say what the row was before; {@code %s} is the table's name. */
    List<String> keyless();

    /** SQL that makes every connector send a record to its {@link #endTopic}. */
    String announceEnd();

    /** Where a connector says that it has come to what {@link #announceEnd} did. */
    String endTopic(String prefix);
}
