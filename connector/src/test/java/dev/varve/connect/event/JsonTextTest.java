package dev.varve.connect.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values that arrive as texts of JSON, as with the string converter. */
class JsonTextTest {
    private static Object parse(String text) {
        return JsonText.parse(
                text,
                reason ->
                        new BadRecordException(BadRecordException.Reason.MALFORMED, new Origin("t", 0, 0), "", reason));
    }

    @Test
    void numbersKeepEveryDigit() {
        assertThat(
                        parse(
                                "[1, -9223372036854775808, 9223372036854775808, 0.10, 12345678901234567890.12, 1e2, 1.5E300, -0.0]"))
                .isEqualTo(Arrays.asList(
                        1L,
                        Long.MIN_VALUE,
                        new BigInteger("9223372036854775808"),
                        new BigDecimal("0.10"),
                        new BigDecimal("12345678901234567890.12"),
                        100.0,
                        1.5E300,
                        new BigDecimal("0.0")));
        assertThat(parse("1.2345678901234567890123E-50"))
                .as("no double is this number")
                .isEqualTo(new BigDecimal("1.2345678901234567890123E-50"));
    }

    @Test
    void objectsKeepTheOrderOfTheirFields() {
        Landing landing = new Landing(Map.of());
        landing.put(new Records()
                .text("{\"b\": 1, \"a\": \"x\"}", "{\"z\": true, \"b\": 1, \"a\": \"x\", \"n\": {\"m\": [1.5]}}"));
        assertThat(landing.only().columns()).isEqualTo("""
                b BIGINT NOT NULL
                a STRING NOT NULL
                z BOOLEAN
                n ROW<`m` ARRAY<DECIMAL(19, 1)>>
                """);
    }

    @Test
    void aKeyThatIsNoObjectIsTheKeyItself() {
        Landing landing = new Landing(Map.of("tables.orders.primary-key", "id"));
        landing.put(new Records().text("k-1", "{\"qty\": 1}"));
        assertThat(landing.only().rows()).containsExactly("+I[k-1, 1]");
    }

    @Test
    void damageIsNamedByItsPlaceWithoutShowingTheText() {
        Landing landing = new Landing(Map.of());
        landing.offer(new Records().text(null, "{\"secret\": tru}"));
        landing.offer(new Records().text(null, "  {\"secret\": 1} trailing"));
        landing.offer(new Records().text(null, "{\"secret\": " + "[".repeat(5000)));
        assertThat(landing.refusals())
                .hasSize(3)
                .allSatisfy(refusal -> assertThat(refusal)
                        .startsWith("MALFORMED record shop.orders-0@0: the value is a text that is not JSON: damaged")
                        .doesNotContain("secret")
                        .doesNotContain("trailing"));
    }

    @Test
    void aValueThatStillHasItsSchemaBesideItIsRefused() {
        Landing landing = new Landing(Map.of());
        landing.offer(new Records().json(null, "{\"schema\": {\"type\": \"struct\"}, \"payload\": {\"id\": 1}}"));
        assertThat(landing.refusals()).singleElement().asString().contains("value.converter.schemas.enable=true");
        assertThatThrownBy(() -> parse("")).hasMessageContaining("it is empty");
    }
}
