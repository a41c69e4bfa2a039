package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables that Apache Paimon 1.4.2 wrote read to the rows that it reads itself. */
class GoldenTablesTest {
    private TableEngine engine;

    @BeforeEach
    void startEngine() {
        engine = TableEngine.start(EngineSettings.defaults());
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    static Stream<String> readable() {
        return GoldenTables.names().stream();
    }

    @Test
    void allTablesAreRead() {
        assertThat(GoldenTables.names()).hasSize(27);
    }

    @ParameterizedTest
    @MethodSource("readable")
    void newestSnapshotReadsToTheExpectedRows(String name) {
        Table table = open(name);
        assertThat(json(Tables.rows(table), table.schema().rowType()))
                .containsExactlyInAnyOrderElementsOf(expectedRows(name));
    }

    @ParameterizedTest
    @MethodSource("readable")
    void everySnapshotReadsToTheExpectedRowsWithTheColumnsOfItsTime(String name) {
        Table table = open(name);
        for (JsonNode expected : snapshots(name)) {
            long id = expected.get("id").asLong();
            List<JsonNode> rows;
            try (RowCursor cursor = table.scan().snapshot(id).open()) {
                rows = json(drain(cursor), cursor.type());
            }
            assertThat(rows)
                    .as("snapshot %s", id)
                    .hasSize(expected.get("rowCount").asInt());
            if (expected.has("rows")) {
                assertThat(rows).as("snapshot %s", id).containsExactlyInAnyOrderElementsOf(list(expected.get("rows")));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("readable")
    void everyRowIsFoundByItsKey(String name) {
        Table table = open(name);
        TableSchema schema = table.schema();
        RowType keyType = schema.rowType().project(schema.positions(schema.primaryKeys()));
        for (JsonNode row : expectedRows(name).stream().limit(20).toList()) {
            assertThat(table.get(GoldenValues.row(row, keyType)))
                    .as("key of %s", row)
                    .hasValueSatisfying(
                            found -> assertThat(GoldenValues.comparable(GoldenValues.toJson(found, schema.rowType())))
                                    .isEqualTo(row));
        }
    }

    @ParameterizedTest
    @MethodSource("readable")
    void columnsAreProjectedInAnyOrder(String name) {
        Table table = open(name);
        List<String> names = new ArrayList<>(table.schema().rowType().names());
        Collections.reverse(names);
        List<String> chosen = names.subList(0, (names.size() + 1) / 2);
        List<JsonNode> expected = new ArrayList<>();
        for (JsonNode row : expectedRows(name)) {
            expected.add(((ObjectNode) row.deepCopy()).retain(chosen));
        }
        try (RowCursor cursor = table.scan().columns(chosen).open()) {
            assertThat(cursor.type().names()).isEqualTo(chosen);
            assertThat(json(drain(cursor), cursor.type())).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private Table open(String name) {
        return engine.open(GoldenTables.table(name).toString());
    }

    private static List<JsonNode> expectedRows(String name) {
        return GoldenValues.expectedRows(name).stream()
                .map(GoldenValues::comparable)
                .toList();
    }

    private static List<JsonNode> snapshots(String name) {
        return list(GoldenValues.parse(GoldenTables.expected(name)).get("snapshots"));
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(GoldenValues::comparable)
                .toList();
    }

    private static List<GenericRow> drain(RowCursor cursor) {
        var rows = new ArrayList<GenericRow>();
        while (cursor.advance()) {
            rows.add(GenericRow.copyOf(cursor.row(), cursor.type()));
        }
        return rows;
    }

    private static List<JsonNode> json(List<GenericRow> rows, RowType type) {
        return rows.stream()
                .map(row -> GoldenValues.comparable(GoldenValues.toJson(row, type)))
                .toList();
    }
}
