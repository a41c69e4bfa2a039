package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.type.DataField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.paimon.utils.JsonSerdeUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Schema files that Apache Paimon wrote. */
class GoldenSchemasTest {
    private static final Set<String> READABLE_NOT_WRITABLE = Set.of("dynamic_bucket", "bucket_postpone");

    static Stream<String> tables() {
        return GoldenTables.names().stream();
    }

    static Stream<Path> files() {
        return tables().flatMap(table -> schemaFiles(table).stream());
    }

    private static List<Path> schemaFiles(String table) {
        try (Stream<Path> files = Files.list(GoldenTables.table(table).resolve("schema"))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TableSchema latest(String table) throws IOException {
        List<Path> files = schemaFiles(table);
        return parse(files.get(files.size() - 1));
    }

    private static TableSchema parse(Path file) throws IOException {
        return SchemaJson.parse(Files.readString(file), file.toString());
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyFilePrintsBackToTheSameBytes(Path file) throws IOException {
        assertThat(SchemaJson.format(parse(file))).isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @MethodSource("files")
    void whatIsPrintedIsTheSameSchemaToPaimon(Path file) throws IOException {
        var expected = JsonSerdeUtil.fromJson(Files.readString(file), org.apache.paimon.schema.TableSchema.class);
        var actual = JsonSerdeUtil.fromJson(SchemaJson.format(parse(file)), org.apache.paimon.schema.TableSchema.class);
        assertThat(actual).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void columnsKeysAndOptionsAreTheExpectedOnes(String table) throws IOException {
        TableSchema schema = latest(table);
        JsonNode expected = GoldenValues.parse(GoldenTables.expected(table));
        JsonNode columns = expected.get("columns");
        assertThat(schema.fields()).hasSize(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            DataField field = schema.fields().get(i);
            assertThat(field.id()).isEqualTo(columns.get(i).get("id").intValue());
            assertThat(field.name()).isEqualTo(columns.get(i).get("name").textValue());
            assertThat(field.type().toString())
                    .isEqualTo(columns.get(i).get("type").textValue());
        }
        assertThat(schema.primaryKeys()).containsExactlyElementsOf(texts(expected.get("primaryKeys")));
        assertThat(schema.partitionKeys()).containsExactlyElementsOf(texts(expected.get("partitionKeys")));
        assertThat(schema.id()).isEqualTo(expected.get("latestSchemaId").longValue());
        SchemaRules.require(schema);
    }

    private static List<String> texts(JsonNode array) {
        return Stream.iterate(0, i -> i < array.size(), i -> i + 1)
                .map(i -> array.get(i).textValue())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void eachTableIsReadableAndWritableAsFarAsThisEngineGoes(String table) throws IOException {
        TableSchema schema = latest(table);
        assertThatCode(schema::requireReadable).doesNotThrowAnyException();
        if (READABLE_NOT_WRITABLE.contains(table)) {
            assertThatThrownBy(schema::requireWritable).isInstanceOf(UnsupportedFormatException.class);
        } else {
            assertThatCode(schema::requireWritable).doesNotThrowAnyException();
        }
    }
}
