package dev.varve.connect.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference page of types says what the code does. */
class TypesPageTest {
    private static final Path PAGE = Path.of("../docs/reference/types.md");
    private static final Pattern ROW = Pattern.compile("\\| ([\\w.]+) \\| ([A-Z][A-Z0-9(), ]+) \\|");

    private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d+), (\\d+)\\)");

    @Test
    void everySchemaHasTheColumnThatThePageSays() throws IOException {
        String page = Files.readString(PAGE, UTF_8);
        String table = page.substring(page.indexOf("### With a schema"), page.indexOf("### With a schema registry"));
        Map<String, String> said = new LinkedHashMap<>();
        Matcher matcher = ROW.matcher(table);
        while (matcher.find()) {
            said.put(matcher.group(1), matcher.group(2));
        }
        assertThat(said).hasSizeGreaterThan(35);
        assertThat(said)
                .allSatisfy((schema, column) -> assertThat(
                                ConnectTypes.of(schema(schema), null).map(Object::toString))
                        .contains(column));
    }

    /** The tables of MariaDB's types come from runs of a profile; the connector of today must still say the same. */
    @ParameterizedTest
    @ValueSource(strings = {"MariaDbTypeMatrixIT", "MySqlTypeMatrixIT"})
    void everyTypeOfARunHasTheColumnThatThePageSays(String maker) throws IOException {
        String page = Files.readString(PAGE, UTF_8);
        String made =
                page.substring(page.indexOf("made by " + maker), page.indexOf("<!-- end of what " + maker + " makes"));
        List<String[]> rows = made.lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| ---") && !line.contains("Connect schema"))
                .map(line -> line.substring(2).split(" \\| ", 4))
                .toList();
        assertThat(rows).hasSizeGreaterThan(90);
        assertThat(rows)
                .allSatisfy(row -> assertThat(ConnectTypes.of(declared(row[0], row[1]), null)
                                .map(type -> type.toString().replace("`", "")))
                        .as(row[0])
                        .contains(row[2]));
    }

    /** The schema that Debezium gives to a type of MariaDB. */
    private static Schema declared(String type, String name) {
        return switch (name) {
            case "org.apache.kafka.connect.data.Decimal" -> decimal(type);
            case "io.debezium.data.geometry.Geometry" -> geometry(SchemaBuilder.struct());
            case "io.debezium.data.geometry.Point" ->
                geometry(
                        SchemaBuilder.struct().field("x", Schema.FLOAT64_SCHEMA).field("y", Schema.FLOAT64_SCHEMA));
            default -> schema(name);
        };
    }

    private static Schema geometry(SchemaBuilder builder) {
        return builder.field("wkb", Schema.BYTES_SCHEMA)
                .field("srid", Schema.OPTIONAL_INT32_SCHEMA)
                .build();
    }

    private static Schema decimal(String type) {
        Matcher declaration = DECIMAL.matcher(type);
        boolean isDeclared = declaration.find();
        String otherwise = type.equals("bigint unsigned") ? "20" : "10";
        return Decimal.builder(isDeclared ? Integer.parseInt(declaration.group(2)) : 0)
                .parameter("connect.decimal.precision", isDeclared ? declaration.group(1) : otherwise)
                .build();
    }

    private static Schema schema(String name) {
        Optional<Schema.Type> base = java.util.Arrays.stream(Schema.Type.values())
                .filter(type -> type.name().equals(name))
                .findFirst();
        if (base.isPresent()) {
            return new SchemaBuilder(base.get()).build();
        }
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "Date", "Time", "Year" -> SchemaBuilder.int32().name(name).build();
            case "Timestamp",
                    "MicroTimestamp",
                    "NanoTimestamp",
                    "MicroTime",
                    "NanoTime",
                    "MicroDuration",
                    "NanoDuration" -> SchemaBuilder.int64().name(name).build();
            case "Bits" -> SchemaBuilder.bytes().name(name).build();
            case "VariableScaleDecimal" ->
                SchemaBuilder.struct()
                        .name(name)
                        .field("scale", Schema.INT32_SCHEMA)
                        .field("value", Schema.BYTES_SCHEMA)
                        .build();
            default -> SchemaBuilder.string().name(name).build();
        };
    }
}
