package dev.varve.it;

import dev.varve.it.compare.PaimonTables;
import dev.varve.it.compare.TableReader;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectWorker;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;

/** A broker, two workers that take turns in being killed, and a warehouse: what scenarios of exactly-once stand on. */
final class TwoWorkers implements AutoCloseable {
    final Workspace workspace;
    final EmbeddedBroker broker;
    final ConnectCluster connect;
    final Path warehouse;

    private TwoWorkers(Workspace workspace, BiFunction<Workspace, ConnectCluster.Spec, ConnectCluster.Spec> change) {
        this.workspace = workspace;
        broker = EmbeddedBroker.start(workspace);
        ConnectCluster.Spec two = ConnectCluster.Spec.of("connect", broker).workers(2);
        connect = ConnectCluster.start(workspace, change.apply(workspace, two));
        warehouse = workspace.directory("warehouse");
    }

    /** @param name of the scenario, for its directory */
    static TwoWorkers start(String name) {
        return start(name, (workspace, two) -> two);
    }

    /** @param change of the workers, over the defaults */
    static TwoWorkers start(String name, BiFunction<Workspace, ConnectCluster.Spec, ConnectCluster.Spec> change) {
        Workspace workspace = Workspace.create(Checkout.target().resolve("work"), name);
        try {
            return new TwoWorkers(workspace, change);
        } catch (RuntimeException failed) {
            try (workspace) {
                throw failed;
            }
        }
    }

    /** Kills a worker and starts it again; returns at once. Both workers get their turns. */
    ConnectWorker killAndLaunch(int kill) {
        ConnectWorker victim = victim(kill);
        victim.kill();
        victim.launch();
        return victim;
    }

    /** The worker whose turn it is. */
    ConnectWorker victim(int kill) {
        return connect.workers().get(kill % 2);
    }

    /** Compares what there is, as some reader sees it. */
    @FunctionalInterface
    interface Check {
        void with(TableReader reader) throws Exception;
    }

    /** Reads the warehouse with Varve, then with Apache Paimon. */
    void eachReader(Check check) throws Exception {
        try (TableReader varve = new VarveTables(warehouse.toString());
                TableReader paimon = new PaimonTables(warehouse.toString())) {
            for (TableReader reader : List.of(varve, paimon)) {
                check.with(reader);
            }
        }
    }

    @Override
    public void close() {
        workspace.close();
    }
}
