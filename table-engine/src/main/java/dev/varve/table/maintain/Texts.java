package dev.varve.table.maintain;

import dev.varve.table.row.Row;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;

/** Values in words, for findings and errors. */
final class Texts {
    private Texts() {}

    /** The values of a row: one alone as it is, several in brackets. */
    static String row(Row row, RowType type) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < type.arity(); i++) {
            values.add(String.valueOf(ValueReader.valueAt(row, i, type.type(i))));
        }
        return values.size() == 1 ? values.get(0) : values.toString();
    }
}
