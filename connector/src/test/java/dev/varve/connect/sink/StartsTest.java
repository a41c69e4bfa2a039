package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.LedgerEntry;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.TableId;
import dev.varve.table.testing.ManualEnv;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class StartsTest {
    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);

    private final SimulatedKafka kafka = new SimulatedKafka();
    private final Starts starts = new Starts(
            new TaskSettings(
                    "sink", 0, 1, "sink", Optional.empty(), false, true, RetryLimits.within(Duration.ofMinutes(15))),
            kafka,
            new TopicLives(kafka, ManualEnv.create()),
            new TaskMetrics());

    /** Reading the ledger takes time, in which the partition's former task may go on. */
    @Test
    void recordsThatLandWhileATaskStartsAreNotTakenForATopicCreatedAnew() {
        kafka.create("orders", 1);
        Starts.Found found = starts.of(List.of(PARTITION), partition -> {
            kafka.row(PARTITION, new TableId("db", "orders"));
            kafka.commit(PARTITION, 1);
            return Optional.of(LedgerEntry.at(1));
        });
        assertThat(found.offsets()).containsEntry(PARTITION, 1L);
        assertThat(found.newLives()).isEmpty();
    }
}
