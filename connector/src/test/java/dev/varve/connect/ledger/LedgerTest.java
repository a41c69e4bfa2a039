package dev.varve.connect.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        var ledger = Ledger.of(Map.of(A10, 1L, A2, 5_000_000_000L, B0, 0L, A0, 7L));
        assertThat(ledger.format()).isEqualTo("{\"a\":{\"0\":7,\"2\":5000000000,\"10\":1},\"b.c-d_e\":{\"0\":0}}");
    }

    @Test
    void parseIsTheInverseOfFormat() {
        for (Ledger ledger : List.of(Ledger.EMPTY, Ledger.of(Map.of(A0, 0L)), Ledger.of(Map.of(A2, 1L, B0, 2L)))) {
            assertThat(Ledger.parse(ledger.format(), "test")).isEqualTo(ledger);
        }
    }

    @Test
    void partitionsOfOneTopicMayHaveBeenLandedInDifferentLivesOfIt() {
        var ledger = new Ledger(Map.of(
                A0,
                new LedgerEntry(7, Optional.of("new")),
                A2,
                new LedgerEntry(9, Optional.of("old")),
                A10,
                LedgerEntry.at(1),
                B0,
                LedgerEntry.at(0)));
        assertThat(ledger.format())
                .isEqualTo("{\"a@new\":{\"0\":7},\"a@old\":{\"2\":9},\"a\":{\"10\":1},\"b.c-d_e\":{\"0\":0}}");
        assertThat(Ledger.parse(ledger.format(), "test")).isEqualTo(ledger);
        assertThat(ledger.find(A2)).hasValue(9);
        assertThat(ledger.with(Map.of(A2, 3L)).entry(A2))
                .as("an offset that an operator gives is of the topic that is there")
                .contains(LedgerEntry.at(3));
    }

    @Test
    void changesAreMergedAndTheRestStays() {
        var ledger = Ledger.of(Map.of(A0, 1L, B0, 2L));
        assertThat(ledger.with(Map.of(B0, 3L, A2, 4L))).isEqualTo(Ledger.of(Map.of(A0, 1L, B0, 3L, A2, 4L)));
        assertThat(ledger.without(List.of(A0, A10))).isEqualTo(Ledger.of(Map.of(B0, 2L)));
    }

    @Test
    void whatHasNeverLandedIsAbsent() {
        assertThat(Ledger.EMPTY.find(A0)).isEqualTo(OptionalLong.empty());
        assertThat(Ledger.of(Map.of(A0, 0L)).find(A0)).isEqualTo(OptionalLong.of(0));
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
                "{\"a\":{\"0\":1},\"a@id\":{\"0\":2}}",
                "{\"a\":{\"0\":99999999999999999999}}")) {
            assertThatThrownBy(() -> Ledger.parse(damaged, "property p of snapshot 7"))
                    .as(damaged)
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining("property p of snapshot 7");
        }
    }
}
