package dev.varve.connect.event;

import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * What decoders see of a record.
 *
 * @param topic the topic after transforms
 * @param valueSchema null without schemas
 * @param value null for a tombstone
 */
record RecordParts(Origin origin, String topic, RecordKey key, Schema valueSchema, Object value) {
    boolean hasFields() {
        return value instanceof Struct || value instanceof java.util.Map;
    }

    boolean hasField(String name) {
        return Fields.has(value, name);
    }

    /** Name of the value's schema, {@code ""} if there is none. */
    String schemaName() {
        return valueSchema == null || valueSchema.name() == null ? "" : valueSchema.name();
    }

    /** The value as a row. */
    RowImage row(Set<String> hidden) {
        return RowImage.find(value, hidden)
                .orElseThrow(() -> bad(
                        "",
                        "the value is " + Kinds.of(value)
                                + ", expected a struct or a map whose fields are the columns"));
    }

    BadRecordException bad(String field, String message) {
        return new BadRecordException(BadRecordException.Reason.MALFORMED, origin, field, message);
    }
}
