package dev.varve.connect.config;

import org.apache.kafka.common.config.ConfigDef;

/**
 * Names of the settings that stand by themselves, and their groups; families are {@link SettingFamily}. Defaults and documentation
 * are where a group is defined.
 */
public final class SettingsDefinition {
    public static final String WAREHOUSE = "warehouse";
    public static final String DATABASE = "database";
    public static final String TABLE_FORMAT = "table.format";
    public static final String TABLE_CASE = "table.case";
    public static final String CDC_FORMAT = "cdc.format";
    public static final String TOMBSTONE_POLICY = "tombstone.policy";
    public static final String TRUNCATE_POLICY = "truncate.policy";
    public static final String MESSAGE_POLICY = "message.policy";
    public static final String HEARTBEAT_POLICY = "heartbeat.policy";
    public static final String TRANSACTION_POLICY = "transaction.policy";
    public static final String UNAVAILABLE_VALUE = "unavailable.value.placeholder";
    public static final String FORCE_TOPICS = "force.topics.regex";
    public static final String MONGODB_LAYOUT = "mongodb.layout";
    public static final String AUTO_CREATE = "auto.create";
    public static final String SCHEMA_EVOLUTION = "schema.evolution";
    public static final String SCHEMA_CONFLICT_POLICY = "schema.conflict.policy";
    public static final String UNKNOWN_FIELD_POLICY = "unknown.field.policy";
    public static final String INFINITE_TIME_POLICY = "infinite.time.policy";
    public static final String SCHEMALESS_DECIMAL = "schemaless.decimal";
    public static final String COMMIT_INTERVAL = "commit.interval.ms";
    public static final String SINK_MEMORY = "sink.memory";
    public static final String COMPACTION_THREADS = "compaction.threads";
    public static final String COMMIT_THREADS = "commit.threads";
    public static final String RETRY_TIMEOUT = "retry.timeout.ms";
    public static final String SPILL_DIRECTORY = "spill.directory";
    public static final String OFFSET_MISMATCH_POLICY = "offset.mismatch.policy";
    public static final String LEDGER_ID = "ledger.id";

    static final String STORAGE = "Storage";
    static final String ROUTING = "Routing";
    static final String EVENTS = "Change events";
    static final String TABLES = "Tables and columns";
    static final String COMMITS = "Commits";

    private SettingsDefinition() {}

    /** A fresh definition. */
    public static ConfigDef create() {
        ConfigDef definition = new ConfigDef();
        StorageDefinition.define(definition);
        RoutingDefinition.define(definition);
        EventsDefinition.define(definition);
        TablesDefinition.define(definition);
        CommitsDefinition.define(definition);
        return definition;
    }
}
