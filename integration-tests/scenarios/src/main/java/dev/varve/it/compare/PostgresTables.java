package dev.varve.it.compare;

import dev.varve.it.process.HarnessException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads tables of the source database. */
public final class PostgresTables {
    private PostgresTables() {}

    /** All rows that are committed now. */
    public static TableContent read(Connection connection, String schema, String table) throws SQLException {
        List<String> key = keyColumns(connection, schema, table);
        if (key.isEmpty()) {
            throw new HarnessException("table " + schema + "." + table + " has no primary key, or is not there");
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select * from " + schema + "." + table)) {
            ResultSetMetaData meta = rows.getMetaData();
            List<String> columns = new ArrayList<>();
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                columns.add(meta.getColumnName(i));
            }
            TableContent.Builder content = new TableContent.Builder(columns, key);
            while (rows.next()) {
                List<Object> values = new ArrayList<>();
                for (int i = 1; i <= columns.size(); i++) {
                    values.add(value(rows, i, meta.getColumnTypeName(i)));
                }
                content.add(values);
            }
            return content.build();
        }
    }

    private static Object value(ResultSet rows, int column, String type) throws SQLException {
        if (rows.getObject(column) == null) {
            return null;
        }
        return switch (type) {
            case "bool" -> rows.getBoolean(column);
            case "int2", "int4" -> rows.getInt(column);
            case "int8" -> rows.getLong(column);
            case "float4" -> rows.getFloat(column);
            case "float8" -> rows.getDouble(column);
            case "numeric" -> rows.getBigDecimal(column);
            case "bytea" -> rows.getBytes(column);
            case "date" -> rows.getObject(column, LocalDate.class);
            case "time" -> rows.getObject(column, LocalTime.class);
            case "timestamp" -> rows.getObject(column, LocalDateTime.class);
            case "timestamptz" -> rows.getObject(column, OffsetDateTime.class).toInstant();
            default -> type.startsWith("_") ? list(rows.getArray(column)) : rows.getString(column);
        };
    }

    private static List<Object> list(Array array) throws SQLException {
        return Arrays.asList((Object[]) array.getArray());
    }

    private static List<String> keyColumns(Connection connection, String schema, String table) throws SQLException {
        String query = """
                select a.attname from pg_index i
                join lateral unnest(i.indkey) with ordinality k(number, place) on true
                join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
                where i.indisprimary and i.indrelid = to_regclass(?) order by k.place
                """;
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, schema + "." + table);
            try (ResultSet rows = statement.executeQuery()) {
                List<String> columns = new ArrayList<>();
                while (rows.next()) {
                    columns.add(rows.getString(1));
                }
                return columns;
            }
        }
    }
}
