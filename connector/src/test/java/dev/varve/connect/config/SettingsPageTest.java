package dev.varve.connect.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;

/** The reference page of settings is made of their definition. {@code -Ddocs.rewrite=true} writes it anew. */
class SettingsPageTest {
    private static final Path PAGE = Path.of("../docs/reference/settings.md");
    private static final List<String> GROUPS = List.of(
            SettingsDefinition.STORAGE,
            SettingsDefinition.ROUTING,
            SettingsDefinition.EVENTS,
            SettingsDefinition.TABLES,
            SettingsDefinition.COMMITS);

    @Test
    void pageIsUpToDate() throws IOException {
        String page = page();
        if (Boolean.getBoolean("docs.rewrite")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(page);
    }

    @Test
    void everySettingIsDocumentedInAGroup() {
        assertThat(SettingsDefinition.create().configKeys().values()).allSatisfy(key -> {
            assertThat(GROUPS).contains(key.group);
            assertThat(key.documentation).endsWith(".");
            assertThat(key.displayName).isNotBlank();
            assertThat(key.orderInGroup).isPositive();
        });
        assertThat(SettingFamily.values())
                .allSatisfy(family -> assertThat(family.documentation()).endsWith("."));
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Connector settings

                Made of the connector's own definition of its settings; change it there. A setting without a default that is not
                required is unset. Settings of Kafka Connect itself (`topics`, `topics.regex`, `tasks.max`, converters, transforms,
                `errors.*`) are as everywhere.

                A name that is nearly one of these is an error that says which one was probably meant. `PUT
                /connector-plugins/VarveSinkConnector/config/validate` checks a configuration without starting it.
                """);
        for (String group : GROUPS) {
            page.append("\n## ").append(group).append("\n");
            SettingsDefinition.create().configKeys().values().stream()
                    .filter(key -> key.group.equals(group))
                    .sorted(Comparator.comparing(key -> key.orderInGroup))
                    .forEach(key -> append(page, key));
            families(group).forEach(family -> append(page, family));
        }
        return page.toString();
    }

    private static void append(StringBuilder page, ConfigKey key) {
        page.append("\n### `")
                .append(key.name)
                .append("`\n\n")
                .append(key.documentation)
                .append("\n\n");
        page.append("* type: ")
                .append(key.type.toString().toLowerCase(Locale.ROOT))
                .append('\n');
        if (key.defaultValue == ConfigDef.NO_DEFAULT_VALUE) {
            page.append("* required\n");
        } else if (key.defaultValue != null) {
            page.append("* default: `").append(key.defaultValue).append("`\n");
        }
        if (key.validator != null) {
            page.append("* value: ").append(key.validator).append('\n');
        }
        page.append("* importance: ")
                .append(key.importance.name().toLowerCase(Locale.ROOT))
                .append('\n');
    }

    private static void append(StringBuilder page, SettingFamily family) {
        page.append("\n### `")
                .append(family.pattern())
                .append("`\n\n")
                .append(family.documentation())
                .append('\n');
    }

    private static List<SettingFamily> families(String group) {
        return switch (group) {
            case SettingsDefinition.STORAGE -> List.of(SettingFamily.HADOOP);
            case SettingsDefinition.ROUTING -> List.of(SettingFamily.ROUTE_REGEX, SettingFamily.ROUTE_TABLE);
            case SettingsDefinition.TABLES ->
                List.of(
                        SettingFamily.OPTION,
                        SettingFamily.TABLE_OPTION,
                        SettingFamily.TABLE_PRIMARY_KEY,
                        SettingFamily.TABLE_PARTITION_KEYS,
                        SettingFamily.TABLE_TYPE,
                        SettingFamily.TABLE_COMPUTED,
                        SettingFamily.TABLE_METADATA,
                        SettingFamily.TABLE_RENAME,
                        SettingFamily.TABLE_INCLUDE,
                        SettingFamily.TABLE_EXCLUDE,
                        SettingFamily.TABLE_TIME_ZONE,
                        SettingFamily.TABLE_COMMENT,
                        SettingFamily.TABLE_COMMENTS,
                        SettingFamily.COLUMN_COMPUTED,
                        SettingFamily.COLUMN_METADATA,
                        SettingFamily.COLUMN_RENAME,
                        SettingFamily.COLUMN_INCLUDE,
                        SettingFamily.COLUMN_EXCLUDE,
                        SettingFamily.COLUMN_TIME_ZONE,
                        SettingFamily.COLUMN_COMMENTS);
            case SettingsDefinition.COMMITS -> List.of(SettingFamily.KAFKA);
            default -> List.of();
        };
    }
}
