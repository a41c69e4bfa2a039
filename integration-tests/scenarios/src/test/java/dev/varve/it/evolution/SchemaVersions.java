package dev.varve.it.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.it.process.HarnessException;
import dev.varve.table.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The schema files of a table, as they lie in its directory. */
public final class SchemaVersions {
    private static final String PREFIX = "schema-";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;

    public SchemaVersions(Path warehouse, TableId table) {
        this.directory = warehouse
                .resolve(table.database() + ".db")
                .resolve(table.table())
                .resolve("schema");
    }

    /** Schemas there have been. */
    public int count() {
        return names().size();
    }

    /** Names and types of the newest schema's columns. */
    public Map<String, String> newest() {
        Map<String, String> types = new TreeMap<>();
        fields(read(count() - 1))
                .forEach((name, field) -> types.put(name, field.path("type").asText()));
        return types;
    }

    /**
     * Requires that the versions are numbered without a gap, that none repeats the one before, that only columns have changed, that
     * none has gone, and that a name has one id and an id one name in all of them.
     */
    public void requireSound() {
        int count = count();
        assertThat(names())
                .isEqualTo(IntStream.range(0, count)
                        .mapToObj(version -> PREFIX + version)
                        .collect(Collectors.toSet()));
        Map<String, Integer> ids = new HashMap<>();
        for (int version = 0; version < count; version++) {
            JsonNode schema = read(version);
            Map<String, JsonNode> fields = fields(schema);
            assertThat(fields.keySet()).as("columns of version %s", version).containsAll(ids.keySet());
            for (Map.Entry<String, JsonNode> field : fields.entrySet()) {
                int id = field.getValue().path("id").asInt();
                assertThat(ids.computeIfAbsent(field.getKey(), name -> id))
                        .as("id of %s in version %s", field.getKey(), version)
                        .isEqualTo(id);
            }
            assertThat(ids.values()).as("ids in version %s", version).doesNotHaveDuplicates();
            if (version > 0) {
                JsonNode before = read(version - 1);
                assertThat(schema.path("fields"))
                        .as("columns of version %s and of the one before", version)
                        .isNotEqualTo(before.path("fields"));
                assertThat(withoutColumns(schema)).isEqualTo(withoutColumns(before));
            }
        }
    }

    private static JsonNode withoutColumns(JsonNode schema) {
        return ((ObjectNode) schema.deepCopy()).without(List.of("id", "fields", "highestFieldId", "timeMillis"));
    }

    private static Map<String, JsonNode> fields(JsonNode schema) {
        Map<String, JsonNode> fields = new HashMap<>();
        schema.path("fields").forEach(field -> fields.put(field.path("name").asText(), field));
        return fields;
    }

    private JsonNode read(int version) {
        try {
            return JSON.readTree(Files.readString(directory.resolve(PREFIX + version)));
        } catch (IOException failed) {
            throw new HarnessException("schema " + version + " cannot be read in " + directory, failed);
        }
    }

    private Set<String> names() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .collect(Collectors.toSet());
        } catch (IOException failed) {
            throw new HarnessException("no schemas in " + directory, failed);
        }
    }
}
