package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaValidation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaCreationTest {
    private static TableSpec spec(String columns, String primaryKeys, String partitionKeys, String... options) {
        RowType row = (RowType) TypeParser.parse("ROW<" + columns + ">");
        Map<String, String> map = new LinkedHashMap<>(Map.of("bucket", "1"));
        for (int i = 0; i < options.length; i += 2) {
            map.put(options[i], options[i + 1]);
        }
        return new TableSpec(row.fields(), names(primaryKeys), names(partitionKeys), map, Optional.empty());
    }

    private static List<String> names(String list) {
        return list == null || list.isBlank()
                ? List.of()
                : Arrays.asList(list.trim().split(" *, *"));
    }

    private static TableSchema create(TableSpec spec) {
        return SchemaCreation.create(spec, 42);
    }

    @Test
    void makesTheFirstSchema() {
        TableSchema schema = create(spec("id INT, p STRING, v ROW<a INT>", "p, id", "p", "write-only", "true"));
        assertThat(schema.version()).isEqualTo(3);
        assertThat(schema.id()).isZero();
        assertThat(schema.timeMillis()).isEqualTo(42);
        assertThat(schema.highestFieldId()).isEqualTo(3);
        assertThat(schema.fields().stream().map(DataField::id)).containsExactly(0, 1, 2);
        assertThat(schema.primaryKeys()).containsExactly("p", "id");
        assertThat(schema.trimmedPrimaryKeys()).containsExactly("id");
        assertThat(schema.bucketKeys()).containsExactly("id");
        assertThat(schema.options()).containsExactly(Map.entry("bucket", "1"), Map.entry("write-only", "true"));
    }

    @Test
    void primaryKeyColumnsBecomeNotNull() {
        TableSchema schema = create(spec("id INT, p STRING, v INT", "id, p", "p"));
        assertThat(schema.rowType().types())
                .containsExactly(DataTypes.INT.notNull(), DataTypes.STRING.notNull(), DataTypes.INT);
    }

    @Test
    void keysGivenAsOptionsAreMoved() {
        TableSchema schema =
                create(spec("id INT, p STRING, v INT", "", "", "primary-key", "p, id", "partition", "p", "path", "/x"));
        assertThat(schema.primaryKeys()).containsExactly("p", "id");
        assertThat(schema.partitionKeys()).containsExactly("p");
        assertThat(schema.options()).containsOnlyKeys("bucket");
        assertThatThrownBy(() -> create(spec("id INT, v INT", "id", "", "primary-key", "v")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("contradicts");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id INT, v INT         | x        |      | primary key 'x' is not a column",
                "amount INT, v INT     | amonut   |      | did you mean 'amount'?",
                "id INT, v INT         | id, id   |      | primary key 'id' is named twice",
                "id INT, v INT         | id       | x    | partition key 'x' is not a column",
                "id INT, p INT         | id, p    | p, p | partition key 'p' is named twice",
                "id ARRAY<INT>, v INT  | id       |      | The type ARRAY<INT> NOT NULL in primary key field 'id' is unsupported",
                "id ROW<a INT>, v INT  | id       |      | in primary key field 'id' is unsupported",
                "id MAP<INT, INT>      | id       |      | in primary key field 'id' is unsupported",
                "id MULTISET<INT>      | id       |      | in primary key field 'id' is unsupported",
                "p INT, v INT          | p        | p    | should not be same with partition fields",
                "id INT, b BINARY(2)   | id, b    | b    | cannot be partitioned so",
                "id INT, _KEY_id INT   | id       |      | column name '_KEY_id' is reserved",
                "id INT, _VALUE_KIND INT | id     |      | reserved",
                "id INT, _SEQUENCE_NUMBER INT | id |     | reserved",
                "id INT, _LEVEL INT    | id       |      | reserved",
                "id INT, _ROW_ID INT   | id       |      | reserved",
                "id INT, rowkind INT   | id       |      | reserved",
                "id INT, `` INT        | id       |      | must not be blank",
            })
    void impossibleKeysAndColumnsAreRefused(String columns, String primaryKeys, String partitionKeys, String message) {
        assertThatThrownBy(() -> create(spec(columns, primaryKeys, partitionKeys)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bucket | 0 | number of buckets needs to be greater than 0",
                "bucket | -5 | number of buckets needs to be greater than 0",
                "bucket-key | v | should contains all bucket keys",
                "bucket-key | x | bucket key 'x' is not a column",
                "bucket-key | p | is a partition key",
                "bucket-key | id,id | named twice",
                "write-onyl | true | did you mean 'write-only'?",
                "snapshot.num-retained.max | 1 | larger than",
                "fields.x.stats-mode | none | names column 'x'",
                "fields.v.stats-mode | some | statistics mode 'some'",
                "metadata.stats-mode | truncate(x) | statistics mode 'truncate(x)'",
                "metadata.stats-mode.per.level | 0:most | statistics mode 'most'",
                "file-index.bloom-filter.columns | nam | names column 'nam'",
            })
    void impossibleOptionsAreRefused(String key, String value, String message) {
        assertThatThrownBy(() -> create(spec("id INT, p INT, v STRING", "id, p", "p", key, value)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void otherImpossibleTablesAreRefused() {
        assertThatThrownBy(() -> create(new TableSpec(List.of(), List.of(), List.of(), Map.of(), Optional.empty())))
                .hasMessageContaining("at least one column");
        var twice = List.of(new DataField(0, "a", DataTypes.INT), new DataField(1, "a", DataTypes.INT));
        assertThatThrownBy(() -> create(new TableSpec(twice, List.of("a"), List.of(), Map.of(), Optional.empty())))
                .hasMessageContaining("'a' is defined twice");
        assertThatThrownBy(() -> create(spec("id INT, v INT", "id", "", "partition.expiration-time", "1 d")))
                .hasMessageContaining("no partition keys");
        var nested =
                List.of(new DataField(0, "id", DataTypes.INT), new DataField(1, "a", DataTypes.array(DataTypes.INT)));
        assertThatThrownBy(() -> create(new TableSpec(
                        nested, List.of("id"), List.of(), Map.of("bucket", "1", "bucket-key", "a"), Optional.empty())))
                .hasMessageContaining("nested type can not in bucket-key");
    }

    @Test
    void defaultValuesMustBeValuesOfTheirType() {
        List<DataField> fields = new ArrayList<>(spec("id INT, v INT", "id", "").fields());
        fields.set(1, fields.get(1).withDefaultValue(Optional.of("seven")));
        assertThatThrownBy(() -> create(
                        new TableSpec(fields, List.of("id"), List.of(), Map.of("bucket", "1"), Optional.empty())))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'v'")
                .hasMessageContaining("'seven'");
    }

    @Test
    void whatThisEngineCouldNotWriteIsNotCreated() {
        assertThatThrownBy(() -> create(spec("id INT, v INT", "id", "", "bucket", "-1")))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("fixed number of buckets");
        assertThatThrownBy(() -> create(spec("id INT, v INT", "", "")))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("no primary key");
        assertThatThrownBy(() -> create(spec("id INT, p INT, v INT", "id", "p")))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("cross-partition");
    }

    @Test
    void deletionVectorsGoWithSomeEnginesAndProducersOnly() {
        create(spec("id INT, v INT", "id", "", "deletion-vectors.enabled", "true"));
        assertThatThrownBy(() -> create(spec(
                        "id INT, v INT", "id", "", "deletion-vectors.enabled", "true", "merge-engine", "first-row")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("deletion-vectors.enabled")
                .hasMessageContaining("first-row");
        assertThatThrownBy(() -> create(spec(
                        "id INT, v INT",
                        "id",
                        "",
                        "deletion-vectors.enabled",
                        "true",
                        "changelog-producer",
                        "full-compaction")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("deletion-vectors.enabled")
                .hasMessageContaining("full-compaction");
    }

    @Test
    void whatIsCreatedIsValidToPaimonAndWhatPaimonRefusesIsNotCreated() {
        List<TableSpec> specs = List.of(
                spec("id INT, p STRING, v ROW<a INT, b ARRAY<ROW<c INT>>>", "p, id", "p"),
                spec("id BIGINT, v MULTISET<STRING>", "id", "", "bucket", "16", "bucket-key", "id"),
                spec("a INT, b STRING, c DATE, d INT", "c, a", "", "bucket-key", "a"),
                spec("id INT, v INT", "id", "", "bucket", "0"),
                spec("id INT, v INT", "id", "", "bucket-key", "v"),
                spec("id ARRAY<INT>, v INT", "id", ""),
                spec("id INT, _KEY_x INT", "id", ""),
                spec("id INT, _VALUE_KIND INT", "id", ""),
                spec("id INT, v INT", "id", "", "snapshot.num-retained.min", "0"),
                spec("id INT, v INT", "id", "", "snapshot.num-retained.min", "5", "snapshot.num-retained.max", "4"),
                spec("id INT, v INT", "id", "", "fields.x.aggregate-function", "sum"),
                spec("p INT, v INT", "p", "p"),
                spec("id INT, v INT", "id", "", "bucket", "-1", "bucket-key", "id"));
        int created = 0;
        for (TableSpec spec : specs) {
            Optional<TableSchema> schema = Optional.empty();
            try {
                schema = Optional.of(create(spec));
                created++;
            } catch (InvalidInputException refused) {
                assertThat(refused).hasMessageMatching("(?s).+");
            }
            assertThat(paimonAccepts(spec)).as("%s", spec).isEqualTo(schema.isPresent());
        }
        assertThat(created).isEqualTo(3);
    }

    private static boolean paimonAccepts(TableSpec spec) {
        try {
            var schema = org.apache.paimon.schema.TableSchema.create(
                    0,
                    new Schema(
                            spec.fields().stream()
                                    .map(dev.varve.table.testing.PaimonValues::field)
                                    .toList(),
                            spec.partitionKeys(),
                            spec.primaryKeys(),
                            new LinkedHashMap<>(spec.options()),
                            null));
            SchemaValidation.validateTableSchema(schema);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
