package dev.varve.table.option;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionChangesTest {
    private static void change(Map<String, String> before, String key, String value, boolean hasSnapshots) {
        Map<String, String> after = new HashMap<>(before);
        if (value == null) {
            after.remove(key);
        } else {
            after.put(key, value);
        }
        OptionChanges.requireAllowed(TableOptions.of(before, 3), TableOptions.of(after, 3), key, hasSnapshots);
    }

    @ParameterizedTest
    @CsvSource({
        "bucket-key, a",
        "bucket-function.type, mod",
        "merge-engine, aggregation",
        "rowkind.field, op",
        "aggregation.remove-record-on-delete, true",
        "partial-update.remove-record-on-delete, true",
        "partial-update.remove-record-on-sequence-group, g",
        "data-file.path-directory, d",
        "index-file-in-data-file-dir, true",
        "force-lookup, true",
        "row-tracking.enabled, true",
        "data-evolution.enabled, true",
        "pk-clustering-override, true",
    })
    void immutableOptionsChangeOnlyBeforeTheFirstSnapshot(String key, String value) {
        Map<String, String> base = Map.of("bucket", "2");
        assertThatCode(() -> change(base, key, value, false)).doesNotThrowAnyException();
        assertThatThrownBy(() -> change(base, key, value, true))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'" + key + "'");
        Map<String, String> set = Map.of("bucket", "2", key, value);
        assertThatThrownBy(() -> change(set, key, null, true)).isInstanceOf(InvalidInputException.class);
        assertThatCode(() -> change(set, key, value, true)).doesNotThrowAnyException();
    }

    @Test
    void theNumberOfBucketsMayChangeButDynamicBucketsMayNotBeLeftOrEntered() {
        assertThatCode(() -> change(Map.of("bucket", "2"), "bucket", "4", true)).doesNotThrowAnyException();
        assertThatThrownBy(() -> change(Map.of("bucket", "2"), "bucket", "-1", true))
                .hasMessageContaining("dynamic");
        assertThatThrownBy(() -> change(Map.of("bucket", "2"), "bucket", null, true))
                .hasMessageContaining("dynamic");
        assertThatThrownBy(() -> change(Map.of(), "bucket", "2", true)).hasMessageContaining("dynamic");
        assertThatCode(() -> change(Map.of(), "bucket", "2", false)).doesNotThrowAnyException();
        assertThatThrownBy(() -> change(Map.of("bucket", "2"), "bucket", "0", false))
                .hasMessageContaining("greater than 0");
    }

    @Test
    void deletionVectorsNeedPermission() {
        assertThatThrownBy(() -> change(Map.of("bucket", "1"), "deletion-vectors.enabled", "true", true))
                .hasMessageContaining("deletion-vectors.modifiable");
        assertThatCode(() -> change(
                        Map.of("bucket", "1", "deletion-vectors.modifiable", "true"),
                        "deletion-vectors.enabled",
                        "true",
                        true))
                .doesNotThrowAnyException();
    }

    @Test
    void whatWasIgnoredCannotComeBack() {
        for (String key : new String[] {"ignore-delete", "ignore-update-before", "deduplicate.ignore-delete"}) {
            assertThatCode(() -> change(Map.of("bucket", "1"), key, "true", true))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> change(Map.of("bucket", "1", key, "true"), key, "false", true))
                    .hasMessageContaining("from true to false");
            assertThatThrownBy(() -> change(Map.of("bucket", "1", key, "true"), key, null, true))
                    .hasMessageContaining("from true to false");
        }
    }

    @Test
    void keysAndPathAreNoOptions() {
        for (String key : new String[] {"primary-key", "partition", "path"}) {
            assertThatThrownBy(() -> change(Map.of(), key, "a", false))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("fixed when a table is created");
        }
    }

    @Test
    void misspelledAndInvalidOptionsAreRefused() {
        assertThatThrownBy(() -> change(Map.of("bucket", "1"), "write-onyl", "true", false))
                .hasMessageContaining("did you mean 'write-only'?");
        assertThatThrownBy(() -> change(Map.of("bucket", "1"), "write-only", "maybe", false))
                .hasMessageContaining("true or false");
        assertThatThrownBy(() -> change(Map.of("bucket", "1"), "snapshot.num-retained.max", "2", false))
                .hasMessageContaining("larger than");
        // What somebody else has left there can still be removed.
        assertThatCode(() -> change(Map.of("bucket", "1", "write-onyl", "true"), "write-onyl", null, false))
                .doesNotThrowAnyException();
    }
}
