package dev.varve.connect.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final TopicPartition A10 = new TopicPartition("a", 10);
    private static final TopicPartition A2 = new TopicPartition("a", 2);
    private static final TopicPartition B0 = new TopicPartition("b.c-d_e", 0);

    @Test
    void printsTopicsByNameAndPartitionsByNumber() {
        var ledger = new Ledger(Map.of(A10, 1L, A2, 5_000_000_000L, B0, 0L, A0, 7L));
        assertThat(ledger.format()).isEqualTo("{\"a\":{\"0\":7,\"2\":5000000000,\"10\":1},\"b.c-d_e\":{\"0\":0}}");
    }

    @Test
    void parseIsTheInverseOfFormat() {
        for (Ledger ledger : List.of(Ledger.EMPTY, new Ledger(Map.of(A0, 0L)), new Ledger(Map.of(A2, 1L, B0, 2L)))) {
            assertThat(Ledger.parse(ledger.format(), "test")).isEqualTo(ledger);
        }
    }

    @Test
    void changesAreMergedAndTheRestStays() {
        var ledger = new Ledger(Map.of(A0, 1L, B0, 2L));
        assertThat(ledger.with(Map.of(B0, 3L, A2, 4L))).isEqualTo(new Ledger(Map.of(A0, 1L, B0, 3L, A2, 4L)));
        assertThat(ledger.without(List.of(A0, A10))).isEqualTo(new Ledger(Map.of(B0, 2L)));
    }

    @Test
    void whatHasNeverLandedIsAbsent() {
        assertThat(Ledger.EMPTY.find(A0)).isEqualTo(OptionalLong.empty());
        assertThat(new Ledger(Map.of(A0, 0L)).find(A0)).isEqualTo(OptionalLong.of(0));
    }

    @Test
    void propertiesOfLedgersAreRecognised() {
        assertThat(Ledger.property("lake")).isEqualTo("varve.offsets.lake");
        assertThat(Ledger.isLedgerProperty("varve.offsets.other")).isTrue();
        assertThat(Ledger.isLedgerProperty("offsets")).isFalse();
    }

    @Test
    void damageIsNamedWithItsPlace() {
        for (String damaged : List.of(
                "",
                "[]",
                "7",
                "{\"a\":7}",
                "{\"a\":{\"x\":1}}",
                "{\"a\":{\"-1\":1}}",
                "{\"a\":{\"0\":-1}}",
                "{\"a\":{\"0\":1.5}}",
                "{\"a\":{\"0\":\"1\"}}",
                "{\"a\":{\"0\":1",
                "{\"a\":{\"0\":99999999999999999999}}")) {
            assertThatThrownBy(() -> Ledger.parse(damaged, "property p of snapshot 7"))
                    .as(damaged)
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining("property p of snapshot 7");
        }
    }
}
