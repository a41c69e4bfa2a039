package dev.varve.it.types;

import dev.varve.it.postgres.DebeziumSource;
import dev.varve.it.postgres.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** A {@link Postgres} as the source of a type matrix. */
final class PostgresDatabase implements SourceDatabase {
    private final Postgres server;

    PostgresDatabase(Postgres server) {
        this.server = server;
    }

    @Override
    public Connection connect() throws SQLException {
        return server.connect();
    }

    @Override
    public Map<String, String> connector(String prefix, List<String> tables) {
        return DebeziumSource.of(server, prefix, SourceTable.SCHEMA)
                .with("table.include.list", String.join(",", tables))
                .with("include.unknown.datatypes", "true")
                .named(prefix)
                .config();
    }

    @Override
    public List<String> keyless() {
        return List.of("alter table %s replica identity full");
    }

    @Override
    public String announceEnd() {
        return "select pg_logical_emit_message(true, 'varve', 'end')";
    }

    @Override
    public String endTopic(String prefix) {
        return prefix + ".message";
    }
}
