package dev.varve.it.chaos;

import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One action after the other, chosen by a seed, some seconds apart: workers die, stop, come and go, the store has bad times, the
 * connector is paused, stopped, restarted and gets another number of tasks, topics get partitions. Things overlap: what ends an action is
 * on the agenda for later. Confined to one thread.
 */
final class Chaos {
    private static final Logger LOG = LoggerFactory.getLogger(Chaos.class);
    private static final List<Integer> TASKS = List.of(1, 2, 4, 8);
    private static final Duration LOOKS = Duration.ofSeconds(1);
    private static final Duration END_LIMIT = Duration.ofSeconds(180);
    private static final Duration LAGS = Duration.ofSeconds(20);
    private static final int LEAST_WORKERS = 2;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Random random;
    private final Workers workers;
    private final Outages outages;
    private final ConnectClient client;
    private final TopicAdmin admin;
    private final SinkWatch watch;
    private final List<ChangeStream> streams;
    private final Figures figures;
    private final PriorityQueue<Later> agenda = new PriorityQueue<>(Comparator.comparingLong(Later::at));
    private final long start = System.nanoTime();
    private ConnectorDocument sink;
    /** Paused or stopped by an action, until the agenda resumes it. */
    private boolean held;

    private record Later(long at, String what, Runnable work) {}

    /** What can be done to the cluster, and how often compared with others. */
    private enum Action {
        KILL(30),
        STOP_WORKER(8),
        SCALE(8),
        TASKS(10),
        OUTAGE(20),
        LONG_OUTAGE(2),
        PAUSE(6),
        STOP(5),
        RESTART(6);

        private final int weight;

        Action(int weight) {
            this.weight = weight;
        }
    }

    Chaos(
            long seed,
            Workers workers,
            Outages outages,
            ConnectClient client,
            TopicAdmin admin,
            SinkWatch watch,
            List<ChangeStream> streams,
            ConnectorDocument sink,
            Figures figures) {
        this.random = new Random(seed);
        this.workers = workers;
        this.outages = outages;
        this.client = client;
        this.admin = admin;
        this.watch = watch;
        this.streams = streams;
        this.sink = sink;
        this.figures = figures;
    }

    /**
     * Lets things happen for so long.
     *
     * @param pace between actions, more or less
     */
    void reign(Duration length, Duration pace) {
        long end = millis() + length.toMillis();
        planPartitions(length);
        long nextAction = millis();
        long nextLag = millis();
        while (millis() < end) {
            attempt("the look at the workers", workers::look);
            attempt("the look at the connector", watch::look);
            doWhatIsDue(millis());
            if (millis() >= nextLag) {
                attempt("the look at the lag", () -> LOG.info("{} s: lag {}", millis() / 1_000, watch.lag()));
                nextLag = millis() + LAGS.toMillis();
            }
            if (millis() >= nextAction) {
                Action action = choose();
                attempt(action.toString(), () -> act(action));
                nextAction = millis() + pace.toMillis() / 4 + random.nextInt(2 * (int) pace.toMillis());
            }
            Waiting.pause(LOOKS);
        }
    }

    /** Ends everything that was begun; two workers and the connector's tasks are running or about to. */
    void calm() {
        outages.close();
        Waiting.untilTrue(
                "the end of everything that was begun",
                END_LIMIT,
                () -> {
                    doWhatIsDue(Long.MAX_VALUE);
                    return agenda.isEmpty();
                },
                agenda::toString);
        workers.scale(LEAST_WORKERS, random);
        workers.look();
        client.resume(sink.name());
        client.restartFailed(sink.name());
    }

    /** The connector as it is configured now. */
    ConnectorDocument sink() {
        return sink;
    }

    /** Each topic gets all of its partitions in the course of the time. */
    private void planPartitions(Duration length) {
        int first = streams.get(0).partitions();
        int more = ChangeStream.MOST_PARTITIONS - first;
        for (int i = 1; i <= more; i++) {
            int partitions = first + i;
            for (ChangeStream stream : streams) {
                later(
                        Duration.ofMillis(length.toMillis() * i / (more + 1) + random.nextInt(5_000)),
                        stream.topic() + " with " + partitions + " partitions",
                        () -> {
                            admin.increasePartitions(stream.topic(), partitions);
                            stream.partitions(partitions);
                            figures.count("partitions added");
                        });
            }
        }
    }

