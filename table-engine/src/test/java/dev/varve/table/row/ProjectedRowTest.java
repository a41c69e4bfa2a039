package dev.varve.table.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.RowType;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProjectedRowTest {
    @Test
    void showsTheFieldsAtItsPositions() {
        var random = new Random(5);
        for (int round = 0; round < 200; round++) {
            RowType type = new RandomTypes(random).row(6, 2);
            GenericRow row = new RandomRows(random).row(type);
            int[] positions = random.ints(4, 0, 6).distinct().toArray();
            var projected = new ProjectedRow(positions).over(new RowSerializer(type).toBinary(row, RowKind.DELETE));
            RowType projectedType = type.project(positions);
            GenericRow copy = GenericRow.copyOf(projected, projectedType);
            assertThat(copy.kind()).isEqualTo(RowKind.DELETE);
            for (int i = 0; i < positions.length; i++) {
                assertThat(GenericRow.of(copy.valueAt(i))).isEqualTo(GenericRow.of(row.valueAt(positions[i])));
            }
        }
    }

    @Test
    void aMissingFieldIsNull() {
        var projected = new ProjectedRow(-1, 0).over(GenericRow.of(7));
        assertThat(projected.isNull(0)).isTrue();
        assertThat(projected.intAt(1)).isEqualTo(7);
        assertThat(projected.arity()).isEqualTo(2);
    }
}
