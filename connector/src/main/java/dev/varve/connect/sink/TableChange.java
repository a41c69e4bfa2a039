package dev.varve.connect.sink;

import dev.varve.table.row.Row;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import java.util.List;
import java.util.Optional;

/** What one record does to its table, as far as it can be said without knowing the table's schema. */
public interface TableChange {
    /**
     * The table to create if it is missing; empty if it must not be created.
     *
     * @throws org.apache.kafka.connect.errors.DataException if the record does not say enough
     */
    Optional<TableSpec> newTable();

    /**
     * The next step for a table that has this schema.
     *
     * @throws org.apache.kafka.connect.errors.DataException if the record cannot be landed: a bad record
     */
    Step against(TableSchema schema);

    /** One step. */
    sealed interface Step {
        /** The rows to write, in this order; may be empty. They are valid until the next call of {@link #against}. */
        record Write(List<Row> rows) implements Step {}

        /** The table must follow the stream first; then ask again with the new schema. */
        record Evolve(List<SchemaChange> changes) implements Step {}

        /** All rows that the table has now are deleted. */
        record DeleteAll() implements Step {}
    }
}
