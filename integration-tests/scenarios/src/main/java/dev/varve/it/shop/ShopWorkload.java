package dev.varve.it.shop;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The shop's business: inserts, updates, primary-key changes and deletes, one transaction each, all from one seed. The same seed
 * makes the same history. Confined to one thread; the connection is the workload's alone.
 */
public final class ShopWorkload {
    private static final int MAX_LINES = 5;
    private static final List<String> TIERS = List.of("basic", "silver", "gold");
    private static final List<String> STATUSES = List.of("new", "paid", "shipped", "delivered", "returned");

    private final Connection connection;
    private final ShopData data;
    private final List<UUID> customers = new ArrayList<>();
    private final List<Long> products = new ArrayList<>();
    private final List<Long> orders = new ArrayList<>();
    private long lastProduct;
    private long lastOrder;
    private long transactions;

    public ShopWorkload(Connection connection, long seed) throws SQLException {
        this.connection = connection;
        this.data = new ShopData(seed);
        connection.setAutoCommit(false);
    }

    /** Fills the empty shop, so that there is something to take a snapshot of. */
    public void open(int customerCount, int productCount, int orderCount) throws SQLException {
        for (int i = 0; i < customerCount; i++) {
            addCustomer();
        }
        for (int i = 0; i < productCount; i++) {
            addProduct();
        }
        for (int i = 0; i < orderCount; i++) {
            addOrder();
        }
        commit();
    }

    /** One thing that happens in the shop, as one transaction. */
    public void step() throws SQLException {
        int dice = data.below(100);
        if (dice < 10 || customers.size() < 2 || products.size() < 2) {
            addCustomer();
            addProduct();
        } else if (dice < 32 || orders.size() < 2) {
            addOrder();
        } else if (dice < 44) {
            changeCustomer();
        } else if (dice < 58) {
            changeProduct();
        } else if (dice < 74) {
            changeOrder();
        } else if (dice < 84) {
            changeLine();
        } else if (dice < 88) {
            removeLine();
        } else if (dice < 93) {
            removeOrder();
        } else if (dice < 95) {
            removeCustomer();
        } else if (dice < 97) {
            renumberOrder();
        } else if (dice < 99) {
            renameCustomer();
        } else {
            replaceProductTwice();
        }
        commit();
    }

    /** Transactions committed so far. */
    public long transactions() {
        return transactions;
    }

    private void commit() throws SQLException {
        connection.commit();
        transactions++;
    }

    private void addCustomer() throws SQLException {
        UUID id = data.uuid();
        execute(
                "insert into shop.customers values (?, ?, ?, ?::shop.tier, ?, ?, ?, ?, ?::jsonb, ?, ?, ?)",
                id,
                data.email(),
                data.name(),
                data.oneOf(TIERS),
                data.oneIn(2),
                data.amount(1_000_000),
                data.rating(),
                data.birthday(),
                data.address(),
                array("text", data.tags()),
                data.instant(),
                data.oneIn(3) ? null : data.timestamp());
        customers.add(id);
    }

    private void addProduct() throws SQLException {
        lastProduct++;
        insertProduct(lastProduct);
        products.add(lastProduct);
    }

    private void insertProduct(long id) throws SQLException {
        execute(
                "insert into shop.products values (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?)",
                id,
                data.sku(),
                data.title(),
                data.amount(1_000),
                data.weight(),
                data.below(500),
                array("int4", data.sizes()),
                data.attributes(),
                data.oneIn(5) ? data.largePicture() : data.picture(),
                data.date(),
                data.time(),
                data.timestampMillis());
    }

    private void addOrder() throws SQLException {
        lastOrder++;
        execute(
                "insert into shop.orders values (?, ?, ?::shop.order_status, ?, ?, ?, ?, ?, ?, ?)",
                lastOrder,
                data.oneOf(customers),
                STATUSES.get(0),
                data.below(7) - 3,
                data.oneIn(4),
                data.amount(10_000),
                data.instant(),
                data.date(),
                data.time(),
                data.note());
        int lines = 1 + data.below(MAX_LINES);
        for (int line = 1; line <= lines; line++) {
            addLine(lastOrder, line);
        }
        orders.add(lastOrder);
    }

