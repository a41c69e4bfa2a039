package dev.varve.table.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The corners of {@code product} and {@code sum}; the vectors hold the ordinary cases. */
class NumericFunctionTest {
    private static final DataType DECIMAL = DataTypes.decimal(4, 2);

    @Test
    void integersAreExactUpToTheBoundsOfTheColumn() {
        assertThat(product(DataTypes.BIGINT, Long.MAX_VALUE, 1L)).isEqualTo(Long.MAX_VALUE);
        assertThat(product(DataTypes.BIGINT, Long.MIN_VALUE, 1L)).isEqualTo(Long.MIN_VALUE);
        assertThat(product(DataTypes.BIGINT, 1L << 32, -1L << 31)).isEqualTo(Long.MIN_VALUE);
        assertThat(product(DataTypes.SMALLINT, (short) 181, (short) 181)).isEqualTo((short) 32761);
        assertOutOfRange(() -> product(DataTypes.BIGINT, 1L << 32, 1L << 31), "BIGINT");
        assertOutOfRange(() -> product(DataTypes.BIGINT, Long.MIN_VALUE, -1L), "BIGINT");
        assertOutOfRange(() -> product(DataTypes.SMALLINT, (short) 256, (short) 128), "SMALLINT");
        assertOutOfRange(() -> product(DataTypes.TINYINT, (byte) -128, (byte) -1), "TINYINT");
    }

    @Test
    void productsOfRandomBigintsAreThoseOfBigNumbersOrFail() {
        Random random = new Random(11);
        for (int i = 0; i < 5_000; i++) {
            long left = random.nextLong() >> random.nextInt(64);
            long right = random.nextLong() >> random.nextInt(64);
            BigInteger exact = BigInteger.valueOf(left).multiply(BigInteger.valueOf(right));
            if (exact.bitLength() < Long.SIZE) {
                assertThat(product(DataTypes.BIGINT, left, right)).isEqualTo(exact.longValueExact());
            } else {
                assertOutOfRange(() -> product(DataTypes.BIGINT, left, right), "BIGINT");
            }
        }
    }

    @Test
    void quotientsTruncateTowardsZero() {
        assertThat(quotient(DataTypes.INT, -7, 2)).isEqualTo(-3);
        assertThat(quotient(DataTypes.INT, 7, -2)).isEqualTo(-3);
        assertThat(quotient(DataTypes.INT, 1, Integer.MIN_VALUE)).isEqualTo(0);
        assertOutOfRange(() -> quotient(DataTypes.BIGINT, Long.MIN_VALUE, -1L), "BIGINT");
        assertOutOfRange(() -> quotient(DataTypes.TINYINT, (byte) -128, (byte) -1), "TINYINT");
    }

    @Test
    void aZeroCannotBeDividedOut() {
        for (Object[] zero : new Object[][] {
            {DataTypes.TINYINT, (byte) 0}, {DataTypes.SMALLINT, (short) 0}, {DataTypes.INT, 0}, {DataTypes.BIGINT, 0L}
        }) {
            assertThatThrownBy(() -> quotient((DataType) zero[0], zero[1], zero[1]))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("'product' of column 'v': 0 / (0) is a division by zero");
        }
        assertThatThrownBy(() -> quotient(DECIMAL, decimal("0.00"), decimal("0.00")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("0.00 / (0.00) is a division by zero");
    }

    @Test
    void floatingPointNeverFails() {
        assertThat(quotient(DataTypes.DOUBLE, 6.0, -0.0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(quotient(DataTypes.DOUBLE, -6.0, -0.0)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(quotient(DataTypes.FLOAT, -0.0f, 0.0f)).isEqualTo(Float.NaN);
        assertThat(product(DataTypes.FLOAT, Float.POSITIVE_INFINITY, 0f)).isEqualTo(Float.NaN);
        assertThat(product(DataTypes.DOUBLE, Double.MIN_VALUE, 0.5)).isEqualTo(0.0);
        assertThat(product(DataTypes.DOUBLE, -1.0, 0.0)).isEqualTo(-0.0);
    }

    @Test
    void decimalsRoundHalfAwayFromZeroOnce() {
        assertThat(product(DECIMAL, decimal("0.05"), decimal("0.10"))).isEqualTo(decimal("0.01"));
        assertThat(product(DECIMAL, decimal("-0.05"), decimal("0.10"))).isEqualTo(decimal("-0.01"));
        assertThat(product(DECIMAL, decimal("0.04"), decimal("0.10"))).isEqualTo(decimal("0.00"));
        assertThat(quotient(DECIMAL, decimal("1.00"), decimal("0.01"))).isNull();
        assertThat(quotient(DECIMAL, decimal("0.01"), decimal("64.00"))).isEqualTo(decimal("0.00"));
    }

    @Test
    void decimalQuotientsWithoutEndAreRefused() {
        assertThatThrownBy(() -> quotient(DECIMAL, decimal("1.00"), decimal("0.03")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("1.00 / (0.03) has no finite decimal expansion");
    }

    @Test
    void aProductThatBecameNullIsSeededAgain() {
        AggregateFunction function = create("product", DECIMAL);
        add(function, decimal("99.99"));
        add(function, decimal("99.99"));
        assertThat(function.result()).isNull();
        function.retract(GenericRow.of(decimal("2.00")), 0);
        assertThat(function.result()).as("nothing to divide").isNull();
        add(function, decimal("3.00"));
        assertThat(function.result()).isEqualTo(decimal("3.00"));
    }

    @Test
    void aFailedOperationLeavesTheResultAsItWas() {
        AggregateFunction function = create("sum", DataTypes.INT);
        add(function, Integer.MAX_VALUE);
        assertOutOfRange(() -> add(function, 1), "INT");
        assertThat(function.result()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void retractingFromNothingKeepsTheSignOfZero() {
        AggregateFunction function = create("sum", DataTypes.DOUBLE);
        function.retract(GenericRow.of(0.0), 0);
        assertThat(function.result()).isEqualTo(-0.0);
        function.reset();
        function.retract(GenericRow.of(-0.0), 0);
        assertThat(function.result()).isEqualTo(0.0);
    }

    private static void assertOutOfRange(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String type) {
        assertThatThrownBy(call)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("of column 'v'")
                .hasMessageContaining("is outside the range of " + type);
    }

    private static Object product(DataType type, Object left, Object right) {
        AggregateFunction function = create("product", type);
        add(function, left);
        add(function, right);
        return function.result();
    }

    private static Object quotient(DataType type, Object left, Object right) {
        AggregateFunction function = create("product", type);
        add(function, left);
        function.retract(GenericRow.of(right), 0);
        return function.result();
    }

    private static AggregateFunction create(String name, DataType type) {
        return AggregateFunctions.create(name, new AggregateColumn("v", type, AggregateOptions.DEFAULT));
    }

    private static void add(AggregateFunction function, Object value) {
        function.add(GenericRow.of(value), 0);
    }

    private static Decimal decimal(String text) {
        return Decimal.exact(new BigDecimal(text), 4, 2).orElseThrow();
    }
}
