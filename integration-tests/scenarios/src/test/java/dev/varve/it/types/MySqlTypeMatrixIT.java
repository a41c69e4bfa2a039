package dev.varve.it.types;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The shape of the events of Debezium's connector for MySQL. The server is a MariaDB that calls itself a MySQL, since no MySQL can
 * be had from Maven: this is no evidence for what a MySQL does. Runs with the profile {@code mariadb}.
 */
@Tag("mariadb")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MySqlTypeMatrixIT {
    private static Workspace workspace;
    private static TypeMatrix matrix;

    @BeforeAll
    static void start() throws Exception {
        workspace = Workspace.create(Checkout.target().resolve("work"), "mysql-types");
        matrix = MariaDbMatrix.in(
                workspace, MariaDbCatalogue.MYSQL, MariaDbDatabase.MYSQL_CONNECTOR, "--version=8.0.36");
    }

    @AfterAll
    static void stop() {
        if (workspace != null) {
            workspace.close();
        }
    }

    @Test
    @Order(1)
    void whatIsThereFirstLands() throws SQLException {
        matrix.start();
        matrix.requireEqual();
    }

    @Test
    @Order(2)
    void whatComesLaterLands() throws SQLException {
        matrix.change();
        matrix.requireEqual();
    }

    @Test
    @Order(3)
    void thePageOfTypesSaysSo() throws IOException {
        matrix.requireDocumented(new TypesPage(MySqlTypeMatrixIT.class));
    }
}
