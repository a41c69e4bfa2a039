package dev.varve.connect.config;

import static dev.varve.connect.config.SettingsDefinition.CDC_FORMAT;
import static dev.varve.connect.config.SettingsDefinition.EVENTS;
import static dev.varve.connect.config.SettingsDefinition.FORCE_TOPICS;
import static dev.varve.connect.config.SettingsDefinition.HEARTBEAT_POLICY;
import static dev.varve.connect.config.SettingsDefinition.MESSAGE_POLICY;
import static dev.varve.connect.config.SettingsDefinition.MONGODB_LAYOUT;
import static dev.varve.connect.config.SettingsDefinition.TOMBSTONE_POLICY;
import static dev.varve.connect.config.SettingsDefinition.TRANSACTION_POLICY;
import static dev.varve.connect.config.SettingsDefinition.TRUNCATE_POLICY;
import static dev.varve.connect.config.SettingsDefinition.UNAVAILABLE_VALUE;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Settings of the group <em>Change events</em>. */
final class EventsDefinition {
    private EventsDefinition() {}

    static void define(ConfigDef definition) {
        Choices<CdcFormat> formats = new Choices<>(CdcFormat.class);
        definition.define(
                CDC_FORMAT,
                ConfigDef.Type.STRING,
                CdcFormat.AUTO.text(),
                formats,
                Importance.HIGH,
                "Form of the records: `debezium`, envelopes with before and after; `flat`, envelopes flattened by"
                        + " ExtractNewRecordState; `mongodb`, Debezium's envelopes of MongoDB; `maxwell` and `canal`, their JSON;"
                        + " `upsert`, the value is the row and a null value deletes by key; `insert`, the value is the row and nothing"
                        + " is deleted; `auto`, each record says by its shape which of these it is, except `insert`.",
                EVENTS,
                1,
                Width.SHORT,
                "Record form",
                List.of(TOMBSTONE_POLICY, TRUNCATE_POLICY, MESSAGE_POLICY, UNAVAILABLE_VALUE, MONGODB_LAYOUT),
                formats);
        Choices<TombstonePolicy> tombstones = new Choices<>(
                TombstonePolicy.class,
                CdcFormat.AUTO,
                CdcFormat.DEBEZIUM,
                CdcFormat.FLAT,
                CdcFormat.MONGODB,
                CdcFormat.MAXWELL,
                CdcFormat.CANAL,
                CdcFormat.UPSERT);
        definition.define(
                TOMBSTONE_POLICY,
                ConfigDef.Type.STRING,
                TombstonePolicy.AUTO.text(),
                tombstones,
                Importance.MEDIUM,
                "What a record without a value does: `delete` its key; `ignore`; `auto` deletes, unless the record follows the"
                        + " delete event of the same key, as Debezium sends it.",
                EVENTS,
                2,
                Width.SHORT,
                "Null values",
                tombstones);
        Choices<TruncatePolicy> truncates = new Choices<>(
                TruncatePolicy.class, CdcFormat.AUTO, CdcFormat.DEBEZIUM, CdcFormat.FLAT, CdcFormat.CANAL);
        definition.define(
                TRUNCATE_POLICY,
                ConfigDef.Type.STRING,
                TruncatePolicy.FAIL.text(),
                truncates,
                Importance.MEDIUM,
                "What a truncate event (Debezium's `op` `t`, Canal's `TRUNCATE`) does: `fail` stops the task; `ignore` skips the event; `delete-all`"
                        + " deletes the rows the table has at that moment. Other partitions of the topic are not waited for.",
                EVENTS,
                3,
                Width.SHORT,
                "Truncate events",
                truncates);
        Choices<MessagePolicy> messages = new Choices<>(MessagePolicy.class, CdcFormat.AUTO, CdcFormat.DEBEZIUM);
        definition.define(
                MESSAGE_POLICY,
                ConfigDef.Type.STRING,
                MessagePolicy.IGNORE.text(),
                messages,
                Importance.LOW,
                "What a Debezium logical decoding message (`op` `m`) does: `ignore` skips it; `fail` makes it a bad record.",
                EVENTS,
                4,
                Width.SHORT,
                "Message events",
                messages);
        definition.define(
                UNAVAILABLE_VALUE,
                ConfigDef.Type.STRING,
                "__debezium_unavailable_value",
                SettingChecks.check("a text, or hex: and hexadecimal digits", SettingChecks::requirePlaceholder),
                Importance.LOW,
                "Text that stands for a large value which did not change and was not sent. The stored value is kept. Set it to"
                        + " the source connector's `unavailable.value.placeholder`.",
                EVENTS,
                5,
                Width.MEDIUM,
                "Placeholder of unchanged values",
                new VisibleFor(CdcFormat.AUTO, CdcFormat.DEBEZIUM, CdcFormat.FLAT));
        definition.define(
                FORCE_TOPICS,
                ConfigDef.Type.STRING,
                null,
                SettingChecks.check("a regular expression", (name, text) -> {
                    if (text != null) {
                        SettingChecks.requireRegex(name, text);
                    }
                }),
                Importance.LOW,
                "Regular expression of topics whose records are always rows. Records that look like Debezium's own"
                        + " (heartbeats, transaction boundaries, schema changes, signals) are skipped in all other topics, unless"
                        + " `heartbeat.policy` or `transaction.policy` says otherwise.",
                EVENTS,
                6,
                Width.MEDIUM,
                "Topics that are always tables");
        Choices<MongoLayout> layouts = new Choices<>(MongoLayout.class, CdcFormat.AUTO, CdcFormat.MONGODB);
        definition.define(
                MONGODB_LAYOUT,
                ConfigDef.Type.STRING,
                MongoLayout.DOCUMENT.text(),
                layouts,
                Importance.LOW,
                "How a document of MongoDB becomes columns: `document`, `_id` and one STRING column `document` with its JSON;"
                        + " `columns`, one column for each field of its first level, what is nested as JSON.",
                EVENTS,
                7,
                Width.SHORT,
                "Documents of MongoDB",
                layouts);
        Choices<ServiceRecordPolicy> services = new Choices<>(ServiceRecordPolicy.class);
        definition.define(
                HEARTBEAT_POLICY,
                ConfigDef.Type.STRING,
                ServiceRecordPolicy.IGNORE.text(),
                services,
                Importance.LOW,
                "What Debezium's heartbeats do: `ignore` skips them; `land` makes them rows of the table that their topic is"
                        + " routed to, one row for each source connector (key `serverName`), which the next heartbeat replaces.",
                EVENTS,
                8,
                Width.SHORT,
                "Heartbeats",
                services);
        definition.define(
                TRANSACTION_POLICY,
                ConfigDef.Type.STRING,
                ServiceRecordPolicy.IGNORE.text(),
                services,
                Importance.LOW,
                "What Debezium's transaction boundaries (`provide.transaction.metadata`) do: `ignore` skips them; `land` makes them"
                        + " rows of the table that their topic is routed to, one row for each `id` (key): a transaction's end"
                        + " replaces its begin if it has the same `id`.",
                EVENTS,
                9,
                Width.SHORT,
                "Transaction boundaries",
                services);
    }
}
