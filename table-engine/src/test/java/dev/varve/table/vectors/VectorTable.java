package dev.varve.table.vectors;

import dev.varve.table.error.Check;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.RowType;
import dev.varve.table.vectors.VectorCase.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Vectors that share a table, each with keys of its own: several without compactions, or one.
 *
 * @param vectors at least one, of equal specifications
 */
record VectorTable(List<VectorCase> vectors) {
    VectorTable {
        vectors = List.copyOf(vectors);
        Check.argument(
                vectors.size() == 1 || vectors.stream().noneMatch(VectorCase::hasCompactions),
                "vectors with compactions share a table: %s",
                vectors);
    }

    TableSpec spec() {
        return vectors.get(0).spec();
    }

    /** The table with more options. */
    TableSpec spec(Map<String, String> more) {
        Map<String, String> options = new LinkedHashMap<>(spec().options());
        options.putAll(more);
        return new TableSpec(spec().fields(), spec().primaryKeys(), spec().partitionKeys(), options, spec().comment());
    }

    RowType type() {
        return vectors.get(0).type();
    }

    GenericRow keyOf(GenericRow row) {
        return vectors.get(0).keyOf(row);
    }

    /** Whether this row is one that is refused when it is written. */
    boolean isRefused(GenericRow row) {
        return vectors.stream()
                .anyMatch(vector -> vector.isRefused(row) && vector.keys().contains(keyOf(row)));
    }

    /** Whether a vector has more than one commit, or compactions. */
    boolean hasSteps() {
        return vectors.stream().anyMatch(vector -> vector.steps().size() > 1);
    }

    /** What happens to the table: the first steps of all vectors, then the second ones, and so on. */
    List<Step> steps() {
        return together(VectorCase::steps);
    }

    /** All rows in one commit. */
    Step inOneCommit() {
        return new Step(
                vectors.stream().flatMap(vector -> vector.writes().stream()).toList());
    }

    /** Each row of a vector in a commit of its own, together with rows of the others. */
    List<Step> inCommitsOfOne() {
        return together(vector ->
                vector.writes().stream().map(row -> new Step(List.of(row))).toList());
    }

    private List<Step> together(Function<VectorCase, List<Step>> steps) {
        List<List<GenericRow>> together = new ArrayList<>();
        for (VectorCase vector : vectors) {
            List<Step> ofVector = steps.apply(vector);
            for (int i = 0; i < ofVector.size(); i++) {
                if (i == together.size()) {
                    together.add(new ArrayList<>());
                }
                together.get(i).addAll(ofVector.get(i).rows());
            }
        }
        return together.stream().map(Step::new).toList();
    }
}
