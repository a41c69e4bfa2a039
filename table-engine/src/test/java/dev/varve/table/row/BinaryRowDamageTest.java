package dev.varve.table.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Damaged bytes give wrong values or {@link CorruptTableException}, never another error and never somebody else's memory. */
class BinaryRowDamageTest {
    private static final int ROUNDS = Integer.getInteger("row.damages", 10_000);

    @Test
    void randomDamageGivesAValueOrTheErrorForDamage() {
        var random = new Random(20_261_129);
        int detected = 0;
        for (int round = 0; round < ROUNDS / 100; round++) {
            RowType type = new RandomTypes(random).row(1 + random.nextInt(6), 3);
            byte[] whole = new RowSerializer(type)
                    .toBinary(new RandomRows(random).row(type))
                    .toBytes();
            for (int i = 0; i < 100; i++) {
                byte[] damaged = damage(whole, random);
                if (!readsOrIsCorrupt(damaged, type)) {
                    detected++;
                }
            }
        }
        assertThat(detected).isPositive();
    }

    /** Whether the row could be read. */
    private static boolean readsOrIsCorrupt(byte[] bytes, RowType type) {
        String claim = type + " of " + new java.math.BigInteger(1, bytes).toString(16);
        try {
            // A row in the middle of a larger buffer must not read its neighbours.
            byte[] buffer = new byte[bytes.length + 64];
            Arrays.fill(buffer, (byte) 0x55);
            System.arraycopy(bytes, 0, buffer, 32, bytes.length);
            BinaryRow row = new BinaryRow(type.arity()).pointTo(buffer, 32, bytes.length);
            GenericRow inBuffer = GenericRow.copyOf(row, type);
            GenericRow alone = GenericRow.copyOf(new BinaryRow(type.arity()).pointTo(bytes, 0, bytes.length), type);
            assertThat(inBuffer).as(claim).isEqualTo(alone);
            return true;
        } catch (CorruptTableException expected) {
            return false;
        } catch (RuntimeException | OutOfMemoryError e) {
            throw new AssertionError(claim, e);
        }
    }

    private static byte[] damage(byte[] whole, Random random) {
        byte[] damaged = whole.clone();
        switch (random.nextInt(4)) {
            case 0 -> damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> {
                for (int i = 1 + random.nextInt(8); i > 0; i--) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                }
            }
            case 2 -> damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length + 16));
            default -> {
                int at = random.nextInt(damaged.length / 4) * 4;
                int[] values = {-1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0, damaged.length, 1 << 28};
                Bytes.putInt(damaged, at, values[random.nextInt(values.length)]);
            }
        }
        return damaged;
    }

    @Test
    void aSerializedRowThatIsCutIsCorrupt() {
        byte[] serialized = new RowSerializer(List.of(DataTypes.INT, DataTypes.STRING))
                .toBinary(GenericRow.of(1, null))
                .serialize();
        for (int length = 0; length < serialized.length; length++) {
            byte[] cut = Arrays.copyOf(serialized, length);
            assertThatThrownBy(() -> BinaryRow.deserialize(cut)).isInstanceOf(CorruptTableException.class);
        }
    }

    @Test
    void aSerializedRowThatClaimsTooManyFieldsIsCorrupt() {
        byte[] serialized = BinaryRow.EMPTY.serialize();
        serialized[0] = 0x7F;
        assertThatThrownBy(() -> BinaryRow.deserialize(serialized))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("fields");
    }

    @Test
    void anUnknownKindIsCorrupt() {
        byte[] bytes = BinaryRow.EMPTY.toBytes();
        bytes[0] = 4;
        assertThatThrownBy(() -> new BinaryRow(0).pointTo(bytes, 0, 8).kind())
                .isInstanceOf(CorruptTableException.class);
    }
}
