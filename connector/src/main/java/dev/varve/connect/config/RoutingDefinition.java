package dev.varve.connect.config;

import static dev.varve.connect.config.SettingsDefinition.DATABASE;
import static dev.varve.connect.config.SettingsDefinition.ROUTING;
import static dev.varve.connect.config.SettingsDefinition.TABLE_CASE;
import static dev.varve.connect.config.SettingsDefinition.TABLE_FORMAT;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Settings of the group <em>Routing</em>. */
final class RoutingDefinition {
    private RoutingDefinition() {}

    static void define(ConfigDef definition) {
        definition.define(
                DATABASE,
                ConfigDef.Type.STRING,
                "default",
                SettingChecks.check("a name of letters, digits, '_' and '-'", SettingChecks::requirePlainName),
                Importance.MEDIUM,
                "Database of tables whose template names none.",
                ROUTING,
                1,
                Width.MEDIUM,
                "Default database");
        definition.define(
                TABLE_FORMAT,
                ConfigDef.Type.STRING,
                "${table}",
                SettingChecks.check("a template", (name, text) -> TableTemplate.parse(name, text, 0)),
                Importance.HIGH,
                "Template `[database.]table` of the table a record belongs to, unless a `route.<name>` rule matches its topic."
                        + " Placeholders: `${topic}`; `${topic.N}`, the N-th dot-separated part (1 is the first), negative from the end;"
                        + " `${table}`, the last part; `${source.db}`, `${source.schema}`, `${source.table}` of a Debezium event;"
                        + " `${field:path}`, a field of the row. Values that cannot be a name are rewritten without collisions:"
                        + " a dot becomes `__`, and if two different values could meet, a hash is added.",
                ROUTING,
                2,
                Width.LONG,
                "Table template");
        Choices<NameCase> cases = new Choices<>(NameCase.class);
        definition.define(
                TABLE_CASE,
                ConfigDef.Type.STRING,
                NameCase.KEEP.text(),
                cases,
                Importance.LOW,
                "How names of databases and tables that templates make are written: `keep`, as they come; `lower` or `upper` case."
                        + " Names that differ until then do not share a table: the records that come second are bad records. A table"
                        + " that is created remembers which name its own was made from (option `varve.source-name`), so that other"
                        + " tasks notice it too.",
                ROUTING,
                3,
                Width.SHORT,
                "Case of table names",
                cases);
    }
}
