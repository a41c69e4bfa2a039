package dev.varve.table.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.format.ColumnStatistics;
import dev.varve.table.row.BinaryString;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsBuilderTest {
    private static final RowType TYPE = RowType.of(List.of(
            new DataField(0, "id", DataTypes.BIGINT.notNull()),
            new DataField(1, "name", DataTypes.STRING),
            new DataField(2, "tags", DataTypes.array(DataTypes.STRING)),
            new DataField(3, "at", DataTypes.timestamp(9))));
    private static final ColumnStatistics ID = new ColumnStatistics(1L, 9L, 0L);
    private static final ColumnStatistics NAME = new ColumnStatistics(BinaryString.of("a"), null, 2L);
    private static final ColumnStatistics COUNT_ONLY = new ColumnStatistics(null, null, 5L);

    private final StatisticsBuilder builder = new StatisticsBuilder(TYPE);

    @Test
    void allColumnsKnownNeedNoNames() {
        var built = builder.values(List.of(ID, NAME, COUNT_ONLY, COUNT_ONLY), true);
        assertThat(built.columns()).isEmpty();
        assertThat(built.stats().min().arity()).isEqualTo(4);
        assertThat(built.stats().min().longAt(0)).isEqualTo(1);
        assertThat(built.stats().max().longAt(0)).isEqualTo(9);
        assertThat(built.stats().min().stringAt(1)).hasToString("a");
        assertThat(built.stats().max().isNull(1)).isTrue();
        assertThat(built.stats().min().isNull(3)).isTrue();
        assertThat(built.stats().nullCounts()).containsExactly(0L, 2L, 5L, 5L);
    }

    @Test
    void unknownColumnsAreLeftOutAndTheOthersNamed() {
        var built = builder.values(List.of(ID, NAME, ColumnStatistics.UNKNOWN, COUNT_ONLY), true);
        assertThat(built.columns()).contains(List.of("id", "name", "at"));
        assertThat(built.stats().min().arity()).isEqualTo(3);
        assertThat(built.stats().nullCounts()).containsExactly(0L, 2L, 5L);
    }

    @Test
    void withoutTheDenseStoreEveryColumnIsThere() {
        var built = builder.values(List.of(ID, NAME, ColumnStatistics.UNKNOWN, COUNT_ONLY), false);
        assertThat(built.columns()).isEmpty();
        assertThat(built.stats().min().arity()).isEqualTo(4);
        assertThat(built.stats().min().isNull(2)).isTrue();
        assertThat(built.stats().nullCounts()).containsExactly(0L, 2L, null, 5L);
    }

    @Test
    void nothingKnownIsNoColumns() {
        var nothing = List.of(
                ColumnStatistics.UNKNOWN, ColumnStatistics.UNKNOWN, ColumnStatistics.UNKNOWN, ColumnStatistics.UNKNOWN);
        var built = builder.values(nothing, true);
        assertThat(built.columns()).contains(List.of());
        assertThat(built.stats()).isEqualTo(SimpleStats.EMPTY);
    }

    @Test
    void keysKeepEveryColumnEvenIfNothingIsKnown() {
        StatisticsBuilder keys = new StatisticsBuilder(TYPE.project(0, 1));
        SimpleStats stats = keys.all(List.of(ColumnStatistics.UNKNOWN, ColumnStatistics.UNKNOWN));
        assertThat(stats.min().arity()).isEqualTo(2);
        assertThat(stats.max().isNull(1)).isTrue();
        assertThat(stats.nullCounts()).containsExactly(null, null);
    }

    @Test
    void oneStatisticAColumn() {
        assertThatThrownBy(() -> builder.all(List.of(ID))).isInstanceOf(IllegalArgumentException.class);
    }
}
