package dev.varve.connect.event;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Canal's flat messages: {@code database}, {@code table}, {@code type}, {@code data} with one or several rows, {@code old} with
 * what the changed columns of each row were before, {@code pkNames} and {@code mysqlType} with the declarations by which the
 * values, all of them texts, are read. Without declarations values are the texts that they are. Confined to the task thread.
 */
final class CanalForm implements EventForm {
    private static final Set<String> ROW_TYPES = Set.of("INSERT", "UPDATE", "DELETE");
    /** Declarations that are remembered. A topic may carry all tables of a database. */
    private static final int MAX_TABLES = 1_000;

    private final Map<Declarations, MysqlColumns> known = new LinkedHashMap<>();

    private record Declarations(Map<?, ?> types, List<String> primaryKey) {}

    @Override
    public boolean matches(RecordParts record) {
        return record.value() instanceof Map<?, ?> map
                && map.get("isDdl") instanceof Boolean
                && map.get("type") instanceof String
                && map.containsKey("database")
                && map.containsKey("table")
                && map.containsKey("data");
    }

    @Override
    public ChangeEvent decode(RecordParts record) {
        if (!record.hasFields()) {
            throw record.bad("", "the value is " + Kinds.of(record.value()) + ", expected a flat message of Canal");
        }
        String type = Fields.textOf(record.value(), "type");
        if (type == null) {
            throw record.bad(
                    "type",
                    "found " + Kinds.of(Fields.of(record.value(), "type"))
                            + ", expected the type of a flat message of Canal; if these are none, set cdc.format");
        }
        EventSource source = MysqlSource.of(record.value());
        if (type.equals("TRUNCATE")) {
            return new ChangeEvent.Truncate(record.origin(), record.topic(), source);
        }
        if (ROW_TYPES.contains(type)) {
            return rows(record, type, source);
        }
        if (Boolean.TRUE.equals(Fields.of(record.value(), "isDdl")) || type.equals("QUERY")) {
            return new ChangeEvent.Skip(record.origin(), record.topic(), SkipReason.SCHEMA_CHANGE);
        }
        throw record.bad("type", "unknown type '" + type + "', expected INSERT, UPDATE or DELETE");
    }

    private ChangeEvent rows(RecordParts record, String type, EventSource source) {
        List<?> data = list(record, "data");
        List<?> old = list(record, "old");
        if (data.isEmpty()) {
            return new ChangeEvent.Skip(record.origin(), record.topic(), SkipReason.NO_ROWS);
        }
        if (!old.isEmpty() && old.size() != data.size()) {
            throw record.bad("old", "it has " + old.size() + " rows, expected as many as data: " + data.size());
        }
        List<?> primaryKey = list(record, "pkNames");
        Optional<MysqlColumns> columns = columns(record, primaryKey);
        List<ChangeEvent.OfRow> events = new ArrayList<>(data.size());
        for (int i = 0; i < data.size(); i++) {
            String at = "data[" + i + "]";
            Map<?, ?> row =
                    row(record, at, data.get(i)).orElseThrow(() -> record.bad(at, "it is null, expected the row"));
            Optional<Map<?, ?>> before = old.isEmpty()
                    ? Optional.empty()
                    : row(record, "old[" + i + "]", old.get(i)).map(changed -> overlaid(row, changed));
            RecordKey key = RowKeys.of(record, "pkNames", primaryKey, row);
            RowImage image = image(record, at, columns, row);
            events.add(
                    switch (type) {
                        case "INSERT" -> new ChangeEvent.Upsert(record.origin(), record.topic(), key, image, source);
                        case "UPDATE" ->
                            new ChangeEvent.Update(
                                    record.origin(),
                                    record.topic(),
                                    key,
                                    before.map(was -> image(record, at, columns, was)),
                                    image,
                                    source);
                        default ->
                            new ChangeEvent.Delete(record.origin(), record.topic(), key, Optional.of(image), source);
                    });
        }
        return events.size() == 1 ? events.get(0) : new ChangeEvent.Several(record.origin(), record.topic(), events);
    }

    /** What did not change is as it is now. */
    private static Map<?, ?> overlaid(Map<?, ?> row, Map<?, ?> changed) {
        Map<Object, Object> before = new HashMap<>(row);
        before.putAll(changed);
        return before;
    }

    private static RowImage image(RecordParts record, String at, Optional<MysqlColumns> columns, Map<?, ?> row) {
        return columns.isPresent()
                ? new RowImage.OfStruct(columns.get().read(record, at, row), Set.of())
                : new RowImage.OfMap(row, Set.of());
    }

    private Optional<MysqlColumns> columns(RecordParts record, List<?> primaryKey) {
        Object types = Fields.of(record.value(), "mysqlType");
        if (types == null) {
            return Optional.empty();
        }
        if (!(types instanceof Map<?, ?> map)) {
            throw record.bad("mysqlType", "found " + Kinds.of(types) + ", expected a map of declarations");
        }
        if (map.isEmpty()) {
            return Optional.empty();
        }
        List<String> first = primaryKey.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
        var declarations = new Declarations(map, first);
        MysqlColumns columns = known.get(declarations);
        if (columns == null) {
            if (known.size() == MAX_TABLES) {
                known.remove(known.keySet().iterator().next());
            }
            columns = MysqlColumns.of(map, first);
            known.put(declarations, columns);
        }
        return Optional.of(columns);
    }

    private static List<?> list(RecordParts record, String name) {
        Object value = Fields.of(record.value(), name);
        if (value != null && !(value instanceof List)) {
            throw record.bad(name, "found " + Kinds.of(value) + ", expected a list");
        }
        return value == null ? List.of() : (List<?>) value;
    }

    private static Optional<Map<?, ?>> row(RecordParts record, String at, Object value) {
        if (value != null && !(value instanceof Map)) {
            throw record.bad(at, "found " + Kinds.of(value) + ", expected a map of columns");
        }
        return Optional.ofNullable((Map<?, ?>) value);
    }
}
