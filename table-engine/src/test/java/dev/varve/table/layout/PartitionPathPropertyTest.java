package dev.varve.table.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.Random;
import java.util.TimeZone;
import org.apache.paimon.types.DataTypeJsonParser;
import org.apache.paimon.utils.InternalRowPartitionComputer;
import org.apache.paimon.utils.PartitionPathUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random partition values land in the directory in which Apache Paimon looks for them. */
class PartitionPathPropertyTest {
    private static final String DEFAULT_NAME = "__DEFAULT_PARTITION__";
    private static final int ROUNDS = Integer.getInteger("varve.test.rounds", 2000);
    private static final ZoneId ZONE = ZoneId.of("America/St_Johns");

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 2"})
    void agreesWithPaimon(boolean legacy, long seed) {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(ZONE));
        try {
            Random random = new Random(seed);
            for (int round = 0; round < ROUNDS; round++) {
                DataType type = type(random);
                Object value = value(type, random);
                assertThat(ours(type, value, legacy))
                        .as("seed %s, round %s: %s of %s", seed, round, value, type)
                        .isEqualTo(paimons(type, value, legacy));
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private static String ours(DataType type, Object value, boolean legacy) {
        RowType partition = DataTypes.row(new DataField(0, "a b", type));
        return new PartitionPath(partition, legacy, DEFAULT_NAME, ZONE).of(GenericRow.of(value));
    }

    private static String paimons(DataType type, Object value, boolean legacy) {
        org.apache.paimon.types.RowType rowType = org.apache.paimon.types.RowType.builder()
                .field("a b", DataTypeJsonParser.parseAtomicTypeSQLString(type.toString()))
                .build();
        InternalRowPartitionComputer computer =
                new InternalRowPartitionComputer(DEFAULT_NAME, rowType, new String[] {"a b"}, legacy);
        String path = PartitionPathUtils.generatePartitionPath(
                computer.generatePartValues(org.apache.paimon.data.GenericRow.of(paimonValue(value))));
        return path.substring(0, path.length() - 1);
    }

    private static Object paimonValue(Object value) {
        if (value instanceof BinaryString text) {
            return org.apache.paimon.data.BinaryString.fromString(text.toString());
        }
        if (value instanceof Decimal decimal) {
            return org.apache.paimon.data.Decimal.fromBigDecimal(
                    decimal.toBigDecimal(), decimal.precision(), decimal.scale());
        }
        if (value instanceof Timestamp timestamp) {
            return org.apache.paimon.data.Timestamp.fromEpochMillis(timestamp.millis(), timestamp.nanoOfMillisecond());
        }
        return value;
    }

    private static DataType type(Random random) {
        DataType[] types = {
            DataTypes.BOOLEAN,
            DataTypes.TINYINT,
            DataTypes.SMALLINT,
            DataTypes.INT,
            DataTypes.BIGINT,
            DataTypes.FLOAT,
            DataTypes.DOUBLE,
            DataTypes.decimal(1 + random.nextInt(38), 0),
            DataTypes.decimal(38, random.nextInt(39)),
            DataTypes.STRING,
            DataTypes.DATE,
            DataTypes.time(random.nextInt(10)),
            DataTypes.timestamp(random.nextInt(10)),
            DataTypes.timestampLtz(random.nextInt(10)),
        };
        return types[random.nextInt(types.length)];
    }

    private static Object value(DataType type, Random random) {
        return switch (type.root()) {
            case BOOLEAN -> random.nextBoolean();
            case TINYINT -> (byte) random.nextInt();
            case SMALLINT -> (short) random.nextInt();
            case INT -> random.nextInt();
            case BIGINT -> random.nextLong();
            case FLOAT -> Float.intBitsToFloat(random.nextInt());
            case DOUBLE -> Double.longBitsToDouble(random.nextLong());
            case DECIMAL -> decimal((DecimalType) type, random);
            case VARCHAR -> BinaryString.of(text(random));
            case DATE -> random.nextInt(8_000_000) - 2_000_000; // years -3500 to 18000
            case TIME -> random.nextBoolean() ? random.nextInt(86_400_000) : 1000 * random.nextInt(86_400);
            case TIMESTAMP, TIMESTAMP_LTZ -> timestamp((PrecisionType) type, random);
            default -> throw new IllegalStateException(type.toString());
        };
    }

    private static Decimal decimal(DecimalType type, Random random) {
        BigInteger unscaled = new BigInteger(random.nextInt(126), random).mod(BigInteger.TEN.pow(type.precision()));
        return Decimal.exact(
                        new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale()),
                        type.precision(),
                        type.scale())
                .orElseThrow();
    }

    private static Timestamp timestamp(PrecisionType type, Random random) {
        long millis = random.nextBoolean() ? random.nextInt() * 60_000L : random.nextInt() * 100_007L;
        return new Timestamp(millis, random.nextInt(1_000_000)).truncate(type.precision());
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(5); length > 0; length--) {
            text.appendCodePoint(
                    switch (random.nextInt(4)) {
                        case 0 -> ' ';
                        case 1 -> 0x1F600 + random.nextInt(50);
                        default -> random.nextInt(0x180);
                    });
        }
        return text.toString();
    }
}
