package dev.varve.table.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.testing.VectorValues;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.Sketches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The behaviour vectors of the aggregate functions, each through the function itself. Cases on the level of tables concern the
 * engine that calls the functions.
 */
class AggregateVectorsTest {
    /** Cases about an option of the engine: rows that a delete removes, and its conflict with ignored retractions. */
    private static final Set<String> OF_THE_ENGINE = Set.of("sum-044", "sum-046");

    private static final Map<String, String> MESSAGES = Map.of(
            "unsupported_type", "needs",
            "out_of_range", "is outside the range of",
            "unsupported_retract", "does not support retraction; to ignore retractions set 'fields.v.ignore-retract'",
            "division_by_zero", "is a division by zero",
            "incomparable_type", "have no order",
            "bad_option", "'fields.v.",
            "non_terminating_decimal", "has no finite decimal expansion",
            "unknown_function", "does not exist");

    @Test
    void everyCaseIsOfTheFunctionOrOfTheEngine() {
        assertThat(cases()).hasSize(288);
        assertThat(cases().filter(AggregateVectorsTest::isOfTheFunction)).hasSize(270);
    }

    @ParameterizedTest
    @MethodSource("casesOfTheFunction")
    void functionDoesAsTheVectorSays(JsonNode vector) {
        for (boolean binary : new boolean[] {false, true}) {
            if (vector.has("error")) {
                assertThatThrownBy(() -> run(vector, binary))
                        .isInstanceOf(InvalidInputException.class)
                        .hasMessageContaining("column 'v'")
                        .hasMessageContaining(
                                MESSAGES.get(vector.get("error").get("kind").textValue()));
            } else {
                checkResult(vector, run(vector, binary));
            }
        }
    }

    private static Object run(JsonNode vector, boolean binary) {
        DataType type = TypeParser.parse(vector.get("type").textValue());
        RowType rowType = RowType.ofTypes(List.of(type));
        AggregateFunction function = create(vector, type);
        function.reset();
        for (JsonNode input : vector.get("inputs")) {
            Row row = GenericRow.of(VectorValues.fromJson(input.get(1), type));
            Row source = binary ? new RowSerializer(rowType).toBinary(row) : row;
            if (input.get(0).textValue().equals("+I")
                    || input.get(0).textValue().equals("+U")) {
                function.add(source, 0);
            } else {
                function.retract(source, 0);
            }
        }
        Object result = function.result();
        function.reset();
        assertThat(function.result()).as("a reset function").isNull();
        return result;
    }

    private static AggregateFunction create(JsonNode vector, DataType type) {
        Map<String, String> options = new HashMap<>();
        if (vector.has("options")) {
            vector.get("options")
                    .fields()
                    .forEachRemaining(option -> options.put(
                            "fields.v." + option.getKey(), option.getValue().textValue()));
        }
        return AggregateFunctions.create(
                vector.get("function").textValue(), new AggregateColumn("v", type, AggregateOptions.of("v", options)));
    }

    private static void checkResult(JsonNode vector, Object result) {
        DataType type = TypeParser.parse(vector.get("type").textValue());
        JsonNode expected = vector.get("expected");
        if (expected.has("hll_estimate")) {
            assertThat(Math.round(HllSketch.heapify((byte[]) result).getEstimate()))
                    .isEqualTo(expected.get("hll_estimate").longValue());
        } else if (expected.has("theta_estimate")) {
            assertThat(Math.round(
                            Sketches.wrapSketch(Memory.wrap((byte[]) result)).getEstimate()))
                    .isEqualTo(expected.get("theta_estimate").longValue());
        } else {
            JsonNode found = GoldenValues.toJson(result, type);
            JsonNode wanted = GoldenValues.toJson(VectorValues.fromJson(expected, type), type);
            if (vector.has("compare") && vector.get("compare").textValue().equals("unordered")) {
                assertThat(sorted(found)).isEqualTo(sorted(wanted));
            } else {
                assertThat(found).isEqualTo(wanted);
            }
        }
    }

    private static List<String> sorted(JsonNode array) {
        List<String> elements = new ArrayList<>();
        array.forEach(element -> elements.add(element.toString()));
        Collections.sort(elements);
        return elements;
    }

    static Stream<JsonNode> casesOfTheFunction() {
        return cases().filter(AggregateVectorsTest::isOfTheFunction);
    }

    private static boolean isOfTheFunction(JsonNode vector) {
        return !vector.has("level") && !OF_THE_ENGINE.contains(vector.get("id").textValue());
    }

    private static Stream<JsonNode> cases() {
        try (InputStream in = AggregateVectorsTest.class.getResourceAsStream("/vectors/aggregates.json")) {
            JsonNode document = new ObjectMapper().readTree(Objects.requireNonNull(in, "no aggregates.json"));
            return StreamSupport.stream(document.get("cases").spliterator(), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
