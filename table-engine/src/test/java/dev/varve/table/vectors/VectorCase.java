package dev.varve.table.vectors;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.varve.table.error.Check;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.testing.VectorValues;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.Sketches;

/**
 * A vector as the history of a table. One that feeds a function directly is a table with the columns {@code k}, the key, and
 * {@code v}: its inputs are written to a key of its own in one commit, so that vectors of one function can share a table.
 *
 * @param json the vector as recorded
 * @param spec the table
 * @param steps what happens to it
 * @param valueColumn position of the column that the vector's function aggregates, 0 if it describes a table
 */
record VectorCase(String id, JsonNode json, TableSpec spec, List<Step> steps, int valueColumn) {
    private static final int KEYS_OF_A_VECTOR = 10;

    VectorCase {
        requireNonNull(id, "id is null");
        requireNonNull(json, "json is null");
        requireNonNull(spec, "spec is null");
        steps = List.copyOf(steps);
    }

    /** Rows of one commit; none stands for a full compaction. */
    record Step(List<GenericRow> rows) {
        Step {
            rows = List.copyOf(rows);
        }

        boolean isCompaction() {
            return rows.isEmpty();
        }
    }

    /** A vector that describes a table. */
    static VectorCase ofTable(JsonNode recorded, int number) {
        JsonNode json = canShare(recorded) ? withKeysFrom(recorded, number * KEYS_OF_A_VECTOR) : recorded;
        List<DataField> fields = new ArrayList<>();
        for (JsonNode field : json.get("fields")) {
            fields.add(
                    field(fields.size(), field.get(0).textValue(), field.get(1).textValue()));
        }
        List<String> keys = new ArrayList<>();
        json.get("primaryKey").forEach(key -> keys.add(key.textValue()));
        Map<String, String> options = new LinkedHashMap<>(Map.of("bucket", "1"));
        putAll(options, "", json.get("options"));
        RowType type = new RowType(fields, false);
        List<Step> steps = new ArrayList<>();
        for (JsonNode step : json.get("steps")) {
            List<GenericRow> rows = new ArrayList<>();
            step.path("write").forEach(write -> rows.add(row(write.get(0), values(write.get(1), type))));
            steps.add(new Step(rows));
        }
        return new VectorCase(json.get("id").textValue(), json, spec(fields, keys, options), steps, 0);
    }

    /** A vector that feeds a function, as the history of this key. */
    static VectorCase ofFunction(JsonNode json, int key) {
        List<DataField> fields = List.of(
                field(0, "k", "INT NOT NULL"), field(1, "v", json.get("type").textValue()));
        Map<String, String> options = new LinkedHashMap<>(Map.of("bucket", "1"));
        options.put("merge-engine", "aggregation");
        options.put("fields.v.aggregate-function", json.get("function").textValue());
        putAll(options, "fields.v.", json.path("options"));
        putAll(options, "", json.path("tableOptions"));
        List<GenericRow> rows = new ArrayList<>();
        for (JsonNode input : json.get("inputs")) {
            Object value = VectorValues.fromJson(input.get(1), fields.get(1).type());
            rows.add(row(input.get(0), new Object[] {key, value}));
        }
        List<Step> steps = rows.isEmpty() ? List.of() : List.of(new Step(rows));
        return new VectorCase(json.get("id").textValue(), json, spec(fields, List.of("k"), options), steps, 1);
    }

    private static boolean canShare(JsonNode json) {
        String key = json.get("fields").get(0).get(1).textValue();
        return json.get("primaryKey").size() == 1 && key.equals("INT NOT NULL") && !json.has("projection");
    }

    /** The vector with greater keys, those in the first column, so that it meets none of another vector in one table. */
    private static JsonNode withKeysFrom(JsonNode recorded, int from) {
        JsonNode json = recorded.deepCopy();
        List<ArrayNode> rows = new ArrayList<>();
        json.get("steps").forEach(step -> step.path("write").forEach(write -> rows.add((ArrayNode) write.get(1))));
        json.path("expected").forEach(row -> rows.add((ArrayNode) row));
        rows.forEach(row -> row.set(0, row.numberNode(from + row.get(0).intValue())));
        return json;
    }

    private static DataField field(int id, String name, String type) {
        return new DataField(id, name, TypeParser.parse(type));
    }

    private static TableSpec spec(List<DataField> fields, List<String> keys, Map<String, String> options) {
        return new TableSpec(fields, keys, List.of(), options, Optional.empty());
    }

    private static void putAll(Map<String, String> options, String prefix, JsonNode added) {
        added.properties()
                .forEach(entry ->
                        options.put(prefix + entry.getKey(), entry.getValue().textValue()));
    }

    private static Object[] values(JsonNode values, RowType type) {
        return IntStream.range(0, type.arity())
                .mapToObj(i -> VectorValues.fromJson(values.get(i), type.type(i)))
                .toArray();
    }

