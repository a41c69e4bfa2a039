package dev.varve.table.vectors;

import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import dev.varve.table.vectors.VectorCase.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One table for many vectors of functions: a column for each function with its type and settings, a key for each vector, whose
 * rows are null in the columns of others.
 */
final class FunctionTable {
    private final Map<List<Object>, Integer> columns = new LinkedHashMap<>();
    private final List<DataField> fields = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private final List<VectorCase> vectors;

    private FunctionTable(List<VectorCase> vectors) {
        this.vectors = vectors;
    }

    /** Those vectors as histories of one table. */
    static VectorTable of(List<VectorCase> vectors) {
        return new FunctionTable(vectors).table();
    }

    private VectorTable table() {
        fields.add(vectors.get(0).spec().fields().get(0));
        vectors.forEach(this::column);
        TableSpec first = vectors.get(0).spec();
        TableSpec spec = new TableSpec(fields, first.primaryKeys(), List.of(), options, first.comment());
        return new VectorTable(vectors.stream()
                .map(vector -> new VectorCase(
                        vector.id(),
                        vector.json(),
                        spec,
                        vector.steps().stream()
                                .map(step -> new Step(step.rows().stream()
                                        .map(row -> wide(row, column(vector)))
                                        .toList()))
                                .toList(),
                        column(vector)))
                .toList());
    }

    /** The column of the vector's function, which is added if there is none yet. */
    private int column(VectorCase vector) {
        DataField field = vector.spec().fields().get(1);
        return columns.computeIfAbsent(List.of(field.type(), vector.spec().options()), function -> {
            int position = fields.size();
            String name = field.name() + position;
            fields.add(new DataField(position, name, field.type()));
            vector.spec()
                    .options()
                    .forEach((key, value) -> options.put(key.replace("fields.v.", "fields." + name + "."), value));
            return position;
        });
    }

    private GenericRow wide(GenericRow row, int column) {
        GenericRow wide = new GenericRow(RowKind.INSERT, fields.size());
        wide.set(0, row.valueAt(0));
        wide.set(column, row.valueAt(1));
        wide.setKind(row.kind());
        return wide;
    }
}
