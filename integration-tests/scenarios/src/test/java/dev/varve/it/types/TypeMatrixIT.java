package dev.varve.it.types;

import dev.varve.it.kafka.AvroConverterPlugin;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SchemaRegistry;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A column of every type of a real PostgreSQL, with the values at which copies break, through Debezium, Kafka, a worker and the
 * packaged connector into tables: as JSON with schemas and as Avro, and in the source's other ways to write times and decimals.
 * What Varve and Apache Paimon read is what the database says, value by value.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TypeMatrixIT {
    private static Workspace workspace;
    private static TypeMatrix matrix;

    @BeforeAll
    static void start() throws Exception {
        workspace = Workspace.create(Checkout.target().resolve("work"), "type-matrix");
        EmbeddedBroker broker = EmbeddedBroker.start(workspace);
        Postgres postgres = Postgres.start(workspace);
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
                PostgresCatalogue.ALL,
                new PostgresDatabase(postgres),
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
        matrix.requireDocumented(new TypesPage(TypeMatrixIT.class));
    }
}
