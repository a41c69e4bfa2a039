package dev.varve.it.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.kafka.AvroConverterPlugin;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SchemaRegistry;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
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
    private static EmbeddedBroker broker;
    private static Postgres postgres;
    private static Connection connection;
    private static Path warehouse;
    private static final List<TypedPipeline> PIPELINES = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        workspace = Workspace.create(Checkout.target().resolve("work"), "type-matrix");
        broker = EmbeddedBroker.start(workspace);
        postgres = Postgres.start(workspace);
        SchemaRegistry registry = workspace.own(SchemaRegistry.start());
        ConnectCluster connect = ConnectCluster.start(
                workspace,
                ConnectCluster.Spec.of("connect", broker)
                        .heapMegabytes(1024)
                        .settings(Map.of(
                                "plugin.path",
                                PluginPath.built().directory() + ","
                                        + AvroConverterPlugin.in(workspace).directory())));
        connection = workspace.own(postgres.connect());
        warehouse = workspace.directory("warehouse");
        for (SourceMode mode : SourceTables.MODES) {
            PIPELINES.add(
                    workspace.own(new TypedPipeline(mode, SourceTables.readIn(mode), connect, broker, registry.url())));
        }
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
        for (String statement : SourceColumns.PRELUDE) {
            SourceTable.execute(connection, statement);
        }
        for (SourceTable table : SourceTables.ALL) {
            table.create(connection);
            table.fill(connection, 1);
        }
        PIPELINES.forEach(pipeline -> pipeline.startSource(postgres));
        PIPELINES.forEach(pipeline -> pipeline.startSink(warehouse, SourceTables.SINK_SETTINGS));
        requireEqual();
    }

    @Test
    @Order(2)
    void whatComesLaterLands() throws SQLException {
        for (SourceTable table : SourceTables.ALL) {
            table.change(connection);
        }
        requireEqual();
    }

    /** What the documentation says of each type is what the run has shown. */
    @Test
    @Order(3)
    void thePageOfTypesSaysSo() throws IOException {
        StringBuilder page = new StringBuilder();
        page.append("| PostgreSQL | Connect schema | column | preserved |\n| --- | --- | --- | --- |\n");
        TypedPipeline defaults = PIPELINES.get(0);
        for (SourceTable table : defaults.tables()) {
            if (SourceTables.DOCUMENTED.contains(table.name())) {
                defaults.describe(page, table, broker, warehouse, SourceColumn::preserved);
            }
        }
        page.append("\nThe source's other ways to write times and decimals:\n\n");
        page.append("| PostgreSQL | Connect schema | column | setting of the source |\n| --- | --- | --- | --- |\n");
        for (TypedPipeline pipeline : PIPELINES) {
            if (!pipeline.mode().avro() && pipeline != defaults) {
                for (SourceTable table : pipeline.tables()) {
                    pipeline.describe(
                            page,
                            table,
                            broker,
                            warehouse,
                            column -> "`"
                                    + column.family().setting() + "="
                                    + pipeline.mode()
                                            .settings()
                                            .get(column.family().setting()) + "`");
                }
            }
        }
        if (Boolean.getBoolean("testdata.rewrite")) {
            TypesPage.replace(page.toString());
        }
        assertThat(TypesPage.made()).isEqualTo(page.toString());
    }

    private static void requireEqual() throws SQLException {
        SoftAssertions all = new SoftAssertions();
        for (TypedPipeline pipeline : PIPELINES) {
            pipeline.await(connection);
            pipeline.requireEqual(all, connection, warehouse);
        }
        all.assertAll();
    }
}
