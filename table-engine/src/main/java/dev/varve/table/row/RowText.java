package dev.varve.table.row;

import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;

/** Rows in words, for findings and errors. */
public final class RowText {
    private RowText() {}

    /** The values of a row: one alone as it is, several in brackets. */
    public static String of(Row row, RowType type) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < type.arity(); i++) {
            values.add(String.valueOf(ValueReader.valueAt(row, i, type.type(i))));
        }
        return values.size() == 1 ? values.get(0) : values.toString();
    }
}
