package dev.varve.table.vectors;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.testing.GoldenValues;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All vectors of all merge engines. */
final class VectorCases {
    private static final List<VectorCase> ALL = Stream.of(
                    "aggregates.json", "merge/partial-update.json", "merge/deduplicate-first-row.json")
            .flatMap(file -> read(file).stream())
            .toList();

    private VectorCases() {}

    static List<VectorCase> all() {
        return ALL;
    }

    /** Those whose tables cannot be created. */
    static List<VectorCase> refusedAtCreation() {
        return ALL.stream().filter(vector -> vector.failsAt().equals("create")).toList();
    }

    /**
     * The tables of the others. Vectors of one table share it, and so do vectors of functions: those with retractions, and those
     * without. Those whose retractions are refused share one with others of their function, for a refusal names the first column
     * that cannot retract. Those that make merges fail have tables of their own.
     */
    static List<VectorTable> tables() {
        Map<List<Object>, List<VectorCase>> groups = new LinkedHashMap<>();
        for (VectorCase vector : ALL) {
            if (!vector.failsAt().equals("create")) {
                groups.computeIfAbsent(groupOf(vector), group -> new ArrayList<>())
                        .add(vector);
            }
        }
        return groups.values().stream()
                .map(group -> group.size() > 1 && group.get(0).isOfFunction()
                        ? FunctionTable.of(group)
                        : new VectorTable(group))
                .toList();
    }

    private static List<Object> groupOf(VectorCase vector) {
        if (vector.failsAt().equals("merge") || vector.hasCompactions()) {
            return List.of(vector.id());
        } else if (vector.isOfFunction() && vector.failsAt().isEmpty()) {
            return List.of(vector.json().path("tableOptions").toString(), vector.hasRetractions());
        }
        return List.of(vector.spec());
    }

    private static List<VectorCase> read(String file) {
        try (InputStream in =
                requireNonNull(VectorCases.class.getResourceAsStream("/vectors/" + file), () -> "no " + file)) {
            List<VectorCase> vectors = new ArrayList<>();
            for (JsonNode json : GoldenValues.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .get("cases")) {
                vectors.add(
                        json.has("inputs")
                                ? VectorCase.ofFunction(json, vectors.size() + 1)
                                : VectorCase.ofTable(json, vectors.size() + 1));
            }
            return vectors;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
