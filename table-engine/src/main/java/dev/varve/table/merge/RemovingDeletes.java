package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.option.ChangelogProducer;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is stored of a delete that removes its row ({@code partial-update.remove-record-on-delete}, {@code
 * aggregation.remove-record-on-delete}): the key, the table's sequence columns and columns that must not be null; every other one is
 * null. Merging here makes nothing of them, but Apache Paimon 1.4.2 begins the next row of the key with them, so that what was
 * deleted would come back for its readers. Confined to one thread.
 */
public final class RemovingDeletes {
    private final ComposedRow row;
    private final int[] kept;

    private RemovingDeletes(int arity, int[] kept) {
        this.row = new ComposedRow(arity);
        this.kept = requireNonNull(kept, "kept is null");
    }

    /**
     * Of a table with this schema; empty if its deletes remove no row by themselves, or if its changelog is made of what is written and
     * needs them whole.
     *
     * @param options the schema's, or those with some replaced
     */
    public static Optional<RemovingDeletes> of(TableSchema schema, TableOptions options) {
        if (!removesRows(schema, options) || options.changelogProducer() == ChangelogProducer.INPUT) {
            return Optional.empty();
        }
        RowType type = schema.rowType();
        Set<String> names = new HashSet<>(schema.primaryKeys());
        names.addAll(schema.partitionKeys());
        names.addAll(options.sequenceFields());
        int[] kept = IntStream.range(0, type.arity())
                .filter(i ->
                        !type.type(i).nullable() || names.contains(type.field(i).name()))
                .toArray();
        return Optional.of(new RemovingDeletes(type.arity(), kept));
    }

    private static boolean removesRows(TableSchema schema, TableOptions options) {
        return switch (options.mergeEngine()) {
            case PARTIAL_UPDATE ->
                PartialUpdateOptions.plan(schema, options, schema.rowType()).retractions()
                        == PartialUpdateRetractions.REMOVE_ROW;
            case AGGREGATE -> options.aggregationRemovesOnDelete() && !options.ignoreDelete();
            case DEDUPLICATE, FIRST_ROW -> false;
        };
    }

    /** The row as it is to be stored; valid as long as {@code given} is and until the next call. */
    public Row stored(Row given, RowKind kind) {
        if (kind != RowKind.DELETE) {
            return given;
        }
        for (int position : kept) {
            row.take(position, given);
        }
        return row;
    }
}
