package dev.varve.connect.convert;

import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.SchemaChange;
import java.util.List;

/** What a {@link TableConverter} made of an event. */
public sealed interface Conversion {
    /**
     * Rows to write, in this order.
     *
     * @param rows one or two rows with their kinds, or none if the event says nothing new; lent until the converter's next call
     * @param unavailable columns of the last row whose value the source did not send: the row holds null there, and the stored
     *     value of the key must be kept
     */
    record Rows(List<GenericRow> rows, List<String> unavailable) implements Conversion {
        public Rows {
            rows = List.copyOf(rows);
            unavailable = List.copyOf(unavailable);
        }
    }

    /**
     * The table must first be changed so; then the event is converted anew with a converter of the new schema. Settings allow
     * every one of the changes. An event needs at most two rounds unless others change the table meanwhile: one for what its
     * schema lacks and one for what its values need.
     */
    record Drift(List<SchemaChange> changes) implements Conversion {
        public Drift {
            changes = List.copyOf(changes);
        }
    }
}
