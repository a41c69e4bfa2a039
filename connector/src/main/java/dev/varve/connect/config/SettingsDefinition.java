package dev.varve.connect.config;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.MemorySize;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Recommender;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** Names, defaults, groups and documentation of the settings that stand by themselves; families are {@link SettingFamily}. */
public final class SettingsDefinition {
    public static final String WAREHOUSE = "warehouse";
    public static final String DATABASE = "database";
    public static final String TABLE_FORMAT = "table.format";
    public static final String CDC_FORMAT = "cdc.format";
    public static final String TOMBSTONE_POLICY = "tombstone.policy";
    public static final String TRUNCATE_POLICY = "truncate.policy";
    public static final String MESSAGE_POLICY = "message.policy";
    public static final String UNAVAILABLE_VALUE = "unavailable.value.placeholder";
    public static final String FORCE_TOPICS = "force.topics.regex";
    public static final String MONGODB_LAYOUT = "mongodb.layout";
    public static final String AUTO_CREATE = "auto.create";
    public static final String SCHEMA_EVOLUTION = "schema.evolution";
    public static final String UNKNOWN_FIELD_POLICY = "unknown.field.policy";
    public static final String INFINITE_TIME_POLICY = "infinite.time.policy";
    public static final String SCHEMALESS_DECIMAL = "schemaless.decimal";
    public static final String COMMIT_INTERVAL = "commit.interval.ms";
    public static final String SINK_MEMORY = "sink.memory";
    public static final String COMPACTION_THREADS = "compaction.threads";
    public static final String SPILL_DIRECTORY = "spill.directory";
    public static final String OFFSET_MISMATCH_POLICY = "offset.mismatch.policy";
    public static final String LEDGER_ID = "ledger.id";

    static final String STORAGE = "Storage";
    static final String ROUTING = "Routing";
    static final String EVENTS = "Change events";
    static final String TABLES = "Tables and columns";
    static final String COMMITS = "Commits";

    private static final int MAX_COMPACTION_THREADS = 64;

    private static final MemorySize LEAST_MEMORY = MemorySize.ofMebibytes(1);

    private SettingsDefinition() {}

    /** A fresh definition. */
    public static ConfigDef create() {
        ConfigDef definition = new ConfigDef();
        defineStorage(definition);
        defineRouting(definition);
        defineEvents(definition);
        defineTables(definition);
        defineCommits(definition);
        return definition;
    }

    private static void defineStorage(ConfigDef definition) {
        definition.define(
                WAREHOUSE,
                ConfigDef.Type.STRING,
                ConfigDef.NO_DEFAULT_VALUE,
                check("a path or URI", SettingsDefinition::requireText),
                Importance.HIGH,
                "Directory of the tables, as a path or URI (`/data/lake`, `s3a://bucket/lake`, `hdfs://host/lake`)."
                        + " A table lies at `<warehouse>/<database>.db/<table>`. The store must be able to create a file only if it"
                        + " is absent; one that cannot is refused at the start.",
                STORAGE,
                1,
                Width.LONG,
                "Warehouse");
    }

