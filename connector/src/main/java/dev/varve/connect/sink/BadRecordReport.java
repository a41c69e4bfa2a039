package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.event.BadRecordException;
import dev.varve.table.TableId;
import dev.varve.table.error.InvalidInputException;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;

/**
 * What the errant-record reporter is told of a record. Connect writes the message into the dead letter's header
 * {@code __connect.errors.exception.message}, and lets a connector add no header of its own; so the message begins with what a
 * program may want to know: {@code [reason=wrong-type table=default.orders] record orders-0@42, field qty: …}.
 */
final class BadRecordReport extends DataException {
    private static final long serialVersionUID = 1L;

    private final String origin;

    /** @param origin {@code topic-partition@offset} of the record */
    BadRecordReport(Optional<TableId> table, String origin, RuntimeException why) {
        super(
                "[reason=" + reasonOf(why)
                        + table.map(id -> " table=" + id).orElse("") + "] "
                        + (why instanceof BadRecordException ? "" : "record " + origin + ": ") + why.getMessage(),
                why);
        this.origin = requireNonNull(origin, "origin is null");
    }

    String origin() {
        return origin;
    }

    /** One of few texts. */
    static String reasonOf(RuntimeException why) {
        if (why instanceof BadRecordException bad) {
            return bad.reason().text();
        }
        if (why.getCause() instanceof InvalidInputException) {
            return "refused-by-table";
        }
        return why instanceof RowTooLargeException ? "too-large" : "other";
    }
}
