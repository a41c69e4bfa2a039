package dev.varve.it.types;

import dev.varve.it.kafka.AvroConverterPlugin;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SchemaRegistry;
import dev.varve.it.mariadb.MariaDb;
import dev.varve.it.process.Workspace;
import java.sql.SQLException;
import java.util.Map;

/** Everything that a type matrix of a MariaDB needs. */
final class MariaDbMatrix {
    private MariaDbMatrix() {}

    /**
     * Starts servers and worker; all belong to the workspace.
     *
     * @param connectorClass of the source
     * @param serverOptions of the database server
     */
    static TypeMatrix in(Workspace workspace, Catalogue catalogue, String connectorClass, String... serverOptions)
            throws SQLException {
        EmbeddedBroker broker = EmbeddedBroker.start(workspace);
        MariaDb server = MariaDb.start(workspace, "mariadb", serverOptions);
        SchemaRegistry registry = workspace.own(SchemaRegistry.start());
        ConnectCluster connect = ConnectCluster.start(
                workspace,
                ConnectCluster.Spec.of("connect", broker)
                        .heapMegabytes(1024)
                        .settings(Map.of(
                                "plugin.path",
                                PluginPath.built().directory() + ","
                                        + AvroConverterPlugin.in(workspace).directory())));
        return TypeMatrix.of(
                workspace,
                catalogue,
                new MariaDbDatabase(server, connectorClass, workspace.directory("histories")),
                broker,
                connect,
                AvroConverterPlugin.settings(registry.url()));
    }
}
