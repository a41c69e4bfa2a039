package dev.varve.it.kafka;

import dev.varve.it.process.ChildJvm;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Workspace;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Workers in distributed mode that share one group. Confined to one thread. */
public final class ConnectCluster implements AutoCloseable {
    private final List<ConnectWorker> workers;
    private final ConnectClient client;
    private int turn;

    private ConnectCluster(List<ConnectWorker> workers) {
        this.workers = List.copyOf(workers);
        this.client = new ConnectClient(this::address, this::evidence);
    }

    /**
     * What to start.
     *
     * @param name group id, prefix of the internal topics and of the workers' names
     * @param heapMegabytes of each worker
     * @param settings of the workers, over the defaults
     * @param jvmOptions of the workers' virtual machines
     */
    public record Spec(
            String name,
            KafkaRuntime runtime,
            Broker broker,
            PluginPath plugins,
            int workers,
            int heapMegabytes,
            Map<String, String> settings,
            List<String> jvmOptions) {
        private static final int DEFAULT_HEAP_MEGABYTES = 384;

        public Spec {
            settings = Map.copyOf(settings);
            jvmOptions = List.copyOf(jvmOptions);
        }

        /** One worker of the current version with the built plugins. */
        public static Spec of(String name, Broker broker) {
            return new Spec(
                    name,
                    KafkaRuntime.CURRENT,
                    broker,
                    PluginPath.built(),
                    1,
                    DEFAULT_HEAP_MEGABYTES,
                    Map.of(),
                    List.of());
        }

        public Spec runtime(KafkaRuntime newRuntime) {
            return new Spec(name, newRuntime, broker, plugins, workers, heapMegabytes, settings, jvmOptions);
        }

        public Spec plugins(PluginPath newPlugins) {
            return new Spec(name, runtime, broker, newPlugins, workers, heapMegabytes, settings, jvmOptions);
        }

        public Spec workers(int count) {
            return new Spec(name, runtime, broker, plugins, count, heapMegabytes, settings, jvmOptions);
        }

        public Spec heapMegabytes(int size) {
            return new Spec(name, runtime, broker, plugins, workers, size, settings, jvmOptions);
        }

        public Spec settings(Map<String, String> newSettings) {
            return new Spec(name, runtime, broker, plugins, workers, heapMegabytes, newSettings, jvmOptions);
        }

        public Spec jvmOptions(List<String> newOptions) {
            return new Spec(name, runtime, broker, plugins, workers, heapMegabytes, settings, newOptions);
        }

        private Map<String, String> workerSettings() {
            Map<String, String> all = new LinkedHashMap<>();
            all.put("bootstrap.servers", broker.bootstrapServers());
            all.put("group.id", name);
            all.put("config.storage.topic", name + "-configs");
            all.put("offset.storage.topic", name + "-offsets");
            all.put("status.storage.topic", name + "-status");
            all.put("config.storage.replication.factor", "1");
            all.put("offset.storage.replication.factor", "1");
            all.put("status.storage.replication.factor", "1");
            all.put("offset.storage.partitions", "1");
            all.put("status.storage.partitions", "1");
            all.put("key.converter", "org.apache.kafka.connect.json.JsonConverter");
            all.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
            all.put("offset.flush.interval.ms", "1000");
            all.put("plugin.path", plugins.directory().toString());
            all.put("plugin.discovery", "service_load");
            all.put("consumer.isolation.level", "read_committed");
            all.put("exactly.once.source.support", "enabled");
            // The work of a worker that dies goes on elsewhere within seconds.
            all.put("scheduled.rebalance.max.delay.ms", "2000");
            all.put("session.timeout.ms", "6000");
            all.put("heartbeat.interval.ms", "2000");
            all.put("consumer.session.timeout.ms", "6000");
            all.put("consumer.heartbeat.interval.ms", "2000");
            all.putAll(settings);
            return all;
        }
    }

    /** Starts all workers; returns when each of them answers. */
    public static ConnectCluster start(Workspace workspace, Spec spec) {
        ChildJvm jvm = new ChildJvm(spec.runtime().libraries(), spec.heapMegabytes(), spec.jvmOptions());
        List<ConnectWorker> workers = new ArrayList<>();
        for (int i = 1; i <= spec.workers(); i++) {
            workers.add(new ConnectWorker(workspace, spec.name() + "-" + i, jvm, spec.workerSettings()));
        }
        workers.forEach(ConnectWorker::launch);
        workers.forEach(ConnectWorker::awaitReady);
        return workspace.own(new ConnectCluster(workers));
    }

    public ConnectClient client() {
        return client;
    }

    public List<ConnectWorker> workers() {
        return workers;
    }

    /** REST address of a worker that runs, another one each time: one that has just been started does not answer yet. */
    public URI address() {
        List<ConnectWorker> alive =
                workers.stream().filter(ConnectWorker::isAlive).toList();
        if (alive.isEmpty()) {
            throw new HarnessException("no worker is running\n" + evidence());
        }
        turn = (turn + 1) % alive.size();
        return alive.get(turn).address();
    }

    /** State and the end of the log of every worker. */
    public String evidence() {
        return workers.stream().map(ConnectWorker::evidence).collect(Collectors.joining("\n\n"));
    }

    @Override
    public void close() {
        workers.forEach(ConnectWorker::askToStop);
        workers.forEach(ConnectWorker::awaitStop);
    }
}
