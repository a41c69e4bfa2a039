package dev.varve.connect.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UnavailableValueTest {
    private static final String TEXT = "__debezium_unavailable_value";

    private final UnavailableValue unavailable = new UnavailableValue(TEXT);

    @Test
    void everyFormOfThePlaceholderIsKnown() {
        List<Integer> integers = new ArrayList<>();
        List<Long> longs = new ArrayList<>();
        for (byte each : TEXT.getBytes(UTF_8)) {
            integers.add((int) each);
            longs.add((long) each);
        }
        assertThat(List.<Object>of(
                        TEXT,
                        TEXT.getBytes(UTF_8),
                        ByteBuffer.wrap(TEXT.getBytes(UTF_8)),
                        "X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==",
                        "{\"" + TEXT + "\":\"" + TEXT + "\"}",
                        List.of(TEXT),
                        List.of(TEXT.getBytes(UTF_8)),
                        Map.of(TEXT, TEXT),
                        integers,
                        longs,
                        List.of(UUID.nameUUIDFromBytes(TEXT.getBytes(UTF_8)).toString())))
                .allMatch(unavailable::matches);
    }

    @Test
    void itMayBeGivenAsBytes() {
        UnavailableValue bytes = new UnavailableValue("hex:00fF41");
        assertThat(bytes.matches(new byte[] {0, -1, 65})).isTrue();
        assertThat(bytes.matches("AP9B")).as("base64").isTrue();
        assertThat(bytes.matches(List.of(0, -1, 65))).isTrue();
        assertThat(bytes.matches("hex:00fF41")).isFalse();
    }

    @Test
    void otherValuesAreValues() {
        List<Integer> almost = new ArrayList<>();
        for (byte each : TEXT.getBytes(UTF_8)) {
            almost.add((int) each);
        }
        almost.set(5, 0);
        assertThat(Arrays.<Object>asList(
                        null,
                        "",
                        TEXT + " ",
                        5L,
                        true,
                        new byte[0],
                        List.of(),
                        List.of(1),
                        List.of(TEXT, TEXT),
                        Map.of(),
                        almost,
                        Map.of("a", TEXT)))
                .noneMatch(unavailable::matches);
    }
}
