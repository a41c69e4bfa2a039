package dev.varve.it.shop;

import dev.varve.it.process.HarnessException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The shop's tables: many types, one composite key, foreign keys that cascade. */
public final class ShopSchema {
    /** Name of the schema. */
    public static final String NAME = "shop";

    /** Names of the tables within the schema. */
    public static final List<String> TABLES = List.of("customers", "products", "orders", "order_lines");

    private ShopSchema() {}

    /** Creates the schema and its tables, empty. */
    public static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(script());
        }
    }

    private static String script() {
        try (InputStream script = ShopSchema.class.getResourceAsStream("schema.sql")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new HarnessException("schema.sql cannot be read from the class path", failed);
        }
    }
}
