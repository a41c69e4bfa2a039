package dev.varve.table.differential;

import dev.varve.table.type.ArrayType;
import dev.varve.table.type.RowType;

/**
 * Where Apache Paimon Java 1.4.2 does not follow the rules by which the model and Varve work (semantics, merge engines, sections 1
 * and 9), and what keeps these places out of the histories that both share:
 *
 * <pre>
 * a lone retraction is invisible and lost                     a key is retracted only while it has a row
 * retractions, and late rows of functions that ask for        one version of a key a commit; no partial compactions
 *   order, are merged without the row below: in a buffer,
 *   in a partial compaction
 * merge_map_with_keytime and nested_update with count-limit   the same
 *   are merged without the row below
 * partial-update and first_value with sequence.field merge    the same
 *   versions between which others belong
 * a buffer sorts descending sequence fields ascending         the same
 * the columns of a row-removing delete seed what follows      such deletes hold nothing but key and ages, and nothing that
 *                                                             follows is older
 * first_value and first_non_null_value remember their value   not used with remove-record-on-delete
 *   after a row-removing delete
 * what follows a removed row goes through the functions and   a group that says nothing has no values either; distinct arrays
 *   groups, instead of being the row as it is                 are written distinct
 * first_non_null_value of a sequence group takes a late null, not used in sequence groups
 *   and forgets that it has a value
 * bytes as elements and map keys are equal by identity        not used
 * sums and products overflow                                  values are small
 * null elements in nested arrays of collections               not used
 * rows of files cannot be compared, so collecting rows fails  such tables are Varve's alone
 *   when it looks for equal ones
 * retractions that cannot be applied are stored               not written
 * </pre>
 */
final class PaimonDepartures {
    private PaimonDepartures() {}

    /** Whether Paimon cannot merge such rows at all. */
    static boolean fail(TableCase table) {
        return table.columns().stream()
                .anyMatch(column -> column.isFunction("collect")
                        && column.type() instanceof ArrayType array
                        && array.element() instanceof RowType);
    }

    /** Whether Paimon's result is right only as long as every merge holds all older versions. */
    static boolean needBaseInMerge(TableCase table, boolean retracts) {
        boolean orderInGroups = table.groups().stream()
                .flatMap(group -> group.governed().stream())
                .map(table.columns()::get)
                .anyMatch(column -> column.function()
                        .map(name -> !FunctionModel.isOrderless(name))
                        .orElse(false));
        boolean looksBelow = table.usesFunction("merge_map_with_keytime")
                || table.columns().stream().anyMatch(column -> column.settings().containsKey("count-limit"));
        boolean sequence = !table.sequence().isEmpty()
                && (table.engine().equals(TableCase.PARTIAL_UPDATE) || table.usesFunction("first_value"));
        return retracts && !table.engine().equals(TableCase.DEDUPLICATE)
                || orderInGroups
                || looksBelow
                || sequence
                || table.descending();
    }
}
