package dev.varve.connect.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.TableId;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"orders", "order_items", "Order-Items", "_x", "größe", "a__b", "2024"})
    void plainNamesStay(String name) {
        assertThat(SafeName.of(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"shop.orders, shop__orders", "a.b.c, a__b__c", "orders, orders", "order_items, order_items"})
    void topicsKeepTheirDotsRecognisable(String topic, String name) {
        assertThat(SafeName.ofTopic(topic)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a.b", "..", ".", " ", "a b", "a\\b", "a$b", "a\nb", "a:b"})
    void otherCharactersAreReplacedAndTheTextIsTold(String text) {
        assertThat(SafeName.of(text)).matches("[a-z_]*_[0-9a-f]{16}");
    }

    @Test
    void namesAreStable() {
        assertThat(SafeName.of("a/b")).isEqualTo("a_b_225b0adb1d75082b");
        assertThat(SafeName.ofTopic("a__b")).matches("a__b_[0-9a-f]{16}");
    }

    @Test
    void longNamesAreCutWithoutBreakingCharacters() {
        String name = SafeName.of("ä€𝄞".repeat(100));
        assertThat(name.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(SafeName.MAX_NAME_BYTES);
        assertThat(new String(name.getBytes(UTF_8), UTF_8)).isEqualTo(name);
    }

    @Test
    void differentTextsGiveDifferentUsableNames() {
        Random random = new Random(42);
        Map<String, String> texts = new HashMap<>();
        Map<String, String> topics = new HashMap<>();
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = 1 + random.nextInt(6);
            for (int c = 0; c < length; c++) {
                text.append("ab._-/ $".charAt(random.nextInt(8)));
            }
            String each = text.toString();
            assertThat(texts.put(SafeName.of(each), each)).isIn(null, each);
            assertThat(topics.put(SafeName.ofTopic(each), each)).isIn(null, each);
            assertThat(new TableId("default", SafeName.of(each)).table()).isNotBlank();
        }
    }

    @Test
    void whatLooksLikeARewrittenNameIsRewrittenItself() {
        String rewritten = SafeName.of("a/b");
        assertThat(SafeName.of(rewritten)).isNotEqualTo(rewritten).matches(rewritten + "_[0-9a-f]{16}");
        assertThat(SafeName.of(rewritten.toUpperCase(Locale.ROOT))).matches("(?i)" + rewritten + "_[0-9a-f]{16}");
        assertThat(SafeName.ofTopic(rewritten)).isEqualTo(SafeName.of(rewritten));
        assertThat(SafeName.of("orders_20260131120000")).isEqualTo("orders_20260131120000");
    }

    /** A file system that normalises would take them for one. */
    @Test
    void textsThatUnicodeTakesForOneGetDifferentNames() {
        String angstrom = "\u212b";
        String letter = "\u00c5";
        String decomposed = "A\u030a";
        assertThat(SafeName.of(letter)).isEqualTo(letter);
        assertThat(SafeName.of(angstrom)).matches(letter + "_[0-9a-f]{16}");
        assertThat(SafeName.of(decomposed)).matches("A__[0-9a-f]{16}");
        assertThat(SafeName.of("\ud800")).isNotEqualTo(SafeName.of("\udbff"));
    }

    @Test
    void aNameOfManyPartsIsCutToo() {
        String part = "x".repeat(SafeName.MAX_BYTES);
        assertThat(SafeName.ofParts(part + "_a").length()).isEqualTo(part.length() + 2);
        String one = SafeName.ofParts(part + "_" + part + "_a");
        String two = SafeName.ofParts(part + "_" + part + "_b");
        assertThat(one).isNotEqualTo(two).hasSize(SafeName.MAX_NAME_BYTES).startsWith(part);
    }

    /** Texts as somebody would choose them who wants to leave the directory, or to meet another's name. */
    @Test
    void hostileTextsGiveDifferentNamesThatAreDirectories() {
        Random random = new Random(7);
        String[] pieces = {
            "..",
            ".",
            "/",
            "\\",
            "\0",
            "\n",
            "%2e",
            "a",
            "A",
            "b",
            "_",
            "__",
            "-",
            " ",
            "~",
            "é",
            "e\u0301",
            "\u212b",
            "\u00c5",
            "\ud800",
            "\ud83d\ude00",
            "_0123456789abcdef",
            "\u202e",
            "x".repeat(200),
            ".db",
            "snapshot",
            "C:"
        };
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            StringBuilder made = new StringBuilder();
            for (int n = 1 + random.nextInt(5); n > 0; n--) {
                made.append(pieces[random.nextInt(pieces.length)]);
            }
            String text = made.toString();
            // Half of the time the name of an earlier text is itself a text.
            text = random.nextBoolean() ? text : SafeName.of(text);
            String name = SafeName.of(text);
            assertThat(byName.put(name, text)).as(name).isIn(null, text);
            assertThat(name).matches("[\\p{L}\\p{N}_-]+");
            assertThat(name.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(SafeName.MAX_NAME_BYTES);
            assertThat(Normalizer.isNormalized(name, Normalizer.Form.NFC)).isTrue();
        }
    }
}
