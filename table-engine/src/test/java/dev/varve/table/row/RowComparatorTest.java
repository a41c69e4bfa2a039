package dev.varve.table.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RowComparatorTest {
    /** A type and values of it in ascending order. */
    static Stream<Arguments> ascending() {
        return Stream.of(
                Arguments.of(DataTypes.BOOLEAN, new Object[] {null, false, true}),
                Arguments.of(DataTypes.TINYINT, new Object[] {null, (byte) -128, (byte) 0, (byte) 127}),
                Arguments.of(DataTypes.SMALLINT, new Object[] {(short) -300, (short) 5}),
                Arguments.of(DataTypes.INT, new Object[] {Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE}),
                Arguments.of(DataTypes.BIGINT, new Object[] {Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE}),
                Arguments.of(
                        DataTypes.FLOAT,
                        new Object[] {Float.NEGATIVE_INFINITY, -1f, -0f, 0f, 1f, Float.POSITIVE_INFINITY, Float.NaN}),
                Arguments.of(DataTypes.DOUBLE, new Object[] {-1.5, -0.0, 0.0, Double.NaN}),
                Arguments.of(
                        DataTypes.decimal(10, 2),
                        new Object[] {Decimal.ofUnscaled(-5, 10, 2), Decimal.ofUnscaled(5, 10, 2)}),
                Arguments.of(
                        DataTypes.decimal(38, 2),
                        new Object[] {Decimal.ofUnscaled(-5, 38, 2), Decimal.ofUnscaled(5, 38, 2)}),
                Arguments.of(DataTypes.STRING, new Object[] {
                    null, BinaryString.of(""), BinaryString.of("a"), BinaryString.of("a\0"), BinaryString.of("ä")
                }),
                Arguments.of(DataTypes.BYTES, new Object[] {new byte[] {}, new byte[] {1}, new byte[] {(byte) 0x80}}),
                Arguments.of(DataTypes.DATE, new Object[] {-1, 0, 1}),
                Arguments.of(DataTypes.time(3), new Object[] {0, 86_399_999}),
                Arguments.of(
                        DataTypes.timestamp(9),
                        new Object[] {new Timestamp(-1, 999_999), new Timestamp(0, 0), new Timestamp(0, 1)}),
                Arguments.of(DataTypes.timestampLtz(3), new Object[] {Timestamp.ofMillis(-1), Timestamp.ofMillis(1)}));
    }

    @ParameterizedTest
    @MethodSource("ascending")
    void ordersGenericAndBinaryRowsAlike(DataType type, Object[] values) {
        RowComparator order = RowComparator.of(List.of(type));
        RowSerializer serializer = new RowSerializer(List.of(type));
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < values.length; j++) {
                Row left = GenericRow.of(values[i]);
                Row right = GenericRow.of(values[j]);
                assertThat(Integer.signum(order.compare(left, right))).isEqualTo(Integer.compare(i, j));
                assertThat(Integer.signum(order.compare(serializer.toBinary(left), serializer.toBinary(right))))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @Test
    void laterFieldsDecideAmongEqualOnes() {
        RowComparator order = RowComparator.of(List.of(DataTypes.INT, DataTypes.INT));
        assertThat(order.compare(GenericRow.of(1, 5), GenericRow.of(2, 0))).isNegative();
        assertThat(order.compare(GenericRow.of(1, 5), GenericRow.of(1, 0))).isPositive();
        assertThat(order.compare(GenericRow.of(1, 5), GenericRow.of(1, 5))).isZero();
    }

    @Test
    void nestedTypesHaveNoOrder() {
        assertThatThrownBy(() -> RowComparator.of(List.of(DataTypes.array(DataTypes.INT))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
