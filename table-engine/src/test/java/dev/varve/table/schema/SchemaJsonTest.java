package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.TableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.testing.PaimonValues;
import dev.varve.table.testing.RandomTypes;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.paimon.utils.JsonSerdeUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaJsonTest {
    private static final String MINIMAL = """
            {"id":0,"fields":[{"id":0,"name":"k","type":"INT NOT NULL"},{"id":3,"name":"v","type":"STRING"}],
             "highestFieldId":3,"partitionKeys":[],"primaryKeys":["k"],"options":{}}""";

    @Test
    void missingKeysHaveTheDefaultsOfTheFirstVersion() {
        TableSchema schema = SchemaJson.parse(MINIMAL, "schema-0");
        assertThat(schema.version()).isEqualTo(1);
        assertThat(schema.timeMillis()).isZero();
        assertThat(schema.comment()).isEmpty();
        assertThat(schema.tableOptions().bucket()).isEqualTo(1);
        assertThat(schema.tableOptions().fileFormat()).isEqualTo("orc");
    }

    @Test
    void randomSchemasComeBackAndAreTheSameToPaimon() {
        for (int seed = 0; seed < 120; seed++) {
            var random = new Random(seed);
            List<DataField> fields = new ArrayList<>(
                    new RandomTypes(random).row(1 + random.nextInt(8), 3).fields());
            fields.set(
                    0,
                    fields.get(0)
                            .withDescription(Optional.of("a \"quoted\" comment\nwith é"))
                            .withDefaultValue(Optional.of("x")));
            int highest = FieldIds.highestOf(fields) + random.nextInt(3);
            TableSchema schema = new TableSchema(
                    3,
                    random.nextInt(5),
                    fields,
                    highest,
                    List.of(),
                    List.of("f0"),
                    Map.of("bucket", "1", "owner", "ä"),
                    random.nextBoolean() ? Optional.of("comment") : Optional.empty(),
                    random.nextInt(1000));
            String text = SchemaJson.format(schema);
            assertThat(SchemaJson.parse(text, "schema")).as("seed %s", seed).isEqualTo(schema);
            var paimon = JsonSerdeUtil.fromJson(text, org.apache.paimon.schema.TableSchema.class);
            assertThat(paimon.fields())
                    .as("seed %s", seed)
                    .isEqualTo(fields.stream().map(PaimonValues::field).toList());
            assertThat(SchemaJson.parse(JsonSerdeUtil.toJson(paimon), "schema"))
                    .as("seed %s", seed)
                    .isEqualTo(schema);
        }
    }

    @Test
    void optionsKeepTheirOrder() {
        String text = MINIMAL.replace("\"options\":{}", "\"options\":{\"z\":\"1\",\"a\":\"2\",\"m\":\"3\"}");
        assertThat(SchemaJson.parse(text, "schema-0").options().keySet()).containsExactly("z", "a", "m");
    }

    @Test
    void unknownKeysAreKept() {
        String text = MINIMAL.replace("\"options\"", "\"future\":{\"a\":[1,2.50,null]},\"flag\":true,\"options\"")
                .replace("\"name\":\"v\"", "\"name\":\"v\",\"tags\":[\"pii\"]");
        TableSchema schema = SchemaJson.parse(text, "schema-0");
        assertThat(schema.unknownKeys().ofTable()).containsOnlyKeys("future", "flag");
        assertThat(schema.unknownKeys().ofFields()).containsOnlyKeys(3);
        String printed = SchemaJson.format(schema);
        assertThat(SchemaJson.parse(printed, "schema-0")).isEqualTo(schema);
        assertThat(printed).contains("\"tags\" : [ \"pii\" ]").contains("2.50");
    }

    @Test
    void aNewerVersionIsRefused() {
        assertThatThrownBy(() -> SchemaJson.parse(
                        MINIMAL.replace("{\"id\":0,\"fields\"", "{\"version\":4,\"id\":0,\"fields\""), "schema-7"))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("schema-7")
                .hasMessageContaining("version 4");
    }

    @Test
    void aTypeOfTheFutureIsRefused() {
        assertThatThrownBy(() -> SchemaJson.parse(MINIMAL.replace("\"STRING\"", "\"VARIANT\""), "schema-0"))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("'v'")
                .hasMessageContaining("VARIANT");
        assertThatThrownBy(() -> SchemaJson.parse(
                        MINIMAL.replace("\"STRING\"", "{\"type\":\"VECTOR\",\"element\":\"FLOAT\",\"length\":3}"),
                        "schema-0"))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("VECTOR");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"id\":0,\"fields\" | \"fields\" | 'id' is missing",
                "\"highestFieldId\":3 | \"highestFieldId\":\"3\" | 'highestFieldId' is not a whole number",
                "\"highestFieldId\":3 | \"highestFieldId\":2 | a field has id 3",
                "\"highestFieldId\":3 | \"highestFieldId\":99999999999 | 'highestFieldId' is not a whole number",
                "[\"k\"] | [\"x\"] | 'primaryKeys' names \"x\"",
                "[\"k\"] | \"k\" | 'primaryKeys' is not an array",
                "\"id\":3 | \"id\":0 | field id 0 of 'v' is used twice",
                "\"name\":\"v\" | \"name\":\"k\" | field 'k' appears twice",
                "\"STRING\" | \"TEXT\" | field 'v'",
                "\"STRING\" | 7 | 'v' has no type but 7",
                "\"STRING\" | {\"type\":\"ARRAY\"} | 'element' is missing",
                "\"options\":{} | \"options\":{\"a\":1} | 'a' is not a text",
                "\"options\":{} | \"options\":[] | 'options' is not an object",
                "\"partitionKeys\":[] | \"partitionKeys\":null | 'partitionKeys' is missing",
            })
    void damageIsNamed(String original, String damaged, String message) {
        String text = MINIMAL.replace(original, damaged);
        assertThat(text).isNotEqualTo(MINIMAL);
        assertThatThrownBy(() -> SchemaJson.parse(text, "/t/schema/schema-0"))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("/t/schema/schema-0")
                .hasMessageContaining(message);
    }

    @Test
    void anyDamageGivesASchemaOrAnErrorOfOurs() {
        var random = new Random(17);
        String text = SchemaJson.format(SchemaJson.parse(MINIMAL, "s"));
        int corrupt = 0;
        for (int i = 0; i < 1500; i++) {
            var damaged = new StringBuilder(text);
            for (int hits = 1 + random.nextInt(3); hits > 0; hits--) {
                int at = random.nextInt(damaged.length());
                switch (random.nextInt(3)) {
                    case 0 -> damaged.setCharAt(at, (char) (' ' + random.nextInt(95)));
                    case 1 -> damaged.delete(at, Math.min(damaged.length(), at + random.nextInt(20)));
                    default -> damaged.insert(at, text, at % text.length(), text.length());
                }
                if (damaged.length() == 0) {
                    break;
                }
            }
            try {
                SchemaJson.parse(damaged.toString(), "schema-0");
            } catch (TableException e) {
                corrupt++;
            }
        }
        assertThat(corrupt).isPositive();
    }

    @Test
    void nestedTypesAreObjects() {
        DataField field = new DataField(
                0,
                "a",
                DataTypes.array(DataTypes.map(DataTypes.STRING.notNull(), DataTypes.INT))
                        .notNull());
        TableSchema schema =
                new TableSchema(3, 0, List.of(field), 0, List.of(), List.of(), Map.of(), Optional.empty(), 1);
        assertThat(SchemaJson.format(schema)).isEqualTo("""
                {
                  "version" : 3,
                  "id" : 0,
                  "fields" : [ {
                    "id" : 0,
                    "name" : "a",
                    "type" : {
                      "type" : "ARRAY NOT NULL",
                      "element" : {
                        "type" : "MAP",
                        "key" : "STRING NOT NULL",
                        "value" : "INT"
                      }
                    }
                  } ],
                  "highestFieldId" : 0,
                  "partitionKeys" : [ ],
                  "primaryKeys" : [ ],
                  "options" : { },
                  "timeMillis" : 1
                }""");
    }
}
