package dev.varve.it.types;

import dev.varve.it.compare.TableContent;
import dev.varve.table.type.RowType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table of the source database, made of catalogued columns.
 *
 * @param key names of the columns of the primary key, among {@code columns}
 * @param keyed whether the source's table knows its key; if not, only the sink does
 * @param changes SQL of what happens later; {@code %s} is the table's name
 */
record SourceTable(String name, List<SourceColumn> columns, List<String> key, boolean keyed, List<String> changes) {
    static final String SCHEMA = "typed";
    private static final String ID = "id";
    private static final int LATER_ID = 1001;

    SourceTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        changes = List.copyOf(changes);
    }

    /**
     * With a numbered key before the other columns; rows come as their values ask for.
     *
     * @param id named {@code id}, without values
     */
    static SourceTable withId(String name, SourceColumn id, List<SourceColumn> columns, String... changes) {
        List<SourceColumn> all = new ArrayList<>();
        all.add(id);
        all.addAll(columns);
        return new SourceTable(name, all, List.of(id.name()), true, List.of(changes));
    }

    /** @param keyless SQL for tables without a key; {@code %s} is the table's name */
    void create(Connection connection, List<String> keyless) throws SQLException {
        String definitions = columns.stream()
                .map(column -> column.name() + " " + column.type())
                .collect(Collectors.joining(",\n  "));
        String primaryKey = keyed ? ",\n  primary key (" + String.join(", ", key) + ")" : "";
        execute(connection, "create table " + qualified() + " (\n  " + definitions + primaryKey + ")");
        if (!keyed) {
            for (String statement : keyless) {
                execute(connection, statement.formatted(qualified()));
            }
        }
    }

    /**
     * Inserts a row of nulls, if the table has ids, and as many rows as the longest list of values needs; shorter lists start over.
     *
     * @param firstId of the rows
     */
    void fill(Connection connection, int firstId) throws SQLException {
        int rows = columns.stream()
                .mapToInt(column -> column.values().size())
                .max()
                .orElse(0);
        if (hasIds()) {
            execute(connection, "insert into " + qualified() + " (" + ID + ") values (" + (firstId + rows) + ")");
        }
        for (int row = 0; row < rows; row++) {
            Map<String, String> values = new LinkedHashMap<>();
            if (hasIds()) {
                values.put(ID, Integer.toString(firstId + row));
            }
            for (SourceColumn column : columns) {
                if (!column.values().isEmpty()) {
                    values.put(
                            column.name(),
                            column.values().get(row % column.values().size()));
                }
            }
            execute(
                    connection,
                    "insert into " + qualified() + " (" + String.join(", ", values.keySet()) + ") values ("
                            + String.join(", ", values.values()) + ")");
        }
    }

    /** What happens in the table while the pipeline runs: more rows, if it has ids, and its {@link #changes}. */
    void change(Connection connection) throws SQLException {
        if (hasIds()) {
            fill(connection, LATER_ID);
        }
        for (String statement : changes) {
            execute(connection, statement.formatted(qualified()));
        }
    }

    private boolean hasIds() {
        return key.equals(List.of(ID));
    }

    /**
     * The rows that a copy of the table must have.
     *
     * @param copy the columns of the copy
     */
    TableContent expected(Connection connection, SourceMode mode, RowType copy) throws SQLException {
        String texts = columns.stream().map(SourceColumn::text).collect(Collectors.joining(", "));
        List<String> names = columns.stream().map(SourceColumn::name).toList();
        TableContent.Builder content = new TableContent.Builder(names, key);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select " + texts + " from " + qualified())) {
            while (rows.next()) {
                List<Object> values = new ArrayList<>();
                for (int i = 0; i < columns.size(); i++) {
                    SourceColumn column = columns.get(i);
                    String text = rows.getString(i + 1);
                    int place = copy.indexOf(column.name());
                    values.add(
                            text == null || place < 0 ? null : column.family().value(text, copy.type(place), mode));
                }
                content.add(values);
            }
        }
        return content.build();
    }

    String qualified() {
        return SCHEMA + "." + name;
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new SQLException(sql + ": " + e.getMessage(), e);
        }
    }
}
