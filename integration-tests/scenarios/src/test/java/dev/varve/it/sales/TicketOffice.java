package dev.varve.it.sales;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A database with three tables of changes and one of the application's own, and what happens in it, all from one seed. Orders and
 * tickets are added, changed, moved to another product and deleted; visits are only added. Confined to one thread.
 */
public final class TicketOffice implements AutoCloseable {
    public static final String SCHEMA = "sales";
    public static final int PRODUCTS = 12;
    /** Captured tables. */
    public static final List<String> TABLES = List.of("orders", "tickets", "visits");

    private static final int BUYERS = 5_000;
    private static final List<String> STATUSES = List.of("new", "paid", "sent", "back");
    private static final List<String> TAGS = List.of("gift", "rush", "fair", "used", "bulk");

    private final Connection connection;
    private final Random random;
    private final List<Long> orders = new ArrayList<>();
    private final List<Long> tickets = new ArrayList<>();
    private long lastId;

    /** Creates the tables. */
    public TicketOffice(Connection connection, long seed) throws SQLException {
        this.connection = connection;
        this.random = new Random(seed);
        try (Statement statement = connection.createStatement()) {
            statement.execute("""
                    create schema sales;
                    create table sales.orders (id bigint primary key, product_id integer not null,
                        quantity bigint not null, amount numeric(12, 2) not null);
                    create table sales.tickets (id bigint primary key, product_id integer not null,
                        status text, tags text[] not null);
                    create table sales.visits (id bigint primary key, product_id integer not null,
                        buyer_id bigint not null, theta bytea not null, hll bytea not null);
                    create table sales.latest (product_id integer primary key, status text);
                    alter table sales.orders replica identity full;
                    alter table sales.tickets replica identity full;
                    """);
        }
        connection.setAutoCommit(false);
    }

    /** So many transactions. */
    public void work(int transactions) throws SQLException {
        for (int i = 0; i < transactions; i++) {
            order();
            ticket();
            visit();
            connection.commit();
        }
    }

    private void order() throws SQLException {
        int dice = random.nextInt(10);
        if (dice < 5 || orders.isEmpty()) {
            orders.add(++lastId);
            run("insert into sales.orders values (?, ?, ?, ? / 100.0)", lastId, product(), quantity(), cents());
        } else if (dice < 7) {
            run(
                    "update sales.orders set quantity = ?, amount = ? / 100.0 where id = ?",
                    quantity(),
                    cents(),
                    some(orders));
        } else if (dice < 8) {
            run(
                    "update sales.orders set product_id = ?, amount = ? / 100.0 where id = ?",
                    product(),
                    cents(),
                    some(orders));
        } else {
            run("delete from sales.orders where id = ?", orders.remove(random.nextInt(orders.size())));
        }
    }

    private void ticket() throws SQLException {
        int dice = random.nextInt(10);
        if (dice < 5 || tickets.isEmpty()) {
            tickets.add(++lastId);
            Integer product = product();
            String status = status();
            run("insert into sales.tickets values (?, ?, ?, ?::text[])", lastId, product, status, tags());
            remember(product, status);
        } else if (dice < 8) {
            Integer product = product();
            String status = status();
            run(
                    "update sales.tickets set product_id = ?, status = ?, tags = ?::text[] where id = ?",
                    product,
                    status,
                    tags(),
                    some(tickets));
            remember(product, status);
        } else {
            run("delete from sales.tickets where id = ?", tickets.remove(random.nextInt(tickets.size())));
        }
    }

    /** What the application thinks is the last that was said of a product. */
    private void remember(Integer product, String status) throws SQLException {
        run(
                "insert into sales.latest values (?, ?) on conflict (product_id) do update set status = excluded.status",
                product,
                status);
    }

    private void visit() throws SQLException {
        long buyer = random.nextInt(BUYERS);
        run(
                "insert into sales.visits values (?, ?, ?, ?, ?)",
                ++lastId,
                product(),
                buyer,
                Sketches.theta(buyer),
                Sketches.hll(buyer));
    }

    /** The first column of a query's rows and the texts of the others, in the order of the columns. */
    public Map<String, List<String>> query(String sql) throws SQLException {
        Map<String, List<String>> rows = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 2; i <= columns; i++) {
                    values.add(result.getString(i));
                }
                rows.put(result.getString(1), values);
            }
        }
        connection.commit();
        return rows;
    }

    private Integer product() {
        return random.nextInt(PRODUCTS);
    }

    private Long quantity() {
        return (long) random.nextInt(100) - 10;
    }

    private Integer cents() {
        return random.nextInt(1_000_000) - 100_000;
    }

    private String status() {
        int i = random.nextInt(STATUSES.size() + 1);
        return i == STATUSES.size() ? null : STATUSES.get(i);
    }

    private String tags() {
        List<String> tags = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            tags.add(TAGS.get(random.nextInt(TAGS.size())));
        }
        return "{" + String.join(",", tags) + "}";
    }

    private Long some(List<Long> ids) {
        return ids.get(random.nextInt(ids.size()));
    }

    private void run(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