    private static void defineRouting(ConfigDef definition) {
        definition.define(
                DATABASE,
                ConfigDef.Type.STRING,
                "default",
                check("a name of letters, digits, '_' and '-'", SettingsDefinition::requirePlainName),
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
                check("a template", (name, text) -> TableTemplate.parse(name, text, 0)),
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
    }

    private static void defineEvents(ConfigDef definition) {
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
                check("a text, or hex: and hexadecimal digits", SettingsDefinition::requirePlaceholder),
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
                check("a regular expression", (name, text) -> {
                    if (text != null) {
                        requireRegex(name, text);
                    }
                }),
                Importance.LOW,
                "Regular expression of topics whose records are always rows. Records that look like Debezium's own"
                        + " (heartbeats, transaction boundaries, schema changes, signals) are skipped in all other topics.",
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
    }

    private static void defineTables(ConfigDef definition) {
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
                        + " that still does not fit is a bad record.",
                TABLES,
                2,
                Width.SHORT,
                "Schema evolution",
                List.of(UNKNOWN_FIELD_POLICY),
                evolutions);
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
                3,
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
                4,
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
                5,
                Width.SHORT,
                "Decimals without schema",
                decimals);
    }

    private static void defineCommits(ConfigDef definition) {
        definition.define(
                COMMIT_INTERVAL,
                ConfigDef.Type.LONG,
                null,
                check("at least 1", SettingsDefinition::requirePositive),
                Importance.MEDIUM,
                "Milliseconds after which a task with rows asks the worker for a commit. Unset, commits follow the worker's"
                        + " `offset.flush.interval.ms`. Each commit of a table with rows makes one snapshot.",
                COMMITS,
                1,
                Width.SHORT,
                "Commit interval");
        definition.define(
                SINK_MEMORY,
                ConfigDef.Type.STRING,
                null,
                check("a size of at least " + LEAST_MEMORY, SettingsDefinition::requireMemory),
                Importance.MEDIUM,
                "Memory for the write buffers of one task, all tables together, for example `256 mb`. Unset, a quarter of the"
                        + " heap divided by the tasks in the worker, but at least 64 mb.",
                COMMITS,
                2,
                Width.SHORT,
                "Buffer memory of a task");
        definition.define(
                SPILL_DIRECTORY,
                ConfigDef.Type.STRING,
                null,
                check("an absolute path", SettingsDefinition::requireAbsolutePath),
                Importance.LOW,
                "Local directory for rows that `sink.memory` has no room for before the next commit. Unset, the JVM's directory"
                        + " for temporary files. Each task makes a directory `varve-spill-*` of its own in it, readable by the"
                        + " worker's user only, and deletes it when it stops; what a dead worker left is deleted by the next"
                        + " task that spills there. If the directory is full or cannot be written, rows are flushed into more,"
                        + " smaller data files instead. A table with `write-buffer-spillable=false` does not use it.",
                COMMITS,
                3,
                Width.MEDIUM,
                "Spill directory");
        Choices<OffsetMismatchPolicy> mismatches = new Choices<>(OffsetMismatchPolicy.class);
        definition.define(
                OFFSET_MISMATCH_POLICY,
                ConfigDef.Type.STRING,
                OffsetMismatchPolicy.FAIL.text(),
                mismatches,
                Importance.MEDIUM,
                "What happens when the offsets in a table contradict Kafka's (topic recreated, records expired, table rolled"
                        + " back): `fail` stops the task with an explanation; `accept` goes on from what there is, logs and counts it.",
                COMMITS,
                4,
                Width.SHORT,
                "Contradicting offsets",
                mismatches);
        definition.define(
                LEDGER_ID,
                ConfigDef.Type.STRING,
                null,
                check("a name without control characters", (name, text) -> {
                    if (text != null) {
                        requireText(name, text);
                    }
                }),
                Importance.LOW,
                "Under which name the offsets are kept in the tables. Unset, the connector's name. Set it to go on where a"
                        + " connector of another name stopped.",
                COMMITS,
                5,
                Width.MEDIUM,
                "Ledger id");
        definition.define(
                COMPACTION_THREADS,
                ConfigDef.Type.INT,
                1,
                ConfigDef.Range.between(1, MAX_COMPACTION_THREADS),
                Importance.LOW,
                "Threads of one task that compact buckets in the background, all tables together. Each bucket is compacted by one of"
                        + " the connector's tasks. A task holds its records back while a bucket has as many sorted runs as"
                        + " `num-sorted-run.stop-trigger` says.",
                COMMITS,
                6,
                Width.SHORT,
                "Compaction threads");
    }

    private static Validator check(String expected, TextCheck check) {
        return new Validator() {
            @Override
            public void ensureValid(String name, Object value) {
                check.require(name, value == null ? null : value.toString());
            }

            @Override
            public String toString() {
                return expected;
            }
        };
    }

    private static void requireText(String name, String text) {
        if (text == null || text.isBlank()) {
            throw new ConfigException(name, text, "it must not be empty");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new ConfigException(name, text, "it must not contain control characters");
        }
    }

    private static void requirePlaceholder(String name, String text) {
        requireText(name, text);
        if (text.startsWith("hex:") && !text.matches("hex:([0-9A-Fa-f]{2})+")) {
            throw new ConfigException(name, text, "after hex: an even number of hexadecimal digits must follow");
        }
    }

    private static void requirePlainName(String name, String text) {
        if (text == null || !text.matches("[\\p{L}\\p{N}_\\-]+")) {
            throw new ConfigException(name, text, "a name consists of letters, digits, '_' and '-'");
        }
    }

    static void requireRegex(String name, String text) {
        try {
            Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new ConfigException(
                    name,
                    text,
                    "it is not a regular expression: " + e.getDescription() + " near index " + e.getIndex());
        }
    }

    private static void requirePositive(String name, String text) {
        if (text != null && Long.parseLong(text) < 1) {
            throw new ConfigException(name, text, "it must be at least 1");
        }
    }

    private static void requireMemory(String name, String text) {
        if (text == null) {
            return;
        }
        try {
            if (MemorySize.parse(text).compareTo(LEAST_MEMORY) < 0) {
                throw new ConfigException(name, text, "it must be at least " + LEAST_MEMORY);
            }
        } catch (InvalidInputException e) {
            throw new ConfigException(name, text, e.getMessage());
        }
    }

    private static void requireAbsolutePath(String name, String text) {
        try {
            if (text != null && !Path.of(text).isAbsolute()) {
                throw new ConfigException(name, text, "it must be an absolute path of the worker's machine");
            }
        } catch (InvalidPathException e) {
            throw new ConfigException(name, text, "it is not a path: " + e.getMessage());
        }
    }

    /** Checks the text of a setting, which is null if unset. */
    private interface TextCheck {
        void require(String name, String text);
    }

    /** Visible only with some record forms; an invalid form hides nothing. */
    private static class VisibleFor implements Recommender {
        private final List<CdcFormat> formats;

        VisibleFor(CdcFormat... formats) {
            this.formats = List.of(formats);
        }

        @Override
        public List<Object> validValues(String name, Map<String, Object> settings) {
            return List.of();
        }

        @Override
        public boolean visible(String name, Map<String, Object> settings) {
            Object format = settings.get(CDC_FORMAT);
            return formats.isEmpty()
                    || !(format instanceof String text)
                    || Choice.find(CdcFormat.class, text).map(formats::contains).orElse(true);
        }
    }

    /** Validates and recommends the constants of one enum. */
    private static final class Choices<E extends Enum<E> & Choice> extends VisibleFor implements Validator {
        private final Class<E> choices;

        Choices(Class<E> choices, CdcFormat... formats) {
            super(formats);
            this.choices = choices;
        }

        @Override
        public void ensureValid(String name, Object value) {
            if (value == null || Choice.find(choices, value.toString()).isEmpty()) {
                throw new ConfigException(name, value, "it must be one of " + String.join(", ", Choice.texts(choices)));
            }
        }

        @Override
        public List<Object> validValues(String name, Map<String, Object> settings) {
            return List.copyOf(Choice.texts(choices));
        }

        @Override
        public String toString() {
            return String.join(", ", Choice.texts(choices));
        }
    }
}
