package dev.varve.connect.convert;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.BadRecordException.Reason;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.Fields;
import dev.varve.connect.event.RecordKey;
import dev.varve.connect.event.RowImage;
import dev.varve.table.ChangeNeeds;
import dev.varve.table.option.ChangelogProducer;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Struct;

/**
 * How changes are told to one table, and which events say too little for it. The rule behind all refusals: a record that would make a
 * value wrong in silence is a bad record. Immutable.
 */
final class ChangeRules {
    private static final String WHOLE_ROWS =
            "Let the source send whole rows before changes (Debezium envelopes; PostgreSQL: ALTER TABLE … REPLICA IDENTITY FULL)";

    private final TableOptions options;
    private final ChangeNeeds needs;
    private final boolean logsInput;
    private final Optional<String> kindColumn;
    /** Fields that the primary key is made of. */
    private final List<String> keyFields;

    ChangeRules(TableSchema schema, FieldColumns columns) {
        options = requireNonNull(schema, "schema is null").tableOptions();
        needs = ChangeNeeds.of(schema);
        logsInput = options.changelogProducer() == ChangelogProducer.INPUT
                && !options.ignoreUpdateBefore()
                && !options.ignoreDelete();
        kindColumn = options.rowKindField();
        keyFields = columns.keyFields(schema.primaryKeys());
    }

    /** What the merge engine needs. */
    ChangeNeeds needs() {
        return needs;
    }

    /** The column that holds each row's kind. */
    Optional<String> kindColumn() {
        return kindColumn;
    }

    /** Whether an update is -U and +U instead of +U alone. */
    boolean tellsRowBeforeUpdate() {
        return needs.rowBeforeUpdate() || logsInput;
    }

    /** The row before, if the event has it as far as this table wants it. */
    Optional<RowImage> before(Optional<RowImage> image, RecordKey key) {
        return needs.rowBeforeUpdate() || needs.rowBeforeDelete() || !isToldBy(key)
                ? RowsBefore.whole(image, key)
                : image;
    }

    /** Whether the record's key has all that the primary key is made of, so that rows with other primary keys have other record keys. */
    boolean isToldBy(RecordKey key) {
        if (!(key.value() instanceof Struct) && !(key.value() instanceof Map)) {
            return key.isPresent() && keyFields.size() == 1;
        }
        for (String field : keyFields) {
            if (!Fields.has(key.value(), field)) {
                return false;
            }
        }
        return true;
    }

    /** @throws BadRecordException if the row may replace one that the table would have to take back */
    void requireNew(ChangeEvent.Upsert upsert) {
        if (upsert.mayReplace() && needs.rowBeforeUpdate() && kindColumn.isEmpty()) {
            throw refused(
                    upsert,
                    "the row may replace an earlier one, and the record does not say which, but the table must take the old"
                            + " values of " + needs.takenBack() + " back " + engine()
                            + ". Rows of incremental snapshots, of flattened events without __op, and of cdc.format=upsert are such."
                            + " " + WHOLE_ROWS
                            + ", have flattened events tell their operation (add.fields=op), or set cdc.format=insert if every"
                            + " record is a row of its own" + orIgnore());
        }
    }

    /** @throws BadRecordException if the update lacks the row before, which the table needs */
    void requireRowBefore(ChangeEvent.Update update) {
        if (needs.rowBeforeUpdate()) {
            throw refused(
                    update,
                    "the update does not say what the whole row was before, but the table must take the old values of "
                            + needs.takenBack() + " back " + engine() + ". " + WHOLE_ROWS + orIgnore());
        }
        if (logsInput) {
            throw refused(
                    update,
                    "the update does not say what the row was before, but the table must know it (changelog-producer=input)."
                            + " " + WHOLE_ROWS + ", or use changelog-producer=lookup, which finds it in the table");
        }
    }

    /** Whether the table can delete a row of which only the record's key is known. */
    boolean canDeleteBy(RecordKey key) {
        return !needs.rowBeforeDelete() && isToldBy(key);
    }

    /** @throws BadRecordException if the delete lacks the row before, which the table needs */
    void requireRowBefore(ChangeEvent.Delete delete) {
        if (needs.rowBeforeDelete()) {
            throw refused(
                    delete,
                    "the delete does not say what the whole row was before, but the table must take back "
                            + (needs.takenBack().isEmpty()
                                    ? "what its sequence groups hold of it"
                                    : "the old values of " + needs.takenBack())
                            + " " + engine() + ". " + WHOLE_ROWS + orIgnore());
        }
    }

    /**
     * A row's own column says what it does, so an event that means something else cannot be told.
     *
     * @throws BadRecordException for an update or delete that the table would have to take back
     */
    void requireNoKindColumn(ChangeEvent.OfRow event) {
        if (kindColumn.isPresent() && (needs.rowBeforeUpdate() || needs.rowBeforeDelete())) {
            throw refused(
                    event,
                    "column " + kindColumn.get()
                            + " says what each row does (rowkind.field), but this is an update or delete of"
                            + " the source, which changes a row that is there " + engine()
                            + ". Let each record be a row of its own (cdc.format=insert), or remove rowkind.field");
        }
    }

    /** A value that the source did not send, as it had not changed, cannot be kept. */
    BadRecordException unavailable(ChangeEvent event, String column) {
        return new BadRecordException(
                Reason.REFUSED,
                event.origin(),
                column,
                "the source did not send the value, as it did not change, and the table cannot keep it as it is "
                        + engine() + ". " + WHOLE_ROWS);
    }

    private String orIgnore() {
        if (needs.takenBack().isEmpty()) {
            return ", or set ignore-delete=true to leave deletes out";
        }
        return ", or leave old values in on purpose: fields.<column>.ignore-retract=true for a column, ignore-delete=true for"
                + " updates and deletes as a whole";
    }

    private String engine() {
        return "(merge-engine=" + options.mergeEngine().text() + ")";
    }

    private static BadRecordException refused(ChangeEvent event, String message) {
        return new BadRecordException(Reason.REFUSED, event.origin(), "before", message);
    }
}
