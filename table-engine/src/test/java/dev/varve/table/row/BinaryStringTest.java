package dev.varve.table.row;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BinaryStringTest {
    private static final String TEXT = "aä中😀z";

    @Test
    void countsCodePoints() {
        BinaryString text = BinaryString.of(TEXT);
        assertThat(text.codePoints(100)).isEqualTo(5);
        assertThat(text.codePoints(3)).isEqualTo(3);
        assertThat(text.codePoints(0)).isZero();
        assertThat(BinaryString.EMPTY.codePoints(1)).isZero();
    }

    @Test
    void findsWhereCodePointsBegin() {
        BinaryString text = BinaryString.of(TEXT);
        int[] expected = {0, 1, 3, 6, 10, 11, 11};
        for (int i = 0; i < expected.length; i++) {
            assertThat(text.offsetOfCodePoint(i)).as("code point %s", i).isEqualTo(expected[i]);
        }
    }

    @Test
    void aSliceIsATextOfItsOwn() {
        byte[] bytes = ("--" + TEXT + "--").getBytes(UTF_8);
        BinaryString slice = BinaryString.wrap(bytes, 2, bytes.length - 4);
        assertThat(slice).isEqualTo(BinaryString.of(TEXT)).hasSameHashCodeAs(BinaryString.of(TEXT));
        assertThat(slice.toString()).isEqualTo(TEXT);
        assertThat(slice.codePoints(100)).isEqualTo(5);
        assertThat(slice.offsetOfCodePoint(4)).isEqualTo(10);
        BinaryString copy = slice.copy();
        bytes[2] = 'X';
        assertThat(copy.toString()).isEqualTo(TEXT);
    }

    @Test
    void ordersByUnsignedBytes() {
        // In UTF-16 the last two are the other way round.
        assertThat(BinaryString.of("a")).isLessThan(BinaryString.of("ab"));
        assertThat(BinaryString.of("z")).isLessThan(BinaryString.of("ä"));
        assertThat(BinaryString.of("\uffff")).isLessThan(BinaryString.of("😀"));
    }
}
