package dev.varve.table.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.merge.MergeVectors.Vector;
import dev.varve.table.option.ColumnOptions;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.GoldenValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The vectors of all engines through the functions alone: all versions of a key merged at once, and
 * in every way of cutting them into flushes. What only tables have (visibility of level 0, changelogs, the column that holds the
 * row kind) is tested with tables.
 */
class MergeVectorsTest {
    private static final Set<String> ABOUT_TABLES =
            Set.of("dd-035", "dd-036", "dd-037", "dd-038", "dd-039", "dd-040", "fr-016");

    static Stream<Vector> vectors() {
        return Stream.of("partial-update.json", "aggregation-tables.json", "deduplicate-first-row.json")
                .flatMap(MergeVectors::of)
                .filter(vector -> !ABOUT_TABLES.contains(vector.id()));
    }

    static Stream<Vector> vectorsWithRows() {
        return vectors().filter(vector -> vector.json().has("expected"));
    }

    static Stream<Vector> vectorsWithoutCompaction() {
        return vectorsWithRows().filter(vector -> !vector.compacts());
    }

    static Stream<Vector> vectorsWithErrors() {
        return vectors().filter(vector -> !vector.json().has("expected"));
    }

    @ParameterizedTest
    @MethodSource("vectorsWithRows")
    void allVersionsAtOnce(Vector vector) {
        TableSchema schema = vector.schema();
        MergeRules.requireWritable(schema, vector.tableOptions());
        History history = new History(schema, MergeRules.of(schema, vector.tableOptions()));
        Map<GenericRow, List<KeyValue>> keys = new LinkedHashMap<>();
        long sequence = 0;
        for (JsonNode step : vector.json().get("steps")) {
            if (step.has("compact")) {
                keys.replaceAll((key, versions) -> history.complete(versions)
                        .filter(result -> result.kind().isAdd())
                        .map(List::of)
                        .orElse(List.of()));
            }
            for (KeyValue version : written(step, vector, history, sequence)) {
                sequence = version.sequence() + 1;
                keys.merge((GenericRow) version.key(), List.of(version), MergeVectorsTest::concat);
            }
        }
        List<GenericRow> rows = new ArrayList<>();
        keys.values().forEach(versions -> history.visible(versions).ifPresent(rows::add));
        assertRows(vector, rows);
    }

    @ParameterizedTest
    @MethodSource("vectorsWithoutCompaction")
    void everyWayOfCuttingIntoFlushes(Vector vector) {
        TableSchema schema = vector.schema();
        History history = new History(schema, MergeRules.of(schema, vector.tableOptions()));
        Map<GenericRow, List<KeyValue>> keys = new LinkedHashMap<>();
        long sequence = 0;
        for (JsonNode step : vector.json().get("steps")) {
            for (KeyValue version : written(step, vector, history, sequence)) {
                sequence = version.sequence() + 1;
                keys.merge((GenericRow) version.key(), List.of(version), MergeVectorsTest::concat);
            }
        }
        keys.values().forEach(versions -> Cuts.assertEquivalent(history, versions));
    }

    @ParameterizedTest
    @MethodSource("vectorsWithErrors")
    void refusedWhenCreatedOrWritten(Vector vector) {
        TableSchema schema = vector.schema();
        TableOptions options = vector.tableOptions();
        if (vector.failsAt().equals("create")) {
            assertThatThrownBy(() -> {
                        options.requireConsistent();
                        ColumnOptions.requireColumns(
                                options.asMap(), schema.rowType().names());
                        MergeRules.requireWritable(schema, options);
                    })
                    .isInstanceOf(InvalidInputException.class);
            return;
        }
        assertThat(vector.failsAt()).isEqualTo("write");
        MergeRules.requireWritable(schema, options);
        MergeRules rules = MergeRules.of(schema, options);
        assertThatThrownBy(() -> {
                    for (JsonNode step : vector.json().get("steps")) {
                        for (JsonNode write : step.get("write")) {
                            GenericRow row = MergeVectors.row(write, schema);
                            if (row.kind().isRetract()) {
                                rules.retractions().requireApplicable(row.kind(), row);
                            }
                        }
                    }
                })
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cannot be written");
    }

    /** The versions of a step that reach the buffer. */
    private static List<KeyValue> written(JsonNode step, Vector vector, History history, long firstSequence) {
        List<KeyValue> versions = new ArrayList<>();
        TableOptions options = vector.tableOptions();
        long sequence = firstSequence;
        for (JsonNode write : step.path("write")) {
            GenericRow row = MergeVectors.row(write, vector.schema());
            RowKind kind = row.kind();
            boolean dropped = kind.isRetract() && options.ignoreDelete()
                    || kind == RowKind.UPDATE_BEFORE && options.ignoreUpdateBefore();
            if (!dropped) {
                if (kind.isRetract()) {
                    history.rules().retractions().requireApplicable(kind, row);
                }
                versions.add(history.version(sequence++, kind, row));
            }
        }
        return versions;
    }

    private static void assertRows(Vector vector, List<GenericRow> rows) {
        TableSchema schema = vector.schema();
        List<List<Object>> expected = new ArrayList<>();
        List<List<Object>> found = new ArrayList<>();
        JsonNode projection = vector.json().path("projection");
        for (JsonNode row : vector.json().get("expected")) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                int column = projection.isArray() ? projection.get(i).intValue() : i;
                values.add(GoldenValues.fromJson(
                        row.get(i), schema.fields().get(column).type()));
            }
            expected.add(values);
        }
        for (GenericRow row : rows) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < (projection.isArray() ? projection.size() : row.arity()); i++) {
                values.add(row.valueAt(projection.isArray() ? projection.get(i).intValue() : i));
            }
            found.add(values);
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<KeyValue> concat(List<KeyValue> left, List<KeyValue> right) {
        return Stream.concat(left.stream(), right.stream()).toList();
    }
}
