package dev.varve.table.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.paimon.CoreOptions;
import org.apache.paimon.options.ConfigOption;
import org.apache.paimon.options.FallbackKey;
import org.junit.jupiter.api.Test;

/** Keys, legacy names and defaults are those of Apache Paimon's own catalogue. */
class OptionCatalogueTest {
    private static final Map<String, ConfigOption<?>> PAIMON = paimonOptions();

    @Test
    void everyOptionOfPaimonIsKnownByNameAndLegacyNames() {
        Map<String, Option<?>> ours = new TreeMap<>();
        ours().forEach(option -> ours.put(option.key(), option));
        assertThat(ours.keySet()).containsAll(PAIMON.keySet());
        PAIMON.forEach((key, option) -> {
            // One refers to another main key, which is not a legacy name.
            if (!key.equals("format-table.file.compression")) {
                assertThat(ours.get(key).aliases()).as(key).containsExactlyElementsOf(fallbackKeys(option));
            }
        });
    }

    @Test
    void noOptionIsListedTwice() {
        assertThat(ours().map(Option::key)).doesNotHaveDuplicates();
    }

    @Test
    void defaultsAreThoseOfPaimon() {
        List<String> compared = new ArrayList<>();
        for (Option<?> option : Options.ALL) {
            Object expected = PAIMON.get(option.key()).defaultValue();
            // Paimon derives these two from the kind of table and from the format.
            if (List.of("target-file-size", "file.block-size").contains(option.key())) {
                assertThat(expected).isNull();
                continue;
            }
            assertThat(comparable(option.absent())).as(option.key()).isEqualTo(comparable(expected));
            compared.add(option.key());
        }
        assertThat(compared).hasSizeGreaterThan(80);
    }

    private static Object comparable(Object value) {
        if (value instanceof MemorySize size) {
            return size.bytes();
        } else if (value instanceof org.apache.paimon.options.MemorySize size) {
            return size.getBytes();
        } else if (value instanceof OptionChoice choice) {
            return choice.text();
        } else if (value instanceof List<?> names) {
            return names.isEmpty()
                    ? null
                    : String.join(",", names.stream().map(Object::toString).toList());
        } else if (value == null || value instanceof Number || value instanceof Boolean || value instanceof Duration) {
            return value;
        }
        return value.toString();
    }

    private static Stream<Option<?>> ours() {
        return Stream.concat(Options.ALL.stream(), OtherOptions.ALL.stream());
    }

    private static List<String> fallbackKeys(ConfigOption<?> option) {
        return StreamSupport.stream(option.fallbackKeys().spliterator(), false)
                .map(FallbackKey::getKey)
                .toList();
    }

    private static Map<String, ConfigOption<?>> paimonOptions() {
        Map<String, ConfigOption<?>> options = new TreeMap<>();
        for (Field field : CoreOptions.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class) {
                try {
                    ConfigOption<?> option = (ConfigOption<?>) field.get(null);
                    options.put(option.key(), option);
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        assertThat(options).hasSizeGreaterThan(200);
        return options;
    }
}
