package dev.varve.it.evolution;

import dev.varve.it.compare.PostgresTables;
import dev.varve.it.compare.TableContent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A table of PostgreSQL that is written and altered: random rows in random statements, a handful a transaction, all from one seed.
 * Half of the statements insert, some of them under a key that was deleted before; the others update some columns, or delete.
 * Inserts leave columns with a default out now and then. Confined to one thread.
 */
public final class EvolvingTable {
    public static final String SCHEMA = "stock";
    private static final String ID = "id";
    private static final int STATEMENTS = 3;

    private final Connection connection;
    private final String name;
    private final boolean reusesKeys;
    private final Random random;
    private final RowValues values;
    private final Map<String, ColumnDefinition> columns = new TreeMap<>();
    private final List<Long> present = new ArrayList<>();
    private final List<Long> deleted = new ArrayList<>();
    private final ColumnHistory history;
    private long lastId;

    /**
     * Creates the table.
     *
     * @param summed whether a copy is to sum the rows up. The source is then told what a row was before a change (REPLICA IDENTITY
     *     FULL), not only its key; and no key comes again once it was deleted, since Apache Paimon would go on from the old sum
     */
    public EvolvingTable(Connection connection, String name, boolean summed, long seed) throws SQLException {
        this.connection = connection;
        this.name = name;
        this.reusesKeys = !summed;
        this.random = new Random(seed);
        this.values = new RowValues(random);
        List<String> names = new ArrayList<>(List.of(ID));
        for (String column : Change.FIRST_COLUMNS) {
            String[] parts = column.split(" ", 2);
            names.add(parts[0]);
            columns.put(parts[0], ColumnDefinition.parse(parts[1]));
        }
        this.history = new ColumnHistory(names);
        connection.setAutoCommit(false);
        execute("create schema if not exists " + SCHEMA);
        execute("create table " + qualified() + " (id bigint primary key, " + String.join(", ", Change.FIRST_COLUMNS)
                + ")");
        if (summed) {
            execute("alter table " + qualified() + " replica identity full");
        }
        connection.commit();
    }

    public String name() {
        return name;
    }

    /** So many transactions that write rows. */
    public void work(int transactions) throws SQLException {
        for (int i = 0; i < transactions; i++) {
            write(1 + random.nextInt(STATEMENTS));
            connection.commit();
        }
    }

    /** Alters the table; with one row in each state where the change says so. */
    public void change(Change change) throws SQLException {
        for (Step step : change.steps()) {
            fillBefore(step);
            history.changed(step, content());
            execute("alter table " + qualified() + " " + step.clause());
            apply(step);
            if (change.writesBetween() > 0) {
                insert();
                write(change.writesBetween() - 1);
            }
            if (!change.together()) {
                connection.commit();
            }
        }
        connection.commit();
    }

    /** No column becomes NOT NULL with nulls in it. */
    private void fillBefore(Step step) throws SQLException {
        ColumnDefinition before = columns.get(step.column());
        if (before == null
                || before.notNull()
                || !step.definition().orElse(before).notNull()) {
            return;
        }
        TableContent content = content();
        int column = content.columns().indexOf(step.column());
        for (Map.Entry<String, List<String>> row : content.rows().entrySet()) {
            if (row.getValue().get(column).equals("null")) {
                String value = values.next(step.definition().orElseThrow());
                update(Long.valueOf(row.getKey()), Map.of(step.column(), value));
            }
        }
        connection.commit();
    }

    private void apply(Step step) {
        ColumnDefinition before = columns.get(step.column());
        step.gone().ifPresent(columns::remove);
        ColumnDefinition after = step.definition().orElse(before);
        if (step.gone().isEmpty()) {
            columns.put(step.column(), after);
        } else {
            step.added().ifPresent(renamed -> columns.put(renamed, after));
        }
    }

    /** A transaction that alters the table and writes rows, and is then given up. */
    public void changeAndRollBack() throws SQLException {
        execute("alter table " + qualified() + " add column ghost integer");
        execute("update " + qualified() + " set ghost = 1");
        connection.rollback();
    }

    /**
     * What a copy of the table must hold now.
     *
     * @param defaultsForNulls whether the way to the copy makes nulls of columns with a default into the default
     */
    public TableContent copy(boolean defaultsForNulls) throws SQLException {
        TableContent copy = history.copyOf(content(), defaultsForNulls);
        connection.commit();
        return copy;
    }

    private TableContent content() throws SQLException {
        return PostgresTables.read(connection, SCHEMA, name);
    }

    private void write(int statements) throws SQLException {
        for (int i = 0; i < statements; i++) {
            int dice = random.nextInt(10);
            if (dice < 5 || present.size() < 2) {
                insert();
            } else if (dice < 8) {
                update();
            } else {
                delete();
            }
        }
    }

    private void insert() throws SQLException {
        Long id = deleted.isEmpty() || random.nextBoolean() ? Long.valueOf(++lastId) : take(deleted);
        Map<String, String> row = new LinkedHashMap<>();
        columns.forEach((column, definition) -> {
            if (definition.defaultValue().isEmpty() || random.nextBoolean()) {
                row.put(column, values.next(definition));
            }
        });
        String places = row.keySet().stream().map(this::place).collect(Collectors.joining(", "));
        run(
                "insert into " + qualified() + " (" + String.join(", ", row.keySet()) + ", id) values (" + places
                        + ", ?)",
                row,
                id);
        present.add(id);
        history.wrote(id.toString());
    }

    private void update() throws SQLException {
        Long id = present.get(random.nextInt(present.size()));
        Map<String, String> row = new LinkedHashMap<>();
        columns.forEach((column, definition) -> {
            if (row.isEmpty() || random.nextInt(3) == 0) {
                row.put(column, values.next(definition));
            }
        });
        update(id, row);
    }

    private void update(Long id, Map<String, String> row) throws SQLException {
        String assignments = row.keySet().stream()
                .map(column -> column + " = " + place(column))
                .collect(Collectors.joining(", "));
        run("update " + qualified() + " set " + assignments + " where id = ?", row, id);
        history.wrote(id.toString());
    }

    private void delete() throws SQLException {
        Long id = take(present);
        run("delete from " + qualified() + " where id = ?", Map.of(), id);
        if (reusesKeys) {
            deleted.add(id);
        }
    }

    private Long take(List<Long> ids) {
        return ids.remove(random.nextInt(ids.size()));
    }

    private String place(String column) {
        return "?::" + columns.get(column).type();
    }

    private void run(String sql, Map<String, String> row, Long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int parameter = 0;
            for (String value : row.values()) {
                statement.setString(++parameter, value);
            }
            statement.setLong(++parameter, id);
            int changed = statement.executeUpdate();
            if (changed != 1) {
                throw new SQLException(changed + " rows changed instead of one by " + sql);
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String qualified() {
        return SCHEMA + "." + name;
    }
}
