package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.sink.EngineConnector.Running;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transforms rename the topic and change the partition: offsets are those of the original record all the way. */
class Case_S01_RenamedTopicLandsTest {
    private static final TopicPartition P0 = EngineConnector.partition(0);
    private static final TopicPartition P1 = EngineConnector.partition(1);

    private final EngineConnector connector = new EngineConnector(2).transforming();

    private Running start(TopicPartition... partitions) {
        Running running = connector.start(partitions);
        running.task().renaming(topic -> "lake." + topic);
        return running;
    }

    /** The simulated worker refuses offsets of partitions that it has not asked about. */
    @Test
    void offsetsAreThoseOfTheOriginalTopic() {
        connector.produce(P0, 1).produce(P1, 1);
        Running task = start(P0, P1).round();
        assertThat(connector.ledger()).isEqualTo(Ledger.of(Map.of(P0, 1L, P1, 1L)));
        assertThat(connector.kafka().committed(P0)).contains(1L);
        assertThat(connector.kafka().committed(P1)).contains(1L);
        task.task().stop();

        Running again = start(P0, P1).round();
        assertThat(again.metrics().getRecords())
                .as("resumes after what has landed")
                .isZero();
        connector.produce(P0, 1);
        again.untilDone();
        connector.requireExactlyOnce();
    }

    /** The group does not know: records come again under their new names, and are recognised. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRestartWithoutTheGroupsOffsets(boolean sameTransform) {
        connector.produce(P0, 2).produce(P1, 2);
        Running task = start(P0, P1);
        task.task().poll(100);
        task.task().commit(false);
        task.task().crash();
        Running again = connector.start(P0, P1);
        if (sameTransform) {
            again.task().renaming(topic -> "lake." + topic);
        }
        again.untilDone();
        assertThat(again.metrics().getSkippedLanded()).isEqualTo(4);
        connector.requireExactlyOnce();
    }

    /** A failed commit goes back in the original partition. */
    @Test
    void rewindsGoToTheOriginalPartition() {
        connector.produce(P0, 2).produce(P1, 2);
        Running task = start(P0, P1);
        task.failing(FaultPlan.once(call -> call.named("data-"), Fault.FAIL_BEFORE));
        task.untilDone();
        task.task().poll(Set.of(P1), Set.of(), Set.of(), 10);
        connector.requireExactlyOnce();
    }
}
