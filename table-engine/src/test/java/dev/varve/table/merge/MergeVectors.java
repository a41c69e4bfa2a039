package dev.varve.table.merge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.type.DataField;
import dev.varve.table.type.TypeParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The recorded histories of tables: options, steps, and what a read returns at the end or where it fails. */
final class MergeVectors {
    private MergeVectors() {}

    /** One of them. */
    record Vector(String id, JsonNode json) {
        TableSchema schema() {
            List<DataField> fields = new ArrayList<>();
            for (JsonNode field : json.get("fields")) {
                fields.add(new DataField(
                        fields.size(),
                        field.get(0).textValue(),
                        TypeParser.parse(field.get(1).textValue())));
            }
            List<String> keys = new ArrayList<>();
            json.get("primaryKey").forEach(key -> keys.add(key.textValue()));
            List<String> partitions = new ArrayList<>();
            json.path("partitionKey").forEach(key -> partitions.add(key.textValue()));
            return new TableSchema(
                    TableSchema.CURRENT_VERSION,
                    0,
                    fields,
                    fields.size() - 1,
                    partitions,
                    keys,
                    options(),
                    Optional.empty(),
                    0);
        }

        Map<String, String> options() {
            Map<String, String> options = new LinkedHashMap<>();
            json.get("options")
                    .properties()
                    .forEach(entry ->
                            options.put(entry.getKey(), entry.getValue().textValue()));
            options.putIfAbsent("bucket", "1");
            return options;
        }

        TableOptions tableOptions() {
            return TableOptions.of(options(), TableSchema.CURRENT_VERSION);
        }

        /** {@code create}, {@code write}, {@code run}, or empty where nothing fails. */
        String failsAt() {
            return json.path("error").path("phase").asText();
        }

        boolean compacts() {
            for (JsonNode step : json.get("steps")) {
                if (step.has("compact")) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String toString() {
            return id + " " + json.path("title").asText();
        }
    }

    static Stream<Vector> of(String file) {
        try (InputStream in = MergeVectors.class.getResourceAsStream("/vectors/merge/" + file)) {
            List<Vector> vectors = new ArrayList<>();
            for (JsonNode json : GoldenValues.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .get("cases")) {
                vectors.add(new Vector(json.get("id").textValue(), json));
            }
            return vectors.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A row of a step, {@code ["+I", [values]]}. */
    static GenericRow row(JsonNode write, TableSchema schema) {
        GenericRow row = values(write.get(1), schema);
        row.setKind(RowKind.parse(write.get(0).textValue()));
        return row;
    }

    static GenericRow values(JsonNode values, TableSchema schema) {
        GenericRow row = new GenericRow(RowKind.INSERT, schema.fields().size());
        for (int i = 0; i < row.arity(); i++) {
            row.set(
                    i,
                    GoldenValues.fromJson(values.get(i), schema.fields().get(i).type()));
        }
        return row;
    }
}
