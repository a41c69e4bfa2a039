package dev.varve.it.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.it.process.HarnessException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DifferencesTest {
    private static final List<String> COLUMNS = List.of("id", "name");
    private static final List<String> KEY = List.of("id");

    @Test
    void sameRowsInAnotherOrderOfRowsAndColumnsAreEqual() {
        TableContent.Builder turned = new TableContent.Builder(List.of("name", "id"), KEY);
        turned.add(List.of("b", 2L));
        turned.add(List.of("a", 1L));
        Differences differences = Differences.between(table(row(1, "a"), row(2, "b")), turned.build());
        assertThat(differences.isEmpty()).isTrue();
    }

    @Test
    void missingUnexpectedAndChangedRowsAreNamed() {
        Differences differences =
                Differences.between(table(row(1, "a"), row(2, "b")), table(row(2, null), row(3, "c")));
        assertThat(differences.count()).isEqualTo(3);
        assertThat(differences.first())
                .containsExactly(
                        "row 1 is missing: [1, 'a']",
                        "row 2: name is null instead of 'b'",
                        "row 3 should not be there: [3, 'c']");
    }

    @Test
    void anotherColumnOrKeyIsADifferenceThoughNoRowIs() {
        TableContent other = new TableContent.Builder(List.of("id", "title"), List.of("title")).build();
        assertThat(Differences.between(table(), other).count()).isEqualTo(2);
    }

    @Test
    void onlyTheFirstFewAreKeptAllAreCounted() {
        TableContent.Builder many = new TableContent.Builder(COLUMNS, KEY);
        for (int i = 0; i < 100; i++) {
            many.add(row(i, "x"));
        }
        Differences differences = Differences.between(many.build(), table());
        assertThat(differences.count()).isEqualTo(100);
        assertThat(differences.first()).hasSizeLessThan(10);
    }

    @Test
    void aKeyThatComesTwiceIsRefused() {
        assertThatThrownBy(() -> table(row(1, "a"), row(1, "b")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("two rows with the key [1]");
    }

    @Test
    void valuesThatOnlyLookAlikeDiffer() {
        assertThat(CanonicalText.of("1.50")).isNotEqualTo(CanonicalText.of(new BigDecimal("1.50")));
        assertThat(CanonicalText.of(new BigDecimal("1.5"))).isNotEqualTo(CanonicalText.of(new BigDecimal("1.50")));
        assertThat(CanonicalText.of(Instant.EPOCH))
                .isNotEqualTo(CanonicalText.of(LocalDateTime.parse("1970-01-01T00:00")));
        assertThat(CanonicalText.of(null)).isNotEqualTo(CanonicalText.of("null"));
        assertThat(CanonicalText.of(Arrays.asList("a", null))).isEqualTo("['a', null]");
    }

    @SafeVarargs
    private static TableContent table(List<Object>... rows) {
        TableContent.Builder content = new TableContent.Builder(COLUMNS, KEY);
        Arrays.asList(rows).forEach(content::add);
        return content.build();
    }

    private static List<Object> row(long id, String name) {
        return Arrays.asList(id, name);
    }
}
