package dev.varve.it.chaos;

import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectWorker;
import dev.varve.it.process.FreePorts;
import dev.varve.it.process.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cluster's workers: which of them should run, and whether they do. Confined to one thread. */
final class Workers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final int KILOBYTES = 1 << 10;

    private final ConnectCluster cluster;
    private final Figures figures;
    /** Those that were told to run and not told to stop. */
    private final Set<Integer> wanted = new TreeSet<>();

    private final List<String> defects = new ArrayList<>();

    Workers(ConnectCluster cluster, Figures figures) {
        this.cluster = cluster;
        this.figures = figures;
        for (int i = 0; i < cluster.workers().size(); i++) {
            wanted.add(i);
        }
    }

    int most() {
        return cluster.workers().size();
    }

    int running() {
        return wanted.size();
    }

    /** One of those that should run. */
    int some(Random random) {
        return List.copyOf(wanted).get(random.nextInt(wanted.size()));
    }

    /** SIGKILL. */
    void kill(int worker) {
        wanted.remove(worker);
        cluster.workers().get(worker).kill();
        figures.count("workers killed");
    }

    /** SIGTERM, and time to leave the group. */
    void stop(int worker) {
        wanted.remove(worker);
        cluster.workers().get(worker).stop();
        figures.count("workers stopped");
    }

    /** Starts a worker that does not run; returns at once. */
    void launch(int worker) {
        if (wanted.add(worker)) {
            cluster.workers().get(worker).launch();
            figures.count("workers started");
        }
    }

    /** Starts or stops workers until so many should run. */
    void scale(int count, Random random) {
        for (int worker = 0; running() < count; worker++) {
            launch(worker);
        }
        while (running() > count) {
            stop(some(random));
        }
    }

    /** Starts again what has ended by itself, which no worker should, and takes note of memory. */
    void look() {
        for (int number : List.copyOf(wanted)) {
            ConnectWorker worker = cluster.workers().get(number);
            if (worker.isAlive()) {
                figures.highest("resident memory of a worker, most, MB", residentMegabytes(worker.pid()));
                continue;
            }
            if (FreePorts.isTakenMessage(worker.output())) {
                LOG.info("{} found its port taken", worker.name());
            } else {
                LOG.error("{} has ended by itself: {}", worker.name(), worker.evidence());
                defects.add(worker.evidence());
            }
            worker.launch();
        }
    }

    /** Ends that nobody asked for. */
    List<String> defects() {
        return List.copyOf(defects);
    }

    private static long residentMegabytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / KILOBYTES)
                    .findFirst()
                    .orElse(0);
        } catch (IOException gone) {
            if (ProcessHandle.of(pid).isPresent()) {
                throw new HarnessException("memory of process " + pid + " cannot be told", gone);
            }
            return 0;
        }
    }
}
