package dev.varve.table.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.table.row.Row;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;

/** A row's values as one text each, null for null: plain for scalars, JSON for nested values. */
final class CellText {
    private CellText() {}

    static List<String> of(Row row, RowType type) {
        ObjectNode object = ValueJson.format(row, type);
        var cells = new ArrayList<String>(type.arity());
        for (JsonNode value : object) {
            cells.add(value.isNull() ? null : value.isValueNode() ? value.asText() : value.toString());
        }
        return cells;
    }
}
