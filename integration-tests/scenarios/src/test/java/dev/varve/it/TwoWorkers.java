package dev.varve.it;

import dev.varve.it.compare.Lake;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectWorker;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import java.util.function.BiFunction;

/** A broker, two workers that take turns in being killed, and a warehouse: what scenarios of exactly-once stand on. */
final class TwoWorkers implements AutoCloseable {
    final Workspace workspace;
    final EmbeddedBroker broker;
    final ConnectCluster connect;
    final Lake lake;

    private TwoWorkers(Workspace workspace, BiFunction<Workspace, ConnectCluster.Spec, ConnectCluster.Spec> change) {
        this.workspace = workspace;
        broker = EmbeddedBroker.start(workspace);
        ConnectCluster.Spec two = ConnectCluster.Spec.of("connect", broker).workers(2);
        connect = ConnectCluster.start(workspace, change.apply(workspace, two));
        lake = Lake.chosen(workspace);
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

    @Override
    public void close() {
        workspace.close();
    }
}