    private void addLine(long order, int line) throws SQLException {
        execute(
                "insert into shop.order_lines values (?, ?, ?, ?, ?, ?, ?)"
                        + " on conflict (order_id, line) do update set quantity = excluded.quantity, gift = excluded.gift",
                order,
                line,
                data.oneOf(products),
                1 + data.below(9),
                data.amount(1_000),
                data.oneIn(2) ? null : data.below(50) / 100f,
                data.oneIn(6));
    }

    private void changeCustomer() throws SQLException {
        execute(
                "update shop.customers set balance = balance + ?, tier = ?::shop.tier, seen_at = ?, tags = ?, rating = ? where id = ?",
                data.amount(500),
                data.oneOf(TIERS),
                data.timestamp(),
                array("text", data.tags()),
                data.rating(),
                data.oneOf(customers));
    }

    /** Leaves the picture alone: a large one then reaches the log only as "not changed". */
    private void changeProduct() throws SQLException {
        execute(
                "update shop.products set price = ?, stock = ?, updated_at = ? where id = ?",
                data.amount(1_000),
                data.below(500),
                data.timestampMillis(),
                data.oneOf(products));
    }

    private void changeOrder() throws SQLException {
        execute(
                "update shop.orders set status = ?::shop.order_status, ship_on = ?, ship_after = ?, note = ? where id = ?",
                data.oneOf(STATUSES),
                data.date(),
                data.time(),
                data.note(),
                data.oneOf(orders));
    }

    private void changeLine() throws SQLException {
        addLine(data.oneOf(orders), 1 + data.below(MAX_LINES));
    }

    private void removeLine() throws SQLException {
        execute(
                "delete from shop.order_lines where order_id = ? and line = ?",
                data.oneOf(orders),
                1 + data.below(MAX_LINES));
    }

    private void removeOrder() throws SQLException {
        execute("delete from shop.orders where id = ?", takeAny(orders));
    }

    /** Takes the customer's orders and their lines along, by cascade. */
    private void removeCustomer() throws SQLException {
        UUID customer = takeAny(customers);
        orders.removeAll(ordersOf(customer));
        execute("delete from shop.customers where id = ?", customer);
    }

    private Set<Long> ordersOf(UUID customer) throws SQLException {
        Set<Long> ids = new HashSet<>();
        try (PreparedStatement query =
                connection.prepareStatement("select id from shop.orders where customer_id = ?")) {
            query.setObject(1, customer);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
        }
        return ids;
    }

    /** A new primary key, for the order and (by cascade) for its lines. */
    private void renumberOrder() throws SQLException {
        lastOrder++;
        execute("update shop.orders set id = ? where id = ?", lastOrder, takeAny(orders));
        orders.add(lastOrder);
    }

    /** A new primary key, and an update of all orders that refer to it. */
    private void renameCustomer() throws SQLException {
        UUID id = data.uuid();
        execute("update shop.customers set id = ? where id = ?", id, takeAny(customers));
        customers.add(id);
    }

    /** Several changes to one key within one transaction; only their order tells which is the last. */
    private void replaceProductTwice() throws SQLException {
        lastProduct++;
        insertProduct(lastProduct);
        execute("update shop.products set stock = stock + 1 where id = ?", lastProduct);
        execute("delete from shop.products where id = ?", lastProduct);
        insertProduct(lastProduct);
        products.add(lastProduct);
    }

    private <T> T takeAny(List<T> ids) {
        int position = data.below(ids.size());
        T id = ids.get(position);
        T last = ids.remove(ids.size() - 1);
        if (position < ids.size()) {
            ids.set(position, last);
        }
        return id;
    }

    private Array array(String elementType, Object[] elements) throws SQLException {
        return elements == null ? null : connection.createArrayOf(elementType, elements);
    }

    private void execute(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                if (values[i] == null) {
                    statement.setNull(i + 1, Types.NULL);
                } else {
                    statement.setObject(i + 1, values[i]);
                }
            }
            statement.executeUpdate();
        }
    }
}
