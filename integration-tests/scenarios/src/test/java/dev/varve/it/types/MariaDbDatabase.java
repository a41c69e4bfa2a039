package dev.varve.it.types;

import dev.varve.it.mariadb.MariaDb;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A {@link MariaDb} as the source of a type matrix, captured by Debezium's connector for it or by the one for MySQL. */
final class MariaDbDatabase implements SourceDatabase {
    static final String MARIADB_CONNECTOR = "io.debezium.connector.mariadb.MariaDbConnector";
    static final String MYSQL_CONNECTOR = "io.debezium.connector.mysql.MySqlConnector";

    /** A table, in a database of its own, of which every connector sends the rows. */
    private static final String MARKS = "harness.marks";

    static final List<String> PRELUDE = List.of(
            "create database harness",
            "create table " + MARKS + " (n int auto_increment primary key)",
            "create database typed");

    private final MariaDb server;
    private final String connectorClass;
    private final Path histories;
    private int connectors;

    /** @param histories directory for the connectors' histories of schemas */
    MariaDbDatabase(MariaDb server, String connectorClass, Path histories) {
        this.server = server;
        this.connectorClass = connectorClass;
        this.histories = histories;
    }

    @Override
    public Connection connect() throws SQLException {
        return server.connect();
    }

    @Override
    public Map<String, String> connector(String prefix, List<String> tables) {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("connector.class", connectorClass);
        config.put("tasks.max", "1");
        config.put("database.hostname", server.host());
        config.put("database.port", Integer.toString(server.port()));
        config.put("database.user", MariaDb.USER);
        config.put("database.password", "unused");
        config.put("database.server.id", Integer.toString(100 + connectors++));
        config.put("topic.prefix", prefix);
        config.put("table.include.list", String.join(",", tables) + "," + MARKS);
        config.put("schema.history.internal", "io.debezium.storage.file.history.FileSchemaHistory");
        config.put(
                "schema.history.internal.file.filename",
                histories.resolve(prefix + ".history").toString());
        config.put("topic.creation.default.replication.factor", "1");
        config.put("topic.creation.default.partitions", "1");
        config.put("poll.interval.ms", "100");
        return config;
    }

    @Override
    public List<String> keyless() {
        return List.of();
    }

    @Override
    public String announceEnd() {
        return "insert into " + MARKS + " values ()";
    }

    @Override
    public String endTopic(String prefix) {
        return prefix + "." + MARKS;
    }
}