    private static GenericRow row(JsonNode kind, Object[] values) {
        return GenericRow.ofKind(RowKind.parse(kind.textValue()), values);
    }

    boolean hasCompactions() {
        return steps.stream().anyMatch(Step::isCompaction);
    }

    boolean hasRetractions() {
        return writes().stream().anyMatch(row -> row.kind().isRetract());
    }

    boolean isOfFunction() {
        return json.has("inputs");
    }

    RowType type() {
        return new RowType(spec.fields(), false);
    }

    GenericRow keyOf(GenericRow row) {
        return GenericRow.of(spec.primaryKeys().stream()
                .map(name -> row.valueAt(type().indexOf(name)))
                .toArray());
    }

    /** All rows that are written, in order. */
    List<GenericRow> writes() {
        return steps.stream().flatMap(step -> step.rows().stream()).toList();
    }

    /** The keys that are written. */
    Set<GenericRow> keys() {
        return writes().stream().map(this::keyOf).collect(Collectors.toSet());
    }

    /** The moment when the vector fails: {@code create}, {@code write} or {@code merge}; empty if it does not. */
    String failsAt() {
        if (!json.has("error")) {
            return "";
        }
        String kind = json.get("error").get("kind").textValue();
        return switch (kind) {
            // Tables refuse when a row is written what functions alone refuse when they are fed.
            case "unsupported_retract", "bad_rowkind" -> "write";
            case "unsupported_type" -> "create";
            default -> json.get("error").get("phase").textValue();
        };
    }

    /** The rows of a read, as {@link #text} shows them, in its order. */
    List<String> expected() {
        List<String> rows = new ArrayList<>();
        if (isOfFunction()) {
            String value = expectedText(json.get("expected"), type().type(valueColumn));
            keys().forEach(key ->
                    rows.add(List.of(key.valueAt(0).toString(), value).toString()));
        } else {
            for (JsonNode row : json.get("expected")) {
                int[] columns = columns();
                rows.add(IntStream.range(0, columns.length)
                        .mapToObj(i -> expectedText(row.get(i), type().type(columns[i])))
                        .toList()
                        .toString());
            }
        }
        Collections.sort(rows);
        return rows;
    }

    /** Whether this row of a vector that fails when it is written is one that is refused. */
    boolean isRefused(GenericRow row) {
        boolean readsKinds = spec.options().containsKey("rowkind.field");
        return failsAt().equals("write") && (row.kind().isRetract() || readsKinds);
    }

    /** What a read returns of a vector of which rows are refused when they are written: there is one other row at most. */
    List<String> acceptedRows() {
        List<GenericRow> accepted =
                writes().stream().filter(row -> !isRefused(row)).toList();
        Check.that(accepted.size() <= 1, "%s has several rows beside those that are refused", id);
        return text(accepted);
    }

    /** Rows as text, in the order of the texts: the columns that the vector reads. */
    List<String> text(List<GenericRow> rows) {
        return rows.stream()
                .map(row -> IntStream.of(columns())
                        .mapToObj(i -> text(row.valueAt(i), type().type(i)))
                        .toList()
                        .toString())
                .sorted()
                .toList();
    }

    private int[] columns() {
        if (isOfFunction()) {
            return new int[] {0, valueColumn};
        }
        JsonNode projection = json.path("projection");
        return IntStream.range(0, projection.isArray() ? projection.size() : type().arity())
                .map(i -> projection.isArray() ? projection.get(i).intValue() : i)
                .toArray();
    }

    private String expectedText(JsonNode value, DataType type) {
        JsonNode estimate = value.has("hll_estimate") ? value.get("hll_estimate") : value.get("theta_estimate");
        return estimate == null ? text(VectorValues.fromJson(value, type), type) : estimate.asText();
    }

    private String text(Object value, DataType type) {
        String function = json.path("function").asText();
        if (value instanceof byte[] bytes && function.equals("hll_sketch")) {
            return Long.toString(Math.round(HllSketch.heapify(bytes).getEstimate()));
        } else if (value instanceof byte[] bytes && function.equals("theta_sketch")) {
            return Long.toString(
                    Math.round(Sketches.wrapSketch(Memory.wrap(bytes)).getEstimate()));
        }
        JsonNode node = GoldenValues.toJson(value, type);
        if (node.isArray() && json.path("compare").asText().equals("unordered")) {
            List<String> elements = new ArrayList<>();
            node.forEach(element -> elements.add(element.toString()));
            Collections.sort(elements);
            return elements.toString();
        }
        return node.toString();
    }

    @Override
    public String toString() {
        return Stream.of(id, json.path("title").asText(), json.path("note").asText())
                .filter(text -> !text.isEmpty())
                .toList()
                .toString();
    }
}
