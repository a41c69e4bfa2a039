package dev.varve.it.types;

import dev.varve.it.kafka.AvroConverterPlugin;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SchemaRegistry;
import dev.varve.it.mariadb.MariaDb;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
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
        EmbeddedBroker broker = EmbeddedBroker.start(workspace);
        MariaDb server = MariaDb.start(workspace, "mariadb");
        SchemaRegistry registry = workspace.own(SchemaRegistry.start());
        ConnectCluster connect = ConnectCluster.start(
                workspace,
                ConnectCluster.Spec.of("connect", broker)
                        .heapMegabytes(1024)
                        .settings(Map.of(
                                "plugin.path",
                                PluginPath.built().directory() + ","
                                        + AvroConverterPlugin.in(workspace).directory())));
        matrix = TypeMatrix.of(
                workspace,
                MariaDbCatalogue.ALL,
                new MariaDbDatabase(server, MariaDbDatabase.MARIADB_CONNECTOR, workspace.directory("histories")),
                broker,
                connect,
                AvroConverterPlugin.settings(registry.url()));
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
