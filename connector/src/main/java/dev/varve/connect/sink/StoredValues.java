package dev.varve.connect.sink;

import dev.varve.table.ChangeNeeds;
import dev.varve.table.Table;
import dev.varve.table.option.MergeEngine;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.ValueReader;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Fills in values that the source did not send because they had not changed, as PostgreSQL does with large ones: they are taken
 * from the newest row of the key, be it in the table or still in the buffers. Columns in which a null keeps the stored value need
 * none of this. Confined to the task's thread.
 *
 * <p>A writer's buffers cannot be asked, so from the first row on that lacks a value the rows that wait for a commit are remembered
 * here as well, up to a bound; what is not remembered has to be committed before it can be found. A table that merges rows column
 * by column, or orders them by a column, remembers none: only the merged row is the one.
 */
final class StoredValues {
    /** Rows that are remembered until the next commit. */
    static final int MAX_REMEMBERED = 10_000;

    /** Columns whose value must be looked up. */
    private final Set<String> overwritten;
    /** Whether the row that was written last is what the key has: not where rows are merged, or ordered by a column. */
    private final boolean newestIsWhole;

    private final RowType type;
    private final int[] primaryKey;
    private final Map<Row, Row> remembered = new HashMap<>();
    private boolean remembering;
    private boolean complete;

    StoredValues(TableSchema schema) {
        ChangeNeeds needs = ChangeNeeds.of(schema);
        overwritten = new HashSet<>(needs.replaced());
        overwritten.removeAll(needs.keptUnderNull());
        newestIsWhole = schema.tableOptions().mergeEngine() == MergeEngine.DEDUPLICATE
                && schema.tableOptions().sequenceFields().isEmpty();
        type = schema.rowType();
        primaryKey = schema.positions(schema.primaryKeys());
    }

    /** Whether these rows lack a value that must be found first. */
    boolean isNeeded(TableChange.Step.Write write) {
        return !write.unavailable().isEmpty() && write.unavailable().stream().anyMatch(overwritten::contains);
    }

    /**
     * Whether the newest row of the key can be told without committing first.
     *
     * @param pending whether rows wait for a commit
     */
    boolean canFind(TableChange.Step.Write write, boolean pending) {
        if (!newestIsWhole) {
            return !pending;
        }
        if (!remembering) {
            remembering = true;
            complete = !pending;
        }
        return complete || !pending || remembered.containsKey(keyOf(write.rows().get(0)));
    }

    /** The last of the rows with the stored values in its unavailable columns; null where the key had no row. */
    GenericRow fill(TableChange.Step.Write write, Table table) {
        List<? extends Row> rows = write.rows();
        Row key = keyOf(rows.get(0));
        Row newest = remembered.get(key);
        Optional<Row> stored = newest == null
                ? table.get(key)
                : Optional.of(newest).filter(row -> row.kind().isAdd());
        GenericRow filled = GenericRow.copyOf(rows.get(rows.size() - 1), type);
        stored.ifPresent(row -> write.unavailable().stream()
                .filter(overwritten::contains)
                .forEach(column -> {
                    int i = type.indexOf(column);
                    filled.set(i, ValueReader.copyAt(row, i, type.type(i)));
                }));
        return filled;
    }

    /** A row waits for a commit. */
    void wrote(Row row) {
        if (!remembering) {
            return;
        }
        GenericRow copy = GenericRow.copyOf(row, type);
        Row key = keyOf(copy);
        if (remembered.size() >= MAX_REMEMBERED && !remembered.containsKey(key)) {
            complete = false;
            return;
        }
        remembered.put(key, copy);
    }

    /** Nothing waits for a commit any more. */
    void settled() {
        remembered.clear();
        complete = true;
    }

    /** Values of the primary key columns in primary-key order. */
    private Row keyOf(Row row) {
        var key = new GenericRow(RowKind.INSERT, primaryKey.length);
        for (int i = 0; i < primaryKey.length; i++) {
            key.set(i, ValueReader.copyAt(row, primaryKey[i], type.type(primaryKey[i])));
        }
        return key;
    }
}
