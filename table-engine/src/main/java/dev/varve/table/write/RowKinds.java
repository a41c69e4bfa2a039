package dev.varve.table.write;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;

/** Where the kind of a written row is found: with the row, or in the column {@code rowkind.field} (semantics, merge engines, section 1). */
@FunctionalInterface
interface RowKinds {
    /** @throws InvalidInputException if the row does not say its kind */
    RowKind kindOf(Row row);

    /** @throws InvalidInputException if the column is missing or holds no text */
    static RowKinds of(RowType type, TableOptions options) {
        return options.rowKindField().map(column -> inColumn(type, column)).orElse(Row::kind);
    }

    private static RowKinds inColumn(RowType type, String column) {
        int position = type.indexOf(column);
        if (position < 0) {
            throw new InvalidInputException("Rowkind field: '" + column
                    + "' can not be found in table schema. The columns are " + type.names() + ".");
        }
        TypeRoot root = type.type(position).root();
        if (root != TypeRoot.CHAR && root != TypeRoot.VARCHAR) {
            throw new InvalidInputException("option 'rowkind.field' names column '" + column + "' of type "
                    + type.type(position) + ", but only support string type for rowkind: CHAR or VARCHAR");
        }
        return row -> {
            if (row.isNull(position)) {
                throw new InvalidInputException(
                        "Row kind cannot be null. Column '" + column + "' (rowkind.field) must hold +I, -U, +U or -D.");
            }
            String text = row.stringAt(position).toString();
            for (RowKind kind : RowKind.values()) {
                if (kind.shortName().equals(text)) {
                    return kind;
                }
            }
            throw new InvalidInputException("Unsupported short string '" + text + "' for row kind. Column '" + column
                    + "' (rowkind.field) must hold +I, -U, +U or -D.");
        };
    }
}
