package dev.varve.connect.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.Test;

/** The reference page of types says what the code does. */
class TypesPageTest {
    private static final Path PAGE = Path.of("../docs/reference/types.md");
    private static final Pattern ROW = Pattern.compile("\\| ([\\w.]+) \\| ([A-Z][A-Z0-9(), ]+) \\|");

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
