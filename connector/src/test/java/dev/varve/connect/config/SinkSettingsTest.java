package dev.varve.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.TestSettings;
import dev.varve.table.TableId;
import dev.varve.table.option.MemorySize;
import dev.varve.table.type.DataTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SinkSettingsTest {
    private static Map<String, List<String>> errors(String... namesAndValues) {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return SinkSettings.validate(TestSettings.properties(properties)).configValues().stream()
                .filter(value -> !value.errorMessages().isEmpty())
                .collect(Collectors.toMap(ConfigValue::name, ConfigValue::errorMessages));
    }

    private static void assertError(String name, String value, String message) {
        assertThat(errors(name, value)).containsOnlyKeys(name);
        assertThat(errors(name, value).get(name)).singleElement().asString().contains(message);
    }

    @Test
    void defaults() {
        SinkSettings settings = TestSettings.of(Map.of());
        assertThat(settings.connectorName()).isEqualTo("lake-sink");
        assertThat(settings.tasksMax()).isEqualTo(1);
        assertThat(settings.storage()).isEqualTo(new StorageSettings("/lake", Map.of()));
        assertThat(settings.routing())
                .isEqualTo(new RoutingSettings(
                        "default", List.of(), TableTemplate.parse("t", "${table}", 0), NameCase.KEEP));
        assertThat(settings.events())
                .isEqualTo(new EventSettings(
                        CdcFormat.AUTO,
                        TombstonePolicy.AUTO,
                        TruncatePolicy.FAIL,
                        MessagePolicy.IGNORE,
                        "__debezium_unavailable_value",
                        Optional.empty(),
                        MongoLayout.DOCUMENT,
                        ServiceRecordPolicy.IGNORE,
                        ServiceRecordPolicy.IGNORE));
        assertThat(settings.conversion())
                .isEqualTo(new ConversionSettings(
                        SchemaEvolution.FULL,
                        SchemaConflictPolicy.DEAD_LETTER,
                        UnknownFieldPolicy.FAIL,
                        InfinityPolicy.FAIL,
                        SchemalessDecimal.TEXT));
        assertThat(settings.tables()).isEqualTo(new TableSettings(true, TableLayoutSettings.NONE, Map.of()));
        assertThat(settings.commits())
                .isEqualTo(new CommitSettings(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        OffsetMismatchPolicy.FAIL,
                        "lake-sink",
                        1,
                        4,
                        Duration.ofMinutes(15)));
    }

    @Test
    void everythingCanBeSet() {
        Map<String, String> properties = new HashMap<>(Map.of(
                "tasks.max", "4",
                "warehouse", "s3a://bucket/lake",
                "database", "shop",
                "table.format", "${topic.2}.${table}",
                "route.a.regex", "x\\.(.*)",
                "route.a.table", "$1",
                "cdc.format", "Debezium",
                "truncate.policy", "delete-all",
                "schema.evolution", "add-columns",
                "auto.create", "false"));
        properties.putAll(Map.of(
                "commit.interval.ms", "5000",
                "sink.memory", "256 mb",
                "offset.mismatch.policy", "accept",
                "ledger.id", "old-name",
                "force.topics.regex", "__debezium-heartbeat.*",
                "options.bucket", "4",
                "tables.orders.options.bucket", "8",
                "tables.orders.primary-key", "id, region",
                "tables.shop.orders.partition-keys", "region",
                "hadoop.fs.s3a.endpoint", "http://localhost:9000"));
        properties.put("compaction.threads", "3");
        properties.put("commit.threads", "8");
        properties.put("retry.timeout.ms", "300000");
        properties.put("spill.directory", "/var/spill");
        properties.put("tables.orders.types.price", "DECIMAL(20, 4)");
        SinkSettings settings = TestSettings.of(properties);
        assertThat(settings.tasksMax()).isEqualTo(4);
        assertThat(settings.storage().hadoop()).isEqualTo(Map.of("fs.s3a.endpoint", "http://localhost:9000"));
        assertThat(settings.routing().rules()).singleElement().satisfies(rule -> {
            assertThat(rule.name()).isEqualTo("a");
            assertThat(rule.regex().pattern()).isEqualTo("x\\.(.*)");
        });
        assertThat(settings.events().format()).isEqualTo(CdcFormat.DEBEZIUM);
        assertThat(settings.events().truncates()).isEqualTo(TruncatePolicy.DELETE_ALL);
        assertThat(settings.events().forcedTopics().orElseThrow().pattern()).isEqualTo("__debezium-heartbeat.*");
        assertThat(settings.conversion().evolution()).isEqualTo(SchemaEvolution.ADD_COLUMNS);
        assertThat(settings.tables().autoCreate()).isFalse();
        assertThat(settings.tables().of(new TableId("shop", "orders")))
                .isEqualTo(new TableLayoutSettings(
                        Optional.of(List.of("id", "region")),
                        Optional.of(List.of("region")),
                        Map.of("price", DataTypes.decimal(20, 4)),
                        Map.of("bucket", "8")));
        assertThat(settings.tables().of(new TableId("other", "orders")).partitionKeys())
                .isEmpty();
        assertThat(settings.tables().of(new TableId("shop", "items")).options()).isEqualTo(Map.of("bucket", "4"));
        assertThat(settings.commits())
                .isEqualTo(new CommitSettings(
                        Optional.of(Duration.ofSeconds(5)),
                        Optional.of(MemorySize.ofMebibytes(256)),
                        Optional.of(Path.of("/var/spill")),
                        OffsetMismatchPolicy.ACCEPT,
                        "old-name",
                        3,
                        8,
                        Duration.ofMinutes(5)));
    }

    @Test
    void everyDefinedSettingIsAnswered() {
        List<String> names = SinkSettings.validate(Map.of("unrelated", "x")).configValues().stream()
                .map(ConfigValue::name)
                .toList();
        assertThat(names)
                .containsExactlyInAnyOrderElementsOf(SettingsDefinition.create().names());
    }

    @Test
    void warehouseIsRequired() {
        List<ConfigValue> values = SinkSettings.validate(Map.of("name", "x")).configValues();
        assertThat(values)
                .filteredOn(value -> !value.errorMessages().isEmpty())
                .singleElement()
                .satisfies(value -> assertThat(value.name()).isEqualTo("warehouse"));
        assertThatThrownBy(() -> SinkSettings.parse(Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("warehouse: Missing required configuration \"warehouse\"");
        assertError("warehouse", " ", "it must not be empty");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            database | a/b | a name consists of letters, digits, '_' and '-'
            table.format | ${tabel} | there is no placeholder ${tabel}
            cdc.format | debezum | it must be one of auto, debezium, flat, mongodb, maxwell, canal, upsert, insert
            tombstone.policy | x | it must be one of auto, delete, ignore
            truncate.policy | apply | it must be one of fail, ignore, delete-all
            message.policy | x | it must be one of ignore, fail
            schema.evolution | some | it must be one of full, add-columns, none
            unknown.field.policy | x | it must be one of fail, ignore
            infinite.time.policy | x | it must be one of fail, null
            schemaless.decimal | x | it must be one of text, base64
            offset.mismatch.policy | x | it must be one of fail, accept
            auto.create | maybe | Expected value to be either true or false
            commit.interval.ms | 0 | it must be at least 1
            commit.interval.ms | soon | Not a number
            sink.memory | 1 kb | it must be at least 1 mb
            sink.memory | lots | 'lots' is not a size
            spill.directory | here | it must be an absolute path
            force.topics.regex | ( | it is not a regular expression
            route.a.regex | ( | it is not a regular expression
            tables.t.primary-key | a,,b | expected column names separated by commas
            tables.t.primary-key | a,a | a column is named twice
            tables.t.types.c | DECIMAL(50, 2) | precision must be 1 to 38
            tables.t.types.c | VARCHR | VARCHR
            tables.t.types. | INT | the name ends where a column should follow
            options. | x | the name ends where a key should follow
            options.bucket | many | bucket
            options.primary-key | id | this option cannot be set here; use tables.<table>.primary-key
            options.file.format | orc | this engine writes parquet files
            tables.t.options.bukcet | 4 | did you mean 'bucket'?
            options.num-sorted-run.compaction-triger | 4 | did you mean 'num-sorted-run.compaction-trigger'?
            """)
    void wrongValuesAreToldAtTheirSetting(String name, String value, String message) {
        Map<String, List<String>> errors = errors(name, value);
        if (name.equals("route.a.regex")) {
            assertThat(errors.get(name)).anyMatch(error -> error.contains(message));
            return;
        }
        assertError(name, value, message);
    }

    @ParameterizedTest
    @CsvSource({
        "warehuose, warehouse",
        "table.fromat, table.format",
        "table.name.format, table.format",
        "schema.evoluton, schema.evolution",
        "offset.missmatch.policy, offset.mismatch.policy",
        "option.bucket, options.bucket",
        "table.orders.primary-key, tables.orders.primary-key",
        "routes.a.regex, route.a.regex",
        "hadop.fs.s3a.endpoint, hadoop.fs.s3a.endpoint",
        "route.a.regexp, route.a.regex",
        "tables.orders.primary-keys, tables.orders.primary-key",
        "tables.orders.primary_key, tables.orders.primary-key",
        "tables.orders.option.bucket, tables.orders.options.bucket",
    })
    void namesThatResembleOursAreErrorsWithTheNearestName(String name, String nearest) {
        assertThat(errors(name, "x").get(name)).singleElement().asString().contains("did you mean " + nearest + "?");
    }

    @ParameterizedTest
    @CsvSource({
        "topics",
        "topics.regex",
        "tasks.max",
        "connector.class",
        "key.converter",
        "value.converter.schemas.enable",
        "transforms.route.regex",
        "errors.tolerance",
        "errors.deadletterqueue.topic.name",
        "consumer.override.max.poll.records",
        "config.action.reload",
        "team.contact",
        "owner",
    })
    void otherNamesAreLeftAlone(String name) {
        assertThat(errors(name, "1")).isEmpty();
    }

    @Test
    void aRuleNeedsBothItsParts() {
        assertThat(errors("route.a.table", "x").get("route.a.table")).containsExactly("the rule has no route.a.regex");
        assertThat(errors("route.a.regex", "x").get("route.a.regex")).containsExactly("the rule has no route.a.table");
        assertThat(errors("route.a.regex", "x", "route.a.table", "$1").get("route.a.table"))
                .singleElement()
                .asString()
                .contains("$1 refers to a group, but there is none");
    }

    @Test
    void dynamicBucketsNeedOneTask() {
        assertThat(errors("options.bucket", "-1", "tasks.max", "2").get("options.bucket"))
                .containsExactly(
                        "a table with dynamic buckets (bucket = -1) has one writer, but tasks.max is 2; set tasks.max to 1"
                                + " or bucket to a fixed number");
        assertThat(errors("tables.t.options.bucket", "-1", "tasks.max", "2"))
                .containsOnlyKeys("tables.t.options.bucket");
        assertThat(errors("options.bucket", "-1", "tables.t.options.bucket", "3", "tasks.max", "2"))
                .containsOnlyKeys("options.bucket");
        assertThat(errors("options.bucket", "4", "tasks.max", "2")).isEmpty();
    }

    @Test
    void partitionKeysArePartOfThePrimaryKeyButNotAllOfIt() {
        assertThat(errors("tables.t.primary-key", "day", "tables.t.partition-keys", "day"))
                .containsOnlyKeys("tables.t.primary-key");
        assertThat(errors("tables.t.primary-key", "day,id", "tables.t.partition-keys", "day"))
                .isEmpty();
    }

    @Test
    void topicsThatLackAPartAreFoundBeforeTheyRun() {
        assertThat(errors("topics", "shop.orders, orders", "table.format", "${topic.2}")
                        .get("table.format"))
                .containsExactly("${topic.2}: topic 'orders' has only 1 dot-separated part");
        assertThat(errors(
                        "topics",
                        "orders",
                        "table.format",
                        "${topic.2}",
                        "route.a.regex",
                        "orders",
                        "route.a.table",
                        "o"))
                .isEmpty();
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() {
        assertThat(errors("cdc.format", "x", "warehuose", "y", "options.bukcet", "1", "tables.t.types.c", "NUMBR"))
                .containsKeys("cdc.format", "warehuose", "tables.t.types.c");
        assertThatThrownBy(() -> TestSettings.of(Map.of("cdc.format", "x", "warehuose", "y")))
                .hasMessageContaining("cdc.format: ")
                .hasMessageContaining("warehuose: ");
    }

    @Test
    void secretsAreNeverPrinted() {
        SinkSettings settings = TestSettings.of(Map.of(
                "hadoop.fs.s3a.secret.key", "hush",
                "hadoop.fs.s3a.session.token", "hush",
                "hadoop.fs.azure.account.key.x", "hush",
                "hadoop.javax.jdo.option.ConnectionPassword", "hush",
                "hadoop.fs.s3a.endpoint", "http://store"));
        assertThat(settings.toString())
                .doesNotContain("hush")
                .contains("http://store")
                .contains("[hidden]");
        assertThat(settings.storage().hadoop()).containsEntry("fs.s3a.secret.key", "hush");
        assertThat(SinkSettings.validate(TestSettings.properties(Map.of("hadop.fs.s3a.secret.key", "hush")))
                        .configValues()
                        .toString())
                .doesNotContain("hush");
    }

    @Test
    void settingsThatDoNotApplyAreHidden() {
        Map<String, Boolean> visible =
                SinkSettings.validate(TestSettings.properties(Map.of("cdc.format", "upsert"))).configValues().stream()
                        .collect(Collectors.toMap(ConfigValue::name, ConfigValue::visible));
        assertThat(visible)
                .containsEntry("truncate.policy", false)
                .containsEntry("message.policy", false)
                .containsEntry("unavailable.value.placeholder", false)
                .containsEntry("tombstone.policy", true)
                .containsEntry("schema.evolution", true);
    }

    @Test
    void choicesAreRecommended() {
        assertThat(SinkSettings.validate(TestSettings.properties(Map.of())).configValues())
                .filteredOn(value -> value.name().equals("schema.evolution"))
                .singleElement()
                .satisfies(
                        value -> assertThat(value.recommendedValues()).containsExactly("full", "add-columns", "none"));
    }
}
