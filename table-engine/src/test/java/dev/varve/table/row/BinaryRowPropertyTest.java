package dev.varve.table.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.testing.PaimonValues;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.RowType;
import java.util.HexFormat;
import java.util.Random;
import org.apache.paimon.data.serializer.InternalRowSerializer;
import org.junit.jupiter.api.Test;

/** Random rows of random types; {@code -Drow.rows} says how many. */
class BinaryRowPropertyTest {
    private static final int ROWS = Integer.getInteger("row.rows", 3000);
    private static final int ROWS_PER_TYPE = 10;

    @Test
    void everyRowComesBackAndHasTheBytesThatPaimonGivesIt() {
        for (int seed = 0; seed < ROWS / ROWS_PER_TYPE; seed++) {
            var random = new Random(seed);
            // Beyond 56 fields the null bits take a second word.
            int arity = random.nextInt(10) == 0 ? 50 + random.nextInt(80) : random.nextInt(9);
            RowType type = new RandomTypes(random).row(arity, 3);
            var rows = new RandomRows(random);
            var serializer = new RowSerializer(type);
            var oracle = new InternalRowSerializer(PaimonValues.rowType(type));
            for (int i = 0; i < ROWS_PER_TYPE; i++) {
                GenericRow row = rows.row(type);
                row.setKind(RowKind.ofCode(random.nextInt(4)));
                String claim = "seed " + seed + ": " + row + " of " + type;

                BinaryRow binary = serializer.toBinary(row);
                var expected = oracle.toBinaryRow(PaimonValues.toPaimon(row, type));

                assertThat(HexFormat.of().formatHex(binary.toBytes()))
                        .as(claim)
                        .isEqualTo(HexFormat.of().formatHex(expected.toBytes()));
                assertThat(binary.murmur3()).as(claim).isEqualTo(expected.hashCode());
                assertThat(GenericRow.copyOf(binary, type)).as(claim).isEqualTo(row);
                assertThat(PaimonValues.fromPaimon(expected, type)).as(claim).isEqualTo(row);
                assertThat(serializer.toBinary(binary)).as(claim).isEqualTo(binary);
                assertThat(BinaryRow.deserialize(binary.serialize())).as(claim).isEqualTo(binary);
            }
        }
    }

    @Test
    void aLentRowIsTheSameAsACopyUntilTheNextIsWritten() {
        var random = new Random(7);
        RowType type = new RandomTypes(random).row(12, 2);
        var rows = new RandomRows(random);
        var serializer = new RowSerializer(type);
        for (int i = 0; i < 100; i++) {
            GenericRow row = rows.row(type);
            BinaryRow copy = new RowSerializer(type).toBinary(row, RowKind.DELETE);
            BinaryRow lent = serializer.lend(row, RowKind.DELETE);
            assertThat(lent).isEqualTo(copy);
            assertThat(lent.kind()).isEqualTo(RowKind.DELETE);
        }
    }
}
