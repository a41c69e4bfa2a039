package dev.varve.table.write;

import dev.varve.table.option.TableOptions;
import dev.varve.table.row.RowKind;

/**
 * Row kinds that never reach the buffer (semantics, merge engines, section 1: row-kind filter).
 *
 * @param ignoreDelete drops -D and -U
 * @param ignoreUpdateBefore drops -U
 */
record KindFilter(boolean ignoreDelete, boolean ignoreUpdateBefore) {
    static KindFilter of(TableOptions options) {
        return new KindFilter(options.ignoreDelete(), options.ignoreUpdateBefore());
    }

    boolean drops(RowKind kind) {
        return switch (kind) {
            case INSERT, UPDATE_AFTER -> false;
            case UPDATE_BEFORE -> ignoreDelete || ignoreUpdateBefore;
            case DELETE -> ignoreDelete;
        };
    }
}
