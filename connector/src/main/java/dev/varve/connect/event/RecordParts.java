package dev.varve.connect.event;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * What decoders see of a record.
 *
 * @param topic the topic after transforms
 * @param valueSchema null without schemas
 * @param value null for a tombstone
 */
record RecordParts(Origin origin, String topic, RecordKey key, Schema valueSchema, Object value) {
    /**
     * The parts of a record. A value that is the text of a JSON object is read here, every number exactly, and so is such a key
     * beside it.
     *
     * @throws BadRecordException if the value is a damaged JSON object, or still has the JSON converter's wrapper with its schema
     */
    static RecordParts of(SinkRecord record, Origin origin) {
        RecordKey key = record.key() == null ? RecordKey.NONE : new RecordKey(record.keySchema(), record.key());
        RecordParts parts = new RecordParts(origin, record.topic(), key, record.valueSchema(), record.value());
        if (record.value() instanceof String text && JsonText.looksLikeObject(text)) {
            parts = parts.read(text);
        }
        parts.requireUnwrapped();
        return parts;
    }

    private RecordParts read(String text) {
        Object json = JsonText.parse(text, reason -> bad("", "the value is a text that is not JSON: " + reason));
        return new RecordParts(origin, topic, readKey(), null, json);
    }

    private RecordKey readKey() {
        return key.value() instanceof String text && JsonText.looksLikeObject(text)
                ? new RecordKey(
                        null, JsonText.parse(text, reason -> bad("", "the key is a text that is not JSON: " + reason)))
                : key;
    }

    private void requireUnwrapped() {
        if (value instanceof Map<?, ?> map
                && map.size() == 2
                && map.containsKey("payload")
                && map.get("schema") instanceof Map<?, ?> schema
                && schema.get("type") instanceof String) {
            throw bad(
                    "",
                    "the value carries its schema beside its payload; let the JSON converter read both:"
                            + " value.converter.schemas.enable=true (and key.converter.schemas.enable=true)");
        }
    }

    boolean hasFields() {
        return value instanceof Struct || value instanceof Map;
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