    private Action choose() {
        int sum = 0;
        for (Action action : Action.values()) {
            sum += action.weight;
        }
        int place = random.nextInt(sum);
        for (Action action : Action.values()) {
            place -= action.weight;
            if (place < 0) {
                return action;
            }
        }
        throw new AssertionError("weights do not add up");
    }

    private void act(Action action) {
        switch (action) {
            case KILL -> replace("kill", workers::kill);
            case STOP_WORKER -> replace("stop", workers::stop);
            case SCALE -> {
                int count = LEAST_WORKERS + random.nextInt(workers.most() - LEAST_WORKERS + 1);
                say("scale from {} to {} workers", workers.running(), count);
                workers.scale(count, random);
                figures.count("scalings of the workers");
            }
            case TASKS -> configureTasks();
            case OUTAGE -> outage(Duration.ofMillis(500 + random.nextInt(12_000)));
            case LONG_OUTAGE -> outage(Duration.ofSeconds(30 + random.nextInt(31)));
            case PAUSE -> hold("paused", () -> client.pause(sink.name()));
            case STOP -> hold("stopped", () -> client.stop(sink.name()));
            case RESTART -> {
                say("restart the connector and its tasks");
                client.restart(sink.name());
                figures.count("restarts of the connector");
            }
        }
    }

    /** Another one must be running, so that somebody answers. */
    private void replace(String how, IntConsumer end) {
        if (workers.running() < LEAST_WORKERS) {
            return;
        }
        int worker = workers.some(random);
        Duration absence = Duration.ofMillis(random.nextInt(10_000));
        say("{} worker {}, for {} ms", how, worker + 1, absence.toMillis());
        end.accept(worker);
        later(absence, "start worker " + (worker + 1), () -> workers.launch(worker));
    }

    private void configureTasks() {
        ConnectorDocument changed =
                sink.with("tasks.max", TASKS.get(random.nextInt(TASKS.size())).toString());
        say("from {} to {} tasks", sink.tasks(), changed.tasks());
        client.configure(changed.name(), changed.config());
        sink = changed;
        figures.count("changes of tasks.max");
    }

    private void outage(Duration length) {
        Outages.Kind kind = Outages.Kind.values()[random.nextInt(Outages.Kind.values().length)];
        if (outages.begin(kind, length)) {
            say("the store is {} for {} ms", kind, length.toMillis());
        }
    }

    private void hold(String how, Runnable work) {
        if (held) {
            return;
        }
        Duration length = Duration.ofSeconds(1 + random.nextInt(15));
        say("connector {} for {} s", how, length.toSeconds());
        work.run();
        held = true;
        figures.count("connector " + how);
        later(length, "resume the connector", () -> {
            client.resume(sink.name());
            held = false;
        });
    }

    private void later(Duration after, String what, Runnable work) {
        agenda.add(new Later(millis() + after.toMillis(), what, work));
    }

    private void doWhatIsDue(long now) {
        while (!agenda.isEmpty() && agenda.peek().at() <= now) {
            Later due = agenda.remove();
            say("{}", due.what());
            if (!attempt(due.what(), due.work())) {
                later(LOOKS, due.what(), due.work());
                return;
            }
        }
    }

    /** A cluster in such a state may refuse what it is asked: that is counted, and no reason to end. */
    private boolean attempt(String what, Runnable work) {
        try {
            work.run();
            return true;
        } catch (HarnessException refused) {
            LOG.warn(
                    "not done: {}: {}",
                    what,
                    refused.getMessage().lines().findFirst().orElse(""));
            figures.count("requests refused by the cluster");
            return false;
        }
    }

    private void say(String what, Object... values) {
        Object[] all = new Object[values.length + 1];
        all[0] = millis() / 1_000;
        System.arraycopy(values, 0, all, 1, values.length);
        LOG.info("{} s: " + what, all);
        figures.count("actions");
    }

    private long millis() {
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }
}
