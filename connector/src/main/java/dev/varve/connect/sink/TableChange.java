package dev.varve.connect.sink;

import dev.varve.table.TableId;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Row;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;

/** What one record does to its table, as far as it can be said without knowing the table's schema. */
public interface TableChange {
    /**
     * The table to create if it is missing; empty if the record has no effect without one.
     *
     * @throws org.apache.kafka.connect.errors.DataException if the table must not be created, or the record does not say enough
     */
    Optional<TableSpec> newTable();

    /**
     * The next step for a table that has this schema.
     *
     * @throws org.apache.kafka.connect.errors.DataException if the record cannot be landed: a bad record
     */
    Step against(TableSchema schema);

    /**
     * What it means that the table does not allow a change that {@link #against} asked for: as a rule the fault of the record that
     * needs it.
     *
     * @return an exception to throw: one that is a {@code DataException} makes the record a bad one, any other ends the task
     */
    default ConnectException impossible(TableId table, InvalidInputException why) {
        return new DataException("table " + table + ": " + why.getMessage(), why);
    }

    /** One step. */
    sealed interface Step {
        /**
         * Rows are written. Lent until the next call of {@link #against}.
         *
         * @param rows in this order; may be empty. Of two rows the first takes back what the second replaces
         * @param unavailable columns of the last row whose value the source did not send: the stored value is to be kept
         */
        record Write(List<? extends Row> rows, List<String> unavailable) implements Step {
            public Write {
                rows = List.copyOf(rows);
                unavailable = List.copyOf(unavailable);
            }
        }

        /** The table must follow the stream first; then ask again with the new schema. */
        record Evolve(List<SchemaChange> changes) implements Step {
            public Evolve {
                changes = List.copyOf(changes);
            }
        }

        /** All rows that the table has now are deleted. */
        record DeleteAll() implements Step {}
    }
}
