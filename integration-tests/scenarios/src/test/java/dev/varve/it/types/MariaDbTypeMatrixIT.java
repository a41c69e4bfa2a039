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

/** A column of every type of a real MariaDB, as {@link TypeMatrixIT} has it of a PostgreSQL. Runs with the profile {@code mariadb}. */
@Tag("mariadb")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MariaDbTypeMatrixIT {
    private static Workspace workspace;
    private static TypeMatrix matrix;

    @BeforeAll
    static void start() throws Exception {
        workspace = Workspace.create(Checkout.target().resolve("work"), "mariadb-types");
        matrix = MariaDbMatrix.in(workspace, MariaDbCatalogue.MARIADB, MariaDbDatabase.MARIADB_CONNECTOR);
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
        matrix.requireDocumented(new TypesPage(MariaDbTypeMatrixIT.class));
    }
}
