package dev.varve.table.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.testing.RandomRows;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyPrefixTest {
    private static final List<DataType> KEY_TYPES = List.of(
            DataTypes.BOOLEAN,
            DataTypes.TINYINT,
            DataTypes.SMALLINT,
            DataTypes.INT,
            DataTypes.BIGINT,
            DataTypes.FLOAT,
            DataTypes.DOUBLE,
            DataTypes.DATE,
            DataTypes.time(3),
            DataTypes.decimal(10, 2),
            DataTypes.decimal(18, 0),
            DataTypes.decimal(38, 5),
            DataTypes.charType(3),
            DataTypes.STRING,
            DataTypes.BYTES,
            DataTypes.timestamp(3),
            DataTypes.timestamp(9),
            DataTypes.timestampLtz(0),
            DataTypes.timestampLtz(6));

    @Test
    void agreesWithTheOrderOfKeys() {
        Random random = new Random(20_261_129);
        for (int round = 0; round < 400; round++) {
            var types = new ArrayList<DataType>();
            for (int columns = 1 + random.nextInt(4); columns > 0; columns--) {
                types.add(KEY_TYPES.get(random.nextInt(KEY_TYPES.size())).notNull());
            }
            RowComparator order = RowComparator.of(types);
            KeyPrefix prefix = KeyPrefix.of(types);
            RandomRows rows = new RandomRows(random);
            RowSerializer serializer = new RowSerializer(types);
            for (int pair = 0; pair < 40; pair++) {
                Row left = rows.row(RowType.ofTypes(types));
                Row right = serializer.toBinary(rows.row(RowType.ofTypes(types)));
                int byPrefix = Long.compare(prefix.of(left), prefix.of(right));
                int byKey = order.compare(left, right);
                String message = types + ": " + left + " and " + right;
                if (byPrefix != 0) {
                    assertThat(Integer.signum(byPrefix)).as(message).isEqualTo(Integer.signum(byKey));
                } else if (prefix.isDecisive()) {
                    assertThat(byKey).as(message).isZero();
                }
                assertThat(prefix.of(serializer.toBinary(left))).as(message).isEqualTo(prefix.of(left));
            }
        }
    }

    @Test
    void readsKeyColumnsOutOfAWiderRow() {
        KeyPrefix ofKey = KeyPrefix.of(List.of(DataTypes.INT, DataTypes.STRING));
        KeyPrefix ofRow = KeyPrefix.ofColumns(List.of(DataTypes.INT, DataTypes.STRING), 2, 0);
        BinaryString text = BinaryString.of("abcdef");
        assertThat(ofRow.of(GenericRow.of(text, null, 7))).isEqualTo(ofKey.of(GenericRow.of(7, text)));
    }

    @Test
    void decidesAloneOnlyWhereEveryKeyByteIsInIt() {
        assertThat(KeyPrefix.of(List.of(DataTypes.BIGINT)).isDecisive()).isTrue();
        assertThat(KeyPrefix.of(List.of(DataTypes.INT, DataTypes.INT)).isDecisive())
                .isTrue();
        assertThat(KeyPrefix.of(List.of(DataTypes.decimal(18, 2))).isDecisive()).isTrue();
        assertThat(KeyPrefix.of(List.of(DataTypes.timestamp(3))).isDecisive()).isTrue();
        assertThat(KeyPrefix.of(List.of(DataTypes.BIGINT, DataTypes.TINYINT)).isDecisive())
                .isFalse();
        assertThat(KeyPrefix.of(List.of(DataTypes.INT, DataTypes.BIGINT)).isDecisive())
                .isFalse();
        assertThat(KeyPrefix.of(List.of(DataTypes.timestamp(6))).isDecisive()).isFalse();
        assertThat(KeyPrefix.of(List.of(DataTypes.decimal(19, 2))).isDecisive()).isFalse();
        assertThat(KeyPrefix.of(List.of(DataTypes.STRING)).isDecisive()).isFalse();
        assertThat(KeyPrefix.of(List.of(DataTypes.STRING, DataTypes.INT)).isDecisive())
                .isFalse();
    }
}
