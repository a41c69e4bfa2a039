package dev.varve.connect.event;

import static java.util.Map.entry;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Maxwell's daemon: {@code database}, {@code table}, {@code type}, {@code data} with the row as it is (or was, if it was deleted),
 * and {@code old} with what the changed columns were before.
 *
 * <p>The primary key is told by {@code primary_key_columns} where Maxwell is set to write it
 * ({@code output_primary_key_columns=true}), else by the record's key, whose fields are named {@code pk.<column>}.
 */
final class MaxwellForm implements EventForm {
    private static final String KEY_PREFIX = "pk.";
    /** A bootstrap reads rows again that the stream may have told of already. */
    private static final String REPEATED = "bootstrap-insert";

    private enum Kind {
        UPSERT,
        UPDATE,
        DELETE,
        BOOTSTRAP,
        SCHEMA_CHANGE
    }

    private static final Map<String, Kind> KINDS = Map.ofEntries(
            entry("insert", Kind.UPSERT),
            entry(REPEATED, Kind.UPSERT),
            entry("update", Kind.UPDATE),
            entry("delete", Kind.DELETE),
            entry("bootstrap-start", Kind.BOOTSTRAP),
            entry("bootstrap-complete", Kind.BOOTSTRAP),
            entry("table-create", Kind.SCHEMA_CHANGE),
            entry("table-alter", Kind.SCHEMA_CHANGE),
            entry("table-drop", Kind.SCHEMA_CHANGE),
            entry("database-create", Kind.SCHEMA_CHANGE),
            entry("database-alter", Kind.SCHEMA_CHANGE),
            entry("database-drop", Kind.SCHEMA_CHANGE));

    @Override
    public boolean matches(RecordParts record) {
        if (!(record.value() instanceof Map<?, ?> map)) {
            return false;
        }
        String type = Fields.textOf(map, "type");
        return type != null
                && KINDS.containsKey(type)
                && map.get("database") instanceof String
                && map.get("ts") instanceof Number
                && (map.get("data") instanceof Map || map.containsKey("sql"));
    }

    @Override
    public ChangeEvent decode(RecordParts record) {
        if (!record.hasFields()) {
            throw record.bad("", "the value is " + Kinds.of(record.value()) + ", expected an event of Maxwell");
        }
        String type = Fields.textOf(record.value(), "type");
        if (type == null) {
            throw record.bad(
                    "type",
                    "found " + Kinds.of(Fields.of(record.value(), "type"))
                            + ", expected the type of an event of Maxwell; if these are none, set cdc.format");
        }
        Kind kind = KINDS.get(type);
        if (kind == null) {
            throw record.bad(
                    "type", "unknown type '" + type + "', expected insert, update, delete or bootstrap-insert");
        }
        return switch (kind) {
            case UPSERT ->
                new ChangeEvent.Upsert(
                        record.origin(),
                        record.topic(),
                        keyOf(record, data(record)),
                        image(data(record)),
                        MysqlSource.of(record.value()),
                        type.equals(REPEATED));
            case UPDATE ->
                new ChangeEvent.Update(
                        record.origin(),
                        record.topic(),
                        keyOf(record, data(record)),
                        before(record),
                        image(data(record)),
                        MysqlSource.of(record.value()));
            case DELETE ->
                new ChangeEvent.Delete(
                        record.origin(),
                        record.topic(),
                        keyOf(record, data(record)),
                        Optional.of(image(data(record))),
                        MysqlSource.of(record.value()));
            case BOOTSTRAP -> new ChangeEvent.Skip(record.origin(), record.topic(), SkipReason.BOOTSTRAP);
            case SCHEMA_CHANGE -> new ChangeEvent.Skip(record.origin(), record.topic(), SkipReason.SCHEMA_CHANGE);
        };
    }

    private static RowImage image(Map<?, ?> row) {
        return new RowImage.OfMap(row, Set.of());
    }

    private static Map<?, ?> data(RecordParts record) {
        return map(record, "data").orElseThrow(() -> record.bad("data", "it is null or missing, expected the row"));
    }

    /** What did not change is as it is now. */
    private static Optional<RowImage> before(RecordParts record) {
        return map(record, "old").map(old -> {
            Map<Object, Object> before = new HashMap<>(data(record));
            before.putAll(old);
            return image(before);
        });
    }

    private static Optional<Map<?, ?>> map(RecordParts record, String name) {
        Object value = Fields.of(record.value(), name);
        if (value != null && !(value instanceof Map)) {
            throw record.bad(name, "found " + Kinds.of(value) + ", expected a map of columns");
        }
        return Optional.ofNullable((Map<?, ?>) value);
    }

    private RecordKey keyOf(RecordParts record, Map<?, ?> row) {
        Object columns = Fields.of(record.value(), "primary_key_columns");
        if (columns == null) {
            return key(record);
        }
        if (!(columns instanceof List<?> names)) {
            throw record.bad("primary_key_columns", "found " + Kinds.of(columns) + ", expected a list of columns");
        }
        return RowKeys.of(record, "primary_key_columns", names, row);
    }

    @Override
    public RecordKey key(RecordParts record) {
        if (!(record.key().value() instanceof Map<?, ?> map)) {
            return record.key();
        }
        Map<String, Object> columns = new LinkedHashMap<>();
        map.forEach((name, value) -> {
            if (name instanceof String text && text.startsWith(KEY_PREFIX)) {
                columns.put(text.substring(KEY_PREFIX.length()), value);
            }
        });
        return columns.isEmpty() ? record.key() : new RecordKey(null, columns);
    }
}
