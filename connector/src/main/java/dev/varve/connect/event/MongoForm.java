package dev.varve.connect.event;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.config.MongoLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Struct;

/**
 * Debezium's envelope of MongoDB: {@code before} and {@code after} are documents as texts of extended JSON, the record's key is
 * {@code id}, a text of the same kind. The key of the row is the column {@code _id}, a text: an object id's digits, a text itself,
 * a number as it prints, anything else as its JSON.
 */
final class MongoForm implements EventForm {
    private static final String ID = "_id";
    private static final String DOCUMENT = "document";

    private final MongoLayout layout;

    MongoForm(MongoLayout layout) {
        this.layout = requireNonNull(layout, "layout is null");
    }

    @Override
    public boolean matches(RecordParts record) {
        String op = Fields.textOf(record.value(), "op");
        if (op == null || op.length() != 1) {
            return false;
        }
        return Fields.of(record.value(), "after") instanceof String
                || Fields.of(record.value(), "before") instanceof String
                || record.hasField("updateDescription")
                || Fields.has(Fields.of(record.value(), "source"), "collection");
    }

    @Override
    public ChangeEvent decode(RecordParts record) {
        if (!record.hasFields()) {
            throw record.bad(
                    "", "the value is " + Kinds.of(record.value()) + ", expected a Debezium envelope of MongoDB");
        }
        String op = Fields.textOf(record.value(), "op");
        if (op == null) {
            throw record.bad(
                    "op",
                    "found " + Kinds.of(Fields.of(record.value(), "op"))
                            + ", expected one of the texts c, r, u, d; if these are not Debezium envelopes, set cdc.format");
        }
        RecordKey key = key(record);
        EventSource source = source(record);
        return switch (op) {
            case "c", "r" ->
                new ChangeEvent.Upsert(
                        record.origin(),
                        record.topic(),
                        key,
                        required(record, op, key),
                        source,
                        source.find("snapshot").filter("incremental"::equals).isPresent());
            case "u" ->
                new ChangeEvent.Update(
                        record.origin(),
                        record.topic(),
                        key,
                        image(record, "before", key),
                        required(record, op, key),
                        source);
            case "d" ->
                new ChangeEvent.Delete(record.origin(), record.topic(), key, image(record, "before", key), source);
            default -> throw record.bad("op", "unknown operation '" + op + "', expected one of c, r, u, d");
        };
    }

    private RowImage required(RecordParts record, String op, RecordKey key) {
        return image(record, "after", key).orElseThrow(() -> record.bad("after", missing(op)));
    }

    private static String missing(String op) {
        return "it is null in an event with op " + op + ", expected the whole document"
                + (op.equals("u")
                        ? ": set the source's capture.mode=change_streams_update_full, or another mode with post-images"
                        : "");
    }

    private Optional<RowImage> image(RecordParts record, String name, RecordKey key) {
        Object value = Fields.of(record.value(), name);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof String text)) {
            throw record.bad(name, "found " + Kinds.of(value) + ", expected a document as a text of JSON");
        }
        Map<String, Object> columns = new LinkedHashMap<>();
        MongoDocument document = MongoDocument.parse(
                text, reason -> record.bad(name, "it is not a document as a text of JSON: " + reason));
        Object id = document.id().map(Object.class::cast).orElse(Fields.of(key.value(), ID));
        columns.put(ID, id);
        switch (layout) {
            case DOCUMENT -> columns.put(DOCUMENT, text);
            case COLUMNS -> columns.putAll(document.columns(reason -> record.bad(name, reason)));
        }
        columns.put(ID, id);
        return Optional.of(new RowImage.OfMap(columns, Set.of()));
    }

    /** {@code id} of the record's key, or the key itself, is a text of JSON; one that is none is the id itself. */
    @Override
    public RecordKey key(RecordParts record) {
        Object key = record.key().value();
        Object id = key instanceof Struct || key instanceof Map ? Fields.of(key, "id") : key;
        if (id == null) {
            return RecordKey.NONE;
        }
        return new RecordKey(null, Map.of(ID, MongoDocument.idOf(id.toString())));
    }

    private static EventSource source(RecordParts record) {
        return new EnvelopeSource(record.value(), "collection");
    }
}
