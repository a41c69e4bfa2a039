package dev.varve.connect.convert;

import dev.varve.table.schema.SchemaChange;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;

/**
 * How rows of one value schema become rows of one table schema.
 *
 * @param schema null for rows without schema
 * @param hidden fields that are no columns
 * @param missing what the table lacks for the schema
 * @param computed how the table's computed columns are computed
 * @param settled whether it serves other rows as well: not while a computed column waits for a value that tells its type
 */
record RowPlan(
        Schema schema,
        Set<String> hidden,
        FieldReader reader,
        List<ValueConverter> converters,
        List<Boolean> mayBeUnavailable,
        List<SchemaChange> missing,
        List<ComputedColumn> computed,
        boolean settled) {
    RowPlan {
        converters = List.copyOf(converters);
        mayBeUnavailable = List.copyOf(mayBeUnavailable);
        missing = List.copyOf(missing);
        computed = List.copyOf(computed);
    }

    /** Whether this is the plan for a row with this very schema object. */
    @SuppressWarnings("ReferenceEquality")
    boolean isFor(Schema rowSchema, Set<String> rowHidden) {
        return schema == rowSchema && hidden == rowHidden;
    }

    /** Whether a schema that is another object says the same. */
    boolean suits(Schema rowSchema, Set<String> rowHidden) {
        return schema != null && schema.equals(rowSchema) && hidden.equals(rowHidden);
    }
}
