package dev.varve.it.quickstart;

import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.pipeline.ShopPipeline;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import dev.varve.it.shop.ShopSchema;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * PostgreSQL → Debezium → Kafka → Connect → Varve → tables, on one machine; then a comparison of every table with the database.
 * Confined to one thread.
 */
final class QuickstartRun {
    private static final int CUSTOMERS = 200;
    private static final int PRODUCTS = 100;
    private static final int ORDERS = 300;
    private static final int WORKER_HEAP_MEGABYTES = 512;
    private static final Duration ARRIVAL_LIMIT = Duration.ofSeconds(180);

    private final QuickstartOptions options;
    private final Console console;
    private final Workspace workspace;
    private final Path warehouse;

    QuickstartRun(QuickstartOptions options, Console console, Workspace workspace) {
        this.options = options;
        this.console = console;
        this.workspace = workspace;
        this.warehouse = workspace.directory("warehouse");
    }

    /** Runs everything; whether all tables are equal. What it has started runs on until the workspace closes. */
    boolean run() throws SQLException {
        console.line("Varve quickstart in " + workspace.root());
        CompletableFuture<Postgres> database = CompletableFuture.supplyAsync(() -> Postgres.start(workspace));
        EmbeddedBroker broker = EmbeddedBroker.start(workspace);
        console.step("Kafka broker     %s", broker.bootstrapServers());
        Postgres postgres = await(database);
        console.step("PostgreSQL       %s (user %s)", postgres.jdbcUrl(), Postgres.USER);
        ConnectCluster connect = ConnectCluster.start(
                workspace, ConnectCluster.Spec.of("connect", broker).heapMegabytes(WORKER_HEAP_MEGABYTES));
        console.step("Connect worker   %s", connect.address());

        ShopPipeline shop = workspace.own(new ShopPipeline(broker, connect.client(), postgres, "shop", options.seed()));
        shop.openShop(CUSTOMERS, PRODUCTS, ORDERS);
        console.step("Shop opened      %s", String.join(", ", ShopSchema.TABLES));
        Map<String, String> values = Map.of(
                "POSTGRES_HOST", postgres.host(),
                "POSTGRES_PORT", Integer.toString(postgres.port()),
                "WAREHOUSE", warehouse.toString());
        shop.start(read("quickstart-source.json", values));
        console.step("Source running   config-examples/quickstart-source.json");
        shop.awaitTopics(ShopSchema.TABLES.size(), ARRIVAL_LIMIT);
        ConnectorDocument sink = read("quickstart-sink.json", values);
        shop.start(sink);
        console.step("Sink running     config-examples/quickstart-sink.json, %d tasks", sink.tasks());

        work(shop, shop.progress(sink));
        shop.awaitSource(ARRIVAL_LIMIT);
        console.step("Source done      %,d change events in Kafka", shop.events());
        SinkProgress progress = shop.progress(sink);
        shop.awaitSink(sink, ARRIVAL_LIMIT, () -> console.progress("landing: position %,d", progress.committed()));
        console.step("Sink caught up");
        boolean equal = new Verdict(console, shop, warehouse, sink.config().get("database")).print();
        if (options.keep()) {
            invite(broker, postgres, connect);
        }
        return equal;
    }

    private void work(ShopPipeline shop, SinkProgress progress) throws SQLException {
        long start = System.nanoTime();
        long end = start + Duration.ofSeconds(options.seconds()).toNanos();
        long before = shop.workload().transactions();
        Pace pace = new Pace(options.rate());
        long shown = 0;
        while (System.nanoTime() < end) {
            shop.workload().step();
            pace.await();
            long second = Duration.ofNanos(System.nanoTime() - start).toSeconds();
            if (second != shown) {
                shown = second;
                console.progress(
                        "Working          %d of %d s: %,d transactions, %,d events in Kafka, sink at position %,d",
                        second,
                        options.seconds(),
                        shop.workload().transactions() - before,
                        shop.events(),
                        progress.committed());
            }
        }
        console.step("Work done        %,d transactions", shop.workload().transactions() - before);
    }

    private void invite(EmbeddedBroker broker, Postgres postgres, ConnectCluster connect) {
        console.line("""

                Everything keeps running until Ctrl-C.
                  Connect     curl %1$s/connectors?expand=status
                  Kafka       %2$s
                  PostgreSQL  psql -h %3$s -p %4$d -U %5$s
                  Tables      bin/varve scan --table %6$s/shop.db/orders
                  Logs        %7$s""".formatted(
                        connect.address(),
                        broker.bootstrapServers(),
                        postgres.host(),
                        postgres.port(),
                        Postgres.USER,
                        warehouse,
                        workspace.root().resolve("log")));
    }

    private static ConnectorDocument read(String example, Map<String, String> values) {
        return ConnectorDocument.read(Checkout.root().resolve("config-examples").resolve(example), values);
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
    }
}
