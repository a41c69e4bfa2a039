package dev.varve.table.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowIntakeTest {
    private static final RowType TYPE = RowType.of(List.of(
            new DataField(0, "k", TypeParser.parse("INT NOT NULL")),
            new DataField(1, "v", TypeParser.parse("INT"), Optional.empty(), Optional.of("7")),
            new DataField(2, "n", TypeParser.parse("INT NOT NULL"), Optional.empty(), Optional.of("8"))));

    @Test
    void aDefaultTakesThePlaceOfANull() {
        RowIntake intake = new RowIntake(TYPE, ZoneOffset.UTC, true);
        assertThat(intake.accept(GenericRow.of(1, null, 2)).intAt(1)).isEqualTo(7);
        GenericRow complete = GenericRow.of(1, 5, 2);
        assertThat(intake.accept(complete)).isSameAs(complete);
    }

    @Test
    void aNullThatMeansNotGivenStays() {
        GenericRow row = GenericRow.of(1, null, 2);
        assertThat(new RowIntake(TYPE, ZoneOffset.UTC, false).accept(row)).isSameAs(row);
    }

    @Test
    void aDefaultDoesNotExcuseANullInANotNullColumn() {
        for (boolean fillsNulls : new boolean[] {true, false}) {
            assertThatThrownBy(() -> new RowIntake(TYPE, ZoneOffset.UTC, fillsNulls).accept(GenericRow.of(1, 1, null)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("Cannot write null to non-null column(n)");
        }
    }
}
