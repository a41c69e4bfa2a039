package dev.varve.it.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import dev.varve.table.EngineSettings;
import dev.varve.table.TableEngine;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apache.hadoop.fs.s3a.impl.AWSClientConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits, compaction and expiration on S3 while one HTTP request is harmed: each request in turn, in every way. Whatever happens,
 * every batch is in the table once.
 *
 * <p>The client's own retries are off, so that the engine sees every fault; where snapshots are created they are tried with retries,
 * too. By default the request that creates the snapshot is harmed in every way, and others in some; {@code -Dvarve.it.faults=all}
 * harms all in every way.
 */
class S3FaultsIT {
    private static final Logger LOG = LoggerFactory.getLogger(S3FaultsIT.class);
    private static final Duration PATIENCE = Duration.ofMillis(400);
    private static final Duration LATE = Duration.ofMillis(700);
    private static final boolean ALL = System.getProperty("varve.it.faults", "").equals("all");
    private static final Predicate<String> SNAPSHOT = line -> line.startsWith("PUT ") && line.contains("/snapshot-");

    private static Workspace workspace;
    private static S3Server server;
    private static FaultProxy proxy;
    private static TableEngine direct;
    private static TableEngine bare;
    private static TableEngine usual;
    private static int tables;

    @BeforeAll
    static void start() {
        // S3A allows no timeouts that a test could wait for.
        AWSClientConfig.setMinimumOperationDuration(Duration.ofMillis(1));
        workspace = Workspace.create(Checkout.target().resolve("work"), "s3-faults");
        server = S3Server.start(workspace);
        server.createBucket("lake");
        proxy = workspace.own(FaultProxy.start(server.port(), LATE));
        direct = engine(server.hadoopSettings());
        bare = engine(throughProxy(0));
        usual = engine(throughProxy(5));
    }

    private static TableEngine engine(Map<String, String> store) {
        return workspace.own(TableEngine.start(EngineSettings.defaults()
                .withTemporaryDirectory(workspace.scratch("tmp"))
                .withStoreSettings(store)));
    }

    /** @param retries of the AWS client and, again, of S3A */
    private static Map<String, String> throughProxy(int retries) {
        Map<String, String> settings = new HashMap<>(server.hadoopSettings());
        settings.put("fs.s3a.endpoint", "http://127.0.0.1:" + proxy.port());
        settings.put("fs.s3a.attempts.maximum", Integer.toString(retries));
        settings.put("fs.s3a.retry.limit", Integer.toString(retries));
        settings.put("fs.s3a.retry.throttle.limit", Integer.toString(retries));
        settings.put("fs.s3a.retry.interval", "10ms");
        settings.put("fs.s3a.retry.throttle.interval", "10ms");
        settings.put("fs.s3a.connection.timeout", PATIENCE.toMillis() + "ms");
        settings.put("fs.s3a.connection.establish.timeout", "1s");
        return settings;
    }

    @AfterAll
    static void stop() {
        AWSClientConfig.resetMinimumOperationDuration();
        if (workspace != null) {
            workspace.close();
        }
    }

    @Test
    void whateverHappensToARequestOfACommitTheBatchIsThereOnce() {
        harmEach("commit", SumsTable::landNext, request -> {
            if (isRead(request)) {
                return 1;
            }
            return SNAPSHOT.test(request) ? HttpFault.values().length : 2;
        });
    }

    @Test
    void whateverHappensToARequestOfCompactionAndExpirationNoBatchIsLost() {
        harmEach(
                "compaction and expiration",
                table -> {
                    table.landNext();
                    table.tidy();
                },
                request -> isRead(request) ? 0 : 1);
    }

    /**
     * Harms the requests of some work, one at each run.
     *
     * @param ways how many faults a request suffers, unless all are asked for; a different one is the first for each
     */
    private static void harmEach(String what, Work work, ToIntFunction<String> ways) {
        Harmed table = new Harmed(bare);
        proxy.planNothing();
        table.run("nothing", work);
        List<String> requests = proxy.requests();
        HttpFault[] faults = HttpFault.values();
        int runs = 0;
        for (int i = 0; i < requests.size(); i++) {
            int count = ALL ? faults.length : ways.applyAsInt(requests.get(i));
            for (int way = 0; way < count; way++) {
                HttpFault fault = faults[(i + way) % faults.length];
                proxy.plan(i, fault);
                table.run(fault + " of request " + i + " of a " + what + ", " + requests.get(i), work);
                runs += proxy.happened() ? 1 : 0;
            }
        }
        table.direct.requireSound();
        LOG.info("{}: {} requests, {} harmed", what, requests.size(), runs);
        assertThat(runs).isGreaterThanOrEqualTo(requests.stream().mapToInt(ways).sum() * 9 / 10);
    }

    @Test
    void theClientsOwnRetriesDoNotMislead() {
        Harmed table = new Harmed(usual);
        for (HttpFault fault : HttpFault.values()) {
            for (String kind : ALL ? List.of("/snapshot-", "/manifest-list-", "/data-") : List.of("/snapshot-")) {
                proxy.plan(line -> line.startsWith("PUT ") && line.contains(kind), fault, () -> {});
                table.run(fault + " of the first " + kind, SumsTable::landNext);
                assertThat(proxy.happened()).isTrue();
            }
        }
    }

    /** The name of the next snapshot is taken by somebody else at the moment at which our request, and all we hear of it, is harmed. */
    @Test
    void aRivalsSnapshotIsNeverTakenForOurs() {
        for (TableEngine engine : List.of(bare, usual)) {
            Harmed table = new Harmed(engine);
            for (HttpFault fault : HttpFault.values()) {
                proxy.plan(SNAPSHOT, fault, table.direct::landNext);
                table.run(fault + " of a snapshot whose name is taken", SumsTable::landNext);
                assertThat(proxy.happened()).isTrue();
            }
        }
    }

    /** Something to be done with a table. */
    @FunctionalInterface
    private interface Work {
        void on(SumsTable table);
    }

    /** A table that one engine works on through the proxy and another one, whom nothing happens to, looks after. */
    private static final class Harmed {
        private static final int RUNS_A_CHECK = 8;

        private final SumsTable proxied;
        final SumsTable direct;
        private int runs;

        Harmed(TableEngine engine) {
            String location = "s3a://lake/t" + ++tables;
            proxied = new SumsTable(engine, location);
            direct = new SumsTable(S3FaultsIT.direct, location);
            direct.create();
            direct.landNext();
            direct.landNext();
        }

        /**
         * Does the work while the planned fault happens, then looks whether every batch is there once; and now and then, whether
         * everything else is well, too.
         */
        void run(String what, Work work) {
            try {
                SumsTable.persist(5, () -> work.on(proxied));
                proxy.awaitQuiet();
                direct.requireSums();
                if (++runs % RUNS_A_CHECK == 0) {
                    direct.requireSound();
                    direct.tidy();
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(what + ", " + proxied + ": " + e.getMessage(), e);
            }
        }
    }

    private static boolean isRead(String request) {
        return request.startsWith("GET ") || request.startsWith("HEAD ");
    }
}
