package dev.varve.table.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.row.BinaryString;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Shortened text bounds (format page manifests, statistics rules). */
class TextBoundsTest {
    private static final String GRIN = "\ud83d\ude00";

    @Test
    void shortTextStaysAsItIs() {
        assertThat(shorten("abc", 3)).isEqualTo("abc");
        assertThat(shortenUpwards("abc", 3)).isEqualTo("abc");
        assertThat(shorten("", 1)).isEmpty();
        assertThat(shortenUpwards("", 1)).isEmpty();
    }

    @Test
    void lengthCountsCodePoints() {
        assertThat(shorten("\u4e2d".repeat(20), 16)).isEqualTo("\u4e2d".repeat(16));
        assertThat(shorten(GRIN.repeat(3), 2)).isEqualTo(GRIN.repeat(2));
    }

    @Test
    void lastCodePointOfAnUpperBoundIsIncremented() {
        assertThat(shorten("abcdefghijklmnopqrstuvwxyz", 16)).isEqualTo("abcdefghijklmnop");
        assertThat(shortenUpwards("abcdefghijklmnopqrstuvwxyz", 16)).isEqualTo("abcdefghijklmnoq");
        assertThat(shortenUpwards(GRIN.repeat(16) + "\ud83d\ude01", 16)).isEqualTo(GRIN.repeat(15) + "\ud83d\ude01");
    }

    @Test
    void theLongestEncodingFollowsTheShorterOne() {
        assertThat(shortenUpwards("a\u007fz", 2)).isEqualTo("a\u0080");
        assertThat(shortenUpwards("a\uffffz", 2)).isEqualTo("a\ud800\udc00");
    }

    @Test
    void codePointsThatHaveNoSuccessorAreDropped() {
        assertThat(shortenUpwards("ab\udbff\udfffz", 3)).isEqualTo("ac");
        // The next number would be a surrogate, which UTF-8 cannot hold.
        assertThat(shortenUpwards("ab\ud7ffz", 3)).isEqualTo("ac");
    }

    @Test
    void thereMayBeNoUpperBound() {
        assertThat(TextBounds.shortenUpwards(BinaryString.of("\udbff\udfff".repeat(3)), 2))
                .isNull();
    }

    @Test
    void boundsEncloseAnyBytes() {
        var random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(8)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = (byte) (random.nextBoolean() ? 'a' + random.nextInt(3) : 0x7F + random.nextInt(0x81));
            }
            BinaryString text = BinaryString.wrap(bytes);
            int length = 1 + random.nextInt(4);
            assertThat(TextBounds.shorten(text, length)).isLessThanOrEqualTo(text);
            BinaryString upper = TextBounds.shortenUpwards(text, length);
            if (upper != null) {
                assertThat(upper).as(text + " " + length).isGreaterThanOrEqualTo(text);
            }
        }
    }

    private static String shorten(String text, int codePoints) {
        return TextBounds.shorten(inside(text), codePoints).toString();
    }

    private static String shortenUpwards(String text, int codePoints) {
        return TextBounds.shortenUpwards(inside(text), codePoints).toString();
    }

    /** The text as a slice of a larger array. */
    private static BinaryString inside(String text) {
        byte[] bytes = ("xx" + text + "yy").getBytes(UTF_8);
        return BinaryString.wrap(bytes, 2, bytes.length - 4);
    }
}
