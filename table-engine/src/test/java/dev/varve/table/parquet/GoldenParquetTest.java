package dev.varve.table.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.SchemaJson;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files that Apache Paimon 1.4.2 wrote: the rows in them, and that ours have the very same schema. */
class GoldenParquetTest {
    @Test
    void rowsOfAllTypesAreRead() throws IOException {
        assertThat(rows("all_types")).isEqualTo(GoldenValues.expectedRows("all_types"));
    }

    @Test
    void rowsWithLongTextsAreRead() throws IOException {
        assertThat(rows("value_stats")).isEqualTo(GoldenValues.expectedRows("value_stats"));
    }

    /** Rows of a table of a single file without deletes, in the order of its key. */
    private static List<JsonNode> rows(String table) throws IOException {
        RowType type = schemas(table).get(0).rowType();
        return open(files(table).get(0)).read(type).stream()
                .map(row -> GoldenValues.toJson(row, type))
                .toList();
    }

    @Test
    void rowsOfAllTypesSurviveOurWriter() throws IOException {
        RowType type = schemas("all_types").get(0).rowType();
        List<GenericRow> rows = open(files("all_types").get(0)).read(type);
        var copy = new ParquetFiles();
        copy.write(type, rows);
        assertThat(copy.read(type)).isEqualTo(rows);
    }

    @Test
    void everyFileHasTheSchemaThatWeWouldGiveIt() throws IOException {
        int checked = 0;
        for (String table : GoldenTables.names()) {
            List<String> ours = new ArrayList<>();
            for (TableSchema schema : schemas(table)) {
                ours.add(ParquetSchema.of(fileType(schema, true)).toString());
                ours.add(ParquetSchema.of(fileType(schema, false)).toString());
            }
            for (Path file : files(table)) {
                assertThat(open(file).footer().schema().toString())
                        .as(file.toString())
                        .isIn(ours);
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(80);
    }

    /** The columns of data files (format page data files, columns); in thin mode without the keys. */
    private static RowType fileType(TableSchema schema, boolean withKeys) {
        var fields = new ArrayList<DataField>();
        RowType row = schema.rowType();
        if (withKeys) {
            for (String key : schema.trimmedPrimaryKeys()) {
                DataField field = row.field(row.indexOf(key));
                fields.add(new DataField(
                        Integer.MAX_VALUE / 2 + field.id(),
                        "_KEY_" + key,
                        field.type().notNull()));
            }
        }
        fields.add(new DataField(2147483646, "_SEQUENCE_NUMBER", DataTypes.BIGINT.notNull()));
        fields.add(new DataField(2147483645, "_VALUE_KIND", DataTypes.TINYINT.notNull()));
        fields.addAll(row.fields());
        return RowType.of(fields);
    }

    private static ParquetFiles open(Path file) throws IOException {
        return new ParquetFiles().put(Files.readAllBytes(file));
    }

    private static List<TableSchema> schemas(String table) throws IOException {
        var schemas = new ArrayList<TableSchema>();
        for (Path file : walk(GoldenTables.table(table).resolve("schema"), "schema-")) {
            schemas.add(SchemaJson.parse(Files.readString(file), file.toString()));
        }
        return schemas;
    }

    private static List<Path> files(String table) throws IOException {
        return walk(GoldenTables.table(table), "").stream()
                .filter(file -> file.toString().endsWith(".parquet"))
                .toList();
    }

    private static List<Path> walk(Path directory, String prefix) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList();
        }
    }
}
