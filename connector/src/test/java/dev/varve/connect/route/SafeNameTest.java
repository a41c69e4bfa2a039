package dev.varve.connect.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.TableId;
import java.util.HashMap;
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
        assertThat(SafeName.of(text)).matches("[a-z_]*_[0-9a-f]{10}");
    }

    @Test
    void namesAreStable() {
        assertThat(SafeName.of("a/b")).isEqualTo("a_b_c14cddc033");
        assertThat(SafeName.ofTopic("a__b")).matches("a__b_[0-9a-f]{10}");
    }

    @Test
    void longNamesAreCutWithoutBreakingCharacters() {
        String name = SafeName.of("ä€𝄞".repeat(100));
        assertThat(name.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(SafeName.MAX_BYTES + 11);
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
}
