package dev.varve.connect.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class MetricBeansTest {
    private final MBeanServer server = MBeanServerFactory.newMBeanServer("test");
    private final MetricBeans beans = new MetricBeans(Optional.of(server));

    private Object read(String name, String attribute) throws Exception {
        return server.getAttribute(new ObjectName(name), attribute);
    }

    @Test
    void everyLevelHasItsBean() throws Exception {
        var connector = new ConnectorMetrics("1.2.3");
        connector.tasks(4);
        beans.register("lake", connector);
        var task = new TaskMetrics();
        task.delivered(10);
        task.skippedByRule("tombstone");
        task.skippedByRule("tombstone");
        task.ledgerGap(70);
        beans.register("lake", 1, task);
        var table = new TableMetrics();
        table.committed(7, 100, 2, 4_096, Duration.ofMillis(30));
        beans.register("lake", 1, "db.orders", table);

        assertThat(read("dev.varve:type=connector,connector=\"lake\"", "Version"))
                .isEqualTo("1.2.3");
        assertThat(read("dev.varve:type=connector,connector=\"lake\"", "Tasks")).isEqualTo(4);
        String taskName = "dev.varve:type=task,connector=\"lake\",task=1";
        assertThat(read(taskName, "Records")).isEqualTo(10L);
        assertThat(read(taskName, "SkippedByRule")).isEqualTo(2L);
        assertThat(read(taskName, "LedgerGapOffsets")).isEqualTo(70L);
        String tableName = "dev.varve:type=table,connector=\"lake\",task=1,table=\"db.orders\"";
        assertThat(read(tableName, "CommittedRows")).isEqualTo(100L);
        assertThat(read(tableName, "CommittedBytes")).isEqualTo(4_096L);
        assertThat(read(tableName, "LastSnapshot")).isEqualTo(7L);
    }

    @Test
    void failuresCountUpToTheNextCommit() {
        var table = new TableMetrics();
        table.failed(1);
        table.failed(2);
        assertThat(table.getConsecutiveCommitFailures()).isEqualTo(2);
        table.committed(1, 1, 1, 1, Duration.ZERO);
        assertThat(table.getConsecutiveCommitFailures()).isZero();
        assertThat(table.getCommitFailures()).isEqualTo(2);
    }

    @Test
    void namesWithSignsThatJmxReservesAreQuoted() throws Exception {
        beans.register("a,b=c:\"*?", 0, new TaskMetrics());
        assertThat(server.queryNames(new ObjectName("dev.varve:type=task,*"), null))
                .hasSize(1);
    }

    @Test
    void aRestartedTaskTakesItsNamesOverAndClosingRemovesThem() throws Exception {
        var abandoned = new TaskMetrics();
        beans.register("lake", 0, abandoned);
        var restarted = new MetricBeans(Optional.of(server));
        var fresh = new TaskMetrics();
        fresh.delivered(3);
        restarted.register("lake", 0, fresh);
        assertThat(read("dev.varve:type=task,connector=\"lake\",task=0", "Records"))
                .isEqualTo(3L);
        restarted.close();
        assertThat(server.queryNames(new ObjectName("dev.varve:*"), null)).isEmpty();
        beans.close();
    }

    @Test
    void nothingIsRegisteredWhereNothingShallBe() {
        int before = MBeanServerFactory.findMBeanServer(null).size();
        try (MetricBeans none = MetricBeans.none()) {
            none.register("lake", 0, new TaskMetrics());
            none.unregister("lake", 0, "db.t");
        }
        assertThat(MBeanServerFactory.findMBeanServer(null)).hasSize(before);
    }
}
