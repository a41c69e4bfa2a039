package dev.varve.connect.event;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * Recognises records that a capturing tool writes for itself. With schemas the schema's name tells; without, the shape does,
 * so that a table which merely has such a name is not taken for one. Confined to the task thread.
 */
final class ServiceRecords {
    private static final String DEBEZIUM = "io.debezium.connector.";
    private static final String HEARTBEAT_TOPIC = "__debezium-heartbeat";
    /** Columns of a signal table, and what flattening may add to them. */
    private static final int MOST_SIGNAL_FIELDS = 16;

    private static final Set<String> SIGNALS = Set.of(
            "log",
            "schema-changes",
            "execute-snapshot",
            "stop-snapshot",
            "pause-snapshot",
            "resume-snapshot",
            "snapshot-window-open",
            "snapshot-window-close");

    /** The last schema that no such record can have; most records have the schema of the one before. */
    private Schema ordinary;

    /** What the record is, if it is of no table; its value is not null. */
    Optional<SkipReason> recognise(RecordParts record) {
        if (record.valueSchema() == null) {
            return byShape(record);
        }
        if (record.valueSchema() == ordinary) {
            return Optional.empty();
        }
        Optional<SkipReason> reason = bySchema(record);
        if (reason.isEmpty() && !mayBeSignal(record)) {
            ordinary = record.valueSchema();
        }
        return reason;
    }

    private static Optional<SkipReason> bySchema(RecordParts record) {
        String schema = record.schemaName();
        if (schema.startsWith(DEBEZIUM)) {
            Optional<SkipReason> named = byName(schema);
            if (named.isPresent()) {
                return named;
            }
        }
        return byShape(record);
    }

    /** Whether the schema is that of a signal table, so that each value must be looked at. */
    private static boolean mayBeSignal(RecordParts record) {
        if (record.valueSchema().type() != Schema.Type.STRUCT) {
            return false;
        }
        Field after = record.valueSchema().field("after");
        Schema row = after == null ? record.valueSchema() : after.schema();
        return row.type() == Schema.Type.STRUCT
                && row.fields().size() <= MOST_SIGNAL_FIELDS
                && row.field("type") != null
                && row.field("data") != null;
    }

    private static Optional<SkipReason> byName(String schema) {
        if (schema.endsWith(".Heartbeat")) {
            return Optional.of(SkipReason.HEARTBEAT);
        }
        if (schema.endsWith(".TransactionMetadataValue")) {
            return Optional.of(SkipReason.TRANSACTION);
        }
        return schema.endsWith(".SchemaChangeValue") ? Optional.of(SkipReason.SCHEMA_CHANGE) : Optional.empty();
    }

    private static Optional<SkipReason> byShape(RecordParts record) {
        if (record.origin().topic().startsWith(HEARTBEAT_TOPIC) && record.hasField("ts_ms")) {
            return Optional.of(SkipReason.HEARTBEAT);
        }
        if (record.hasField("event_count")
                && record.hasField("data_collections")
                && record.hasField("status")
                && record.hasField("id")) {
            return Optional.of(SkipReason.TRANSACTION);
        }
        if (record.hasField("ddl") && record.hasField("databaseName") && record.hasField("source")) {
            return Optional.of(SkipReason.SCHEMA_CHANGE);
        }
        return isSignal(record) ? Optional.of(SkipReason.SIGNAL) : Optional.empty();
    }

    /** A row of a signal table has exactly the columns id, type and data, and its type is one of the known signals. */
    private static boolean isSignal(RecordParts record) {
        if (!record.hasField("op")) {
            return isSignalRow(record.value());
        }
        return isSignalRow(Fields.of(record.value(), "after")) || isSignalRow(Fields.of(record.value(), "before"));
    }

    private static boolean isSignalRow(Object row) {
        return Fields.has(row, "type")
                && Fields.has(row, "data")
                && Fields.has(row, "id")
                && Fields.count(row) == 3
                && Fields.of(row, "type") instanceof String type
                && SIGNALS.contains(type);
    }
}
