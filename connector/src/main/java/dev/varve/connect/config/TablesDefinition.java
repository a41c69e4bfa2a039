package dev.varve.connect.config;

import static dev.varve.connect.config.SettingsDefinition.AUTO_CREATE;
import static dev.varve.connect.config.SettingsDefinition.INFINITE_TIME_POLICY;
import static dev.varve.connect.config.SettingsDefinition.SCHEMALESS_DECIMAL;
import static dev.varve.connect.config.SettingsDefinition.SCHEMA_CONFLICT_POLICY;
import static dev.varve.connect.config.SettingsDefinition.SCHEMA_EVOLUTION;
import static dev.varve.connect.config.SettingsDefinition.TABLES;
import static dev.varve.connect.config.SettingsDefinition.UNKNOWN_FIELD_POLICY;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Settings of the group <em>Tables and columns</em>. */
final class TablesDefinition {
    private TablesDefinition() {}

    static void define(ConfigDef definition) {
        definition.define(
                AUTO_CREATE,
                ConfigDef.Type.BOOLEAN,
                true,
                Importance.HIGH,
                "Whether a missing table is created from the first row that belongs to it. The primary key is the record key's"
                        + " fields unless `tables.<table>.primary-key` names others; a table has as many buckets as the connector has"
                        + " tasks unless `options.bucket` says otherwise.",
                TABLES,
                1,
                Width.SHORT,
                "Create tables");
        Choices<SchemaEvolution> evolutions = new Choices<>(SchemaEvolution.class);
        definition.define(
                SCHEMA_EVOLUTION,
                ConfigDef.Type.STRING,
                SchemaEvolution.FULL.text(),
                evolutions,
                Importance.HIGH,
                "How far a table follows its stream: `full` adds columns, widens types and makes columns nullable;"
                        + " `add-columns` only adds columns; `none` changes nothing. Columns are never dropped or narrowed. A record"
                        + " that still does not fit follows `schema.conflict.policy`.",
                TABLES,
                2,
                Width.SHORT,
                "Schema evolution",
                List.of(UNKNOWN_FIELD_POLICY),
                evolutions);
        Choices<SchemaConflictPolicy> conflicts = new Choices<>(SchemaConflictPolicy.class);
        definition.define(
                SCHEMA_CONFLICT_POLICY,
                ConfigDef.Type.STRING,
                SchemaConflictPolicy.DEAD_LETTER.text(),
                conflicts,
                Importance.MEDIUM,
                "What happens to a value that its column cannot hold and that no change allowed by `schema.evolution` makes fit:"
                        + " `dead-letter` makes the record bad, so that Connect sets it aside (`errors.tolerance=all`) or ends the"
                        + " task; `fail` ends the task even so; `string` makes the column a STRING and stores the value as text,"
                        + " where old values keep their meaning (not in keys, nested or binary columns), and makes the record bad"
                        + " elsewhere.",
                TABLES,
                3,
                Width.SHORT,
                "Values that fit no column",
                conflicts);
        Choices<UnknownFieldPolicy> unknownFields = new Choices<>(UnknownFieldPolicy.class);
        definition.define(
                UNKNOWN_FIELD_POLICY,
                ConfigDef.Type.STRING,
                UnknownFieldPolicy.FAIL.text(),
                unknownFields,
                Importance.LOW,
                "What happens to a field without a column when `schema.evolution` is `none`: `fail` makes the record bad; `ignore`"
                        + " leaves the field out.",
                TABLES,
                4,
                Width.SHORT,
                "Fields without a column",
                unknownFields);
        Choices<InfinityPolicy> infinities = new Choices<>(InfinityPolicy.class);
        definition.define(
                INFINITE_TIME_POLICY,
                ConfigDef.Type.STRING,
                InfinityPolicy.FAIL.text(),
                infinities,
                Importance.LOW,
                "What happens to dates and timestamps that no column can hold, PostgreSQL's `infinity` and `-infinity` and MySQL's"
                        + " with a zero month or day: `fail`"
                        + " makes the record bad; `null` stores null.",
                TABLES,
                5,
                Width.SHORT,
                "Infinite dates",
                infinities);
        Choices<SchemalessDecimal> decimals = new Choices<>(SchemalessDecimal.class);
        definition.define(
                SCHEMALESS_DECIMAL,
                ConfigDef.Type.STRING,
                SchemalessDecimal.TEXT.text(),
                decimals,
                Importance.LOW,
                "How a text in schemaless data stands for the value of a DECIMAL column: `text`, as a number; `base64`, as"
                        + " Debezium writes decimals without schemas: the unscaled value, whose scale must be the column's.",
                TABLES,
                6,
                Width.SHORT,
                "Decimals without schema",
                decimals);
    }
}
