package dev.varve.it.kafka;

import dev.varve.it.process.ChildJvm;
import dev.varve.it.process.ChildProcess;
import dev.varve.it.process.FreePorts;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import dev.varve.it.process.Workspace;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One worker of a {@link ConnectCluster}: a child JVM that can be killed and started again. Every start takes a new port and a new
 * log file. Confined to one thread.
 */
public final class ConnectWorker {
    private static final int ATTEMPTS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private final Workspace workspace;
    private final String name;
    private final ChildJvm jvm;
    private final Map<String, String> settings;
    private int starts;
    private int port;
    private ChildProcess process;

    ConnectWorker(Workspace workspace, String name, ChildJvm jvm, Map<String, String> settings) {
        this.workspace = workspace;
        this.name = name;
        this.jvm = jvm;
        this.settings = Map.copyOf(settings);
    }

    /** Starts the process and returns at once; {@link #awaitReady} completes the start. */
    public void launch() {
        starts++;
        port = FreePorts.one();
        Map<String, String> all = new TreeMap<>(settings);
        all.put("listeners", "http://127.0.0.1:" + port);
        Path file = workspace.directory("workers").resolve(name + ".properties");
        StringBuilder text = new StringBuilder();
        all.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        try {
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new HarnessException("cannot write a worker's settings to " + file, failed);
        }
        process = jvm.start(
                workspace,
                name,
                "log/" + name + "-" + starts + ".log",
                "org.apache.kafka.connect.cli.ConnectDistributed",
                List.of(file.toString()));
    }

    /** Waits until the worker answers; tries again with another port if its port was taken. */
    public void awaitReady() {
        ConnectClient client = new ConnectClient(this::address, this::evidence);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Waiting.untilTrue(
                    "the REST interface of " + name + " at " + address(),
                    LIMIT,
                    () -> !process.isAlive() || client.isReady(),
                    this::evidence);
            if (process.isAlive()) {
                return;
            }
            if (!FreePorts.isTakenMessage(process.output())) {
                throw new HarnessException(evidence());
            }
            launch();
        }
        throw new HarnessException(name + " found its port taken " + ATTEMPTS + " times\n" + evidence());
    }

    public String name() {
        return name;
    }

    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Address of the REST interface. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    public long pid() {
        return process.pid();
    }

    /** SIGKILL. */
    public void kill() {
        process.kill();
    }

    /**
     * SIGTERM, as an operator stops a worker.
     *
     * @return how long it took
     * @throws HarnessException if it did not end by itself in time
     */
    public Duration stopGracefully() {
        long start = System.nanoTime();
        process.terminate();
        process.awaitExit(LIMIT);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Asks it to leave its group and to stop; killed if it takes too long. */
    public void stop() {
        askToStop();
        awaitStop();
    }

    void askToStop() {
        if (process != null) {
            process.askToStop();
        }
    }

    void awaitStop() {
        if (process != null) {
            process.awaitStop();
        }
    }

    /** State and the end of the log. */
    public String evidence() {
        return process == null ? name + " was never started" : process.evidence();
    }

    /** Output since the last start. */
    public String output() {
        return process.output();
    }
}
