package dev.varve.table.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColumnOptionsTest {
    private static final Map<String, String> OPTIONS = options();

    private static Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("bucket", "1");
        options.put("bucket-key", "a,b");
        options.put("sequence.field", "b, a");
        options.put("fields.a.stats-mode", "none");
        options.put("fields.g1,a.sequence-group", "x,a");
        options.put("fields.default-aggregate-function", "sum");
        options.put("file-index.bloom-filter.columns", "a,m[a]");
        options.put("file-index.bloom-filter.a.fpp", "0.1");
        options.put("fields.n.nested-key", "a,k");
        return options;
    }

    @Test
    void everyMentionFollowsARenamedColumn() {
        Map<String, String> renamed = ColumnOptions.rename(OPTIONS, "a", "z");
        assertThat(renamed)
                .containsExactly(
                        Map.entry("bucket", "1"),
                        Map.entry("bucket-key", "z,b"),
                        Map.entry("sequence.field", "b,z"),
                        Map.entry("fields.z.stats-mode", "none"),
                        Map.entry("fields.g1,z.sequence-group", "x,z"),
                        Map.entry("fields.default-aggregate-function", "sum"),
                        Map.entry("file-index.bloom-filter.columns", "z,m[a]"),
                        Map.entry("file-index.bloom-filter.z.fpp", "0.1"),
                        Map.entry("fields.n.nested-key", "a,k"));
    }

    @Test
    void nestedKeysFollowARenamedNestedField() {
        assertThat(ColumnOptions.renameNested(OPTIONS, "n", "a", "z"))
                .containsEntry("fields.n.nested-key", "z,k")
                .containsEntry("bucket-key", "a,b");
    }

    @Test
    void findsTheOptionsThatNeedAColumn() {
        assertThat(ColumnOptions.naming(OPTIONS, "b")).containsExactly("bucket-key", "sequence.field");
        assertThat(ColumnOptions.naming(OPTIONS, "m")).containsExactly("file-index.bloom-filter.columns");
        assertThat(ColumnOptions.naming(OPTIONS, "k")).isEmpty();
    }

    @Test
    void aColumnThatDoesNotExistIsNamedWithItsOption() {
        List<String> columns = List.of("a", "b", "g1", "x", "m", "n");
        assertThatCode(() -> ColumnOptions.requireColumns(OPTIONS, columns)).doesNotThrowAnyException();
        assertThatThrownBy(() ->
                        ColumnOptions.requireColumns(Map.of("fields.amuont.stats-mode", "none"), List.of("amount")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'fields.amuont.stats-mode'")
                .hasMessageContaining("did you mean 'amount'?");
    }
}
