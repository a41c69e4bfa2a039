package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.kafka.TopicWatcher;
import dev.varve.it.postgres.DebeziumSource;
import dev.varve.it.postgres.Postgres;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Workspace;
import dev.varve.it.shop.ShopSchema;
import dev.varve.it.shop.ShopWorkload;
import java.sql.Connection;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SourceSideIT {
    @Test
    void changesOfTheShopArriveInKafka() throws Exception {
        long t0 = System.nanoTime();
        try (Workspace workspace = Workspace.create(Checkout.target().resolve("work"), "source-side")) {
            Postgres postgres = Postgres.start(workspace);
            log(t0, "postgres");
            EmbeddedBroker broker = EmbeddedBroker.start(workspace);
            log(t0, "broker");
            ConnectCluster connect = ConnectCluster.start(
                    workspace, ConnectCluster.Spec.of("connect", broker).workers(2));
            log(t0, "connect");
            try (Connection connection = postgres.connect();
                    TopicAdmin admin = new TopicAdmin(broker);
                    TopicWatcher watcher = new TopicWatcher(
                            broker, Pattern.compile("shop\\..*"), r -> r.topic().endsWith(".message"))) {
                ShopSchema.create(connection);
                ShopWorkload shop = new ShopWorkload(connection, 1);
                shop.open(20, 20, 20);
                System.err.println(connect.client().connectorPlugins());
                var config = DebeziumSource.of(postgres, "shop", "shop")
                        .partitions(4)
                        .json(true)
                        .config();
                System.err.println(connect.client().validate("shop-source", config));
                connect.client().configure("shop-source", config);
                connect.client().awaitRunning("shop-source", 1, Duration.ofSeconds(60));
                log(t0, "running");
                for (int i = 0; i < 2000; i++) {
                    shop.step();
                }
                log(t0, "worked");
                try (var st = connection.createStatement()) {
                    st.execute("select pg_logical_emit_message(true, 'varve', 'done')");
                }
                connection.commit();
                watcher.awaitEnd(admin, Duration.ofSeconds(60));
                log(t0, "end " + watcher.records() + " " + TopicAdmin.describe(watcher.afterLastRecord()));
                assertThat(watcher.records()).isGreaterThan(2000);
                connect.workers().get(0).kill();
                connect.workers().get(0).launch();
                connect.workers().get(0).awaitReady();
                log(t0, "restarted");
                connect.client().awaitRunning("shop-source", 1, Duration.ofSeconds(60));
                log(t0, "running again");
            }
        }
        log(t0, "closed");
    }

    private static void log(long t0, String text) {
        System.err.printf("%.1f s %s%n", (System.nanoTime() - t0) / 1e9, text);
    }
}
