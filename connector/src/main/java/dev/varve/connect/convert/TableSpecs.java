package dev.varve.connect.convert;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.config.TableLayoutSettings;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.BadRecordException.Reason;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.Fields;
import dev.varve.connect.event.RecordKey;
import dev.varve.connect.event.RowImage;
import dev.varve.table.TableId;
import dev.varve.table.error.TableException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.ColumnNames;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * The table for the first row that comes. Key columns that only the record's key has come first, then the row's fields in their
 * order; without schemas all key columns come first. Key columns are NOT NULL; other columns are nullable unless the event's
 * schema requires them and the table keeps rows as they come (merge engines deduplicate and first-row).
 */
public final class TableSpecs {
    private static final String BUCKET = "bucket";

    private final SinkSettings settings;

    public TableSpecs(SinkSettings settings) {
        this.settings = requireNonNull(settings, "settings is null");
    }

    /**
     * The table that the event's row belongs in; empty for a delete, which needs no table to be without effect.
     *
     * @throws BadRecordException if the row has no primary key, or a value that no column could hold
     * @throws ConfigException if the table would be partitioned by columns outside its primary key
     */
    public Optional<TableSpec> infer(TableId id, ChangeEvent.OfRow event) {
        if (event instanceof ChangeEvent.Upsert upsert) {
            return Optional.of(infer(id, event, upsert.row()));
        }
        return event instanceof ChangeEvent.Update update
                ? Optional.of(infer(id, event, update.after()))
                : Optional.empty();
    }

    private TableSpec infer(TableId id, ChangeEvent.OfRow event, RowImage row) {
        TableLayoutSettings layout = settings.tables().of(id);
        FieldColumns fields = new FieldColumns(id, layout.columns());
        List<String> primaryKey = layout.primaryKey()
                .orElseGet(() ->
                        fieldsOf(id, event).stream().map(fields::keyColumnOf).toList());
        fields.keyFields(primaryKey);
        Map<String, DataField> columns = new LinkedHashMap<>();
        boolean only = fields.plainKeyFields(primaryKey).size() == 1;
        for (String name : primaryKey) {
            String field = fields.fieldOf(name);
            if (field != null && !has(row, field)) {
                columns.put(name, keyColumn(id, event, field, name, only, layout));
            }
        }
        addColumns(columns, event, row, primaryKey, layout, fields);
        addDerived(columns, event, row, layout, fields);
        comment(columns, fields);
        requireKeyColumns(id, event, columns, primaryKey);
        Map<String, String> options = new LinkedHashMap<>(layout.options());
        options.putIfAbsent(BUCKET, Integer.toString(settings.tasksMax()));
        makeNullable(columns, primaryKey, options);
        return new TableSpec(
                List.copyOf(columns.values()),
                primaryKey,
                partitionKeys(id, event, columns, primaryKey, layout, options),
                options,
                layout.comment().filter(text -> !text.isEmpty()));
    }

    /** Where rows are merged column by column a column can become null though no row of the source has a null in it. */
    private static void makeNullable(
            Map<String, DataField> columns, List<String> primaryKey, Map<String, String> options) {
        switch (TableOptions.of(options, TableSchema.CURRENT_VERSION).mergeEngine()) {
            case PARTIAL_UPDATE, AGGREGATE ->
                columns.replaceAll((name, column) -> primaryKey.contains(name)
                        ? column
                        : column.withType(column.type().asNullable()));
            case DEDUPLICATE, FIRST_ROW -> {}
        }
    }

    private static void requireKeyColumns(
            TableId id, ChangeEvent.OfRow event, Map<String, DataField> columns, List<String> primaryKey) {
        for (String name : primaryKey) {
            DataField column = columns.get(name);
            if (column == null) {
                throw bad(
                        Reason.MISSING_KEY,
                        event,
                        name,
                        "it is null in the first row of table " + id
                                + ", so the type of this primary key column is unknown");
            }
            if (!hasOrder(column.type())) {
                throw bad(
                        Reason.WRONG_TYPE,
                        event,
                        name,
                        "a column of the primary key of table " + id + " cannot be "
                                + column.type().asNullable() + "; choose others with tables." + id.table()
                                + ".primary-key");
            }
            columns.put(name, column.withType(column.type().notNull()));
        }
    }

    /** Whether values of the type can be keys. */
    private static boolean hasOrder(DataType type) {
        return switch (type.root()) {
            case ARRAY, MAP, MULTISET, ROW -> false;
            default -> true;
        };
    }

    private static List<String> partitionKeys(
            TableId id,
            ChangeEvent.OfRow event,
            Map<String, DataField> columns,
            List<String> primaryKey,
            TableLayoutSettings layout,
            Map<String, String> options) {
        List<String> partitionKeys = layout.partitionKeys().orElse(List.of());
        if (!primaryKey.containsAll(partitionKeys) && !options.get(BUCKET).equals("-1")) {
            throw new ConfigException(
                    TableLayoutSettings.partitionsOutsideKey(id.toString(), partitionKeys, primaryKey));
        }
        for (String name : partitionKeys) {
            if (!columns.containsKey(name)) {
                throw bad(
                        Reason.MALFORMED,
                        event,
                        name,
                        "the table is partitioned by it, but the first row has no value for it");
            }
        }
        return partitionKeys;
    }

    private static boolean has(RowImage row, String name) {
        return !row.hidden().contains(name) && Fields.has(row.value(), name);
    }

    /** Names of the record key's fields. */
    private static List<String> fieldsOf(TableId id, ChangeEvent.OfRow event) {
        RecordKey key = event.key();
        List<String> names = new ArrayList<>();
        if (key.value() instanceof Struct struct) {
            struct.schema().fields().forEach(field -> names.add(field.name()));
        } else if (key.value() instanceof Map<?, ?> map) {
            names.addAll(ValueTypes.names(map));
        }
        if (names.isEmpty()) {
            throw bad(
                    Reason.MISSING_KEY,
                    event,
                    "",
                    "table " + id + " cannot be created: the record's key "
                            + (key.isPresent() ? "has no named fields" : "is null")
                            + ", so it does not tell the primary key; set tables." + id.table() + ".primary-key");
        }
        return names;
    }

    private DataField keyColumn(
            TableId id, ChangeEvent.OfRow event, String field, String name, boolean only, TableLayoutSettings layout) {
        RecordKey key = event.key();
        boolean hasFields = key.value() instanceof Struct || key.value() instanceof Map;
        Object value = hasFields ? Fields.of(key.value(), field) : only ? key.value() : null;
        Schema schema = key.schema();
        if (hasFields) {
            Field found = schema == null || schema.type() != Schema.Type.STRUCT ? null : schema.field(field);
            schema = found == null ? null : found.schema();
        }
        if (value == null) {
            throw bad(
                    Reason.MISSING_KEY,
                    event,
                    name,
                    "it belongs to the primary key of table " + id
                            + ", but neither the row nor the record key has a value for it");
        }
        return new DataField(
                0, name, columnType(event, name, schema, value, layout).orElseThrow(() -> unknownType(event, name)));
    }

    private static void addColumns(
            Map<String, DataField> columns,
            ChangeEvent.OfRow event,
            RowImage row,
            List<String> primaryKey,
            TableLayoutSettings layout,
            FieldColumns fields) {
        if (row.value() instanceof Struct struct) {
            for (Field field : struct.schema().fields()) {
                String name = columnOf(event, row, field.name(), fields);
                if (name != null) {
                    Schema schema = field.schema();
                    columnType(event, name, schema, struct.getWithoutDefault(field.name()), layout)
                            .flatMap(type -> fields.pruned(List.of(name), type))
                            .map(type -> type.withNullable(schema.isOptional()))
                            .ifPresent(type -> columns.put(
                                    name,
                                    new DataField(0, name, type, Optional.ofNullable(schema.doc()), Optional.empty())));
                }
            }
            return;
        }
        Map<?, ?> map = (Map<?, ?>) row.value();
        List<String> names = new ArrayList<>();
        primaryKey.stream().map(fields::fieldOf).filter(Objects::nonNull).forEach(names::add);
        names.addAll(ValueTypes.names(map));
        names.stream().distinct().filter(map::containsKey).forEach(field -> {
            String name = columnOf(event, row, field, fields);
            if (name != null) {
                columnType(event, name, null, map.get(field), layout)
                        .flatMap(type -> fields.pruned(List.of(name), type))
                        .ifPresent(type -> columns.put(name, new DataField(0, name, type)));
            }
        });
    }

    /** Null if the field becomes none. */
    private static String columnOf(ChangeEvent.OfRow event, RowImage row, String field, FieldColumns fields) {
        if (row.hidden().contains(field)) {
            return null;
        }
        String conflict = fields.conflict(field);
        if (conflict != null) {
            throw bad(Reason.REFUSED, event, field, conflict);
        }
        return fields.columnOf(field);
    }

    /** Computed columns, then those of metadata, each in alphabetical order. */
    private static void addDerived(
            Map<String, DataField> columns,
            ChangeEvent.OfRow event,
            RowImage row,
            TableLayoutSettings layout,
            FieldColumns fields) {
        fields.computed().forEach((name, expression) -> {
            for (String field : expression.columns()) {
                if (row.value() instanceof Struct
                        && !Fields.has(row.value(), field)
                        && !Fields.has(event.key().value(), field)
                        && event.key().fields().isPresent()) {
                    throw bad(
                            Reason.MALFORMED,
                            event,
                            name,
                            "the column is computed as " + expression
                                    + ", but neither the row nor the record key has a field " + field);
                }
            }
            try {
                Optional.ofNullable(layout.types().get(name))
                        .or(() -> ComputedTypes.of(expression, row, event.key(), layout, fields))
                        .ifPresent(type -> columns.put(name, new DataField(0, name, type.asNullable())));
            } catch (TableException e) {
                throw bad(
                        Reason.WRONG_TYPE,
                        event,
                        name,
                        "the column is computed as " + expression + ": " + e.getMessage());
            }
        });
        fields.settings()
                .metadata()
                .forEach((name, source) -> columns.put(
                        name,
                        new DataField(
                                0,
                                name,
                                layout.types().getOrDefault(name, source.type()).asNullable())));
    }

    private static void comment(Map<String, DataField> columns, FieldColumns fields) {
        columns.replaceAll((name, column) -> column.withDescription(
                fields.comment(name, column.description().orElse(null)).filter(text -> !text.isEmpty())));
    }

    /** Empty if it cannot be told yet: the column is added with its first telling value. */
    private static Optional<DataType> columnType(
            ChangeEvent.OfRow event, String name, Schema schema, Object value, TableLayoutSettings layout) {
        if (!ColumnNames.isUsable(name)) {
            throw bad(Reason.MALFORMED, event, name, ConnectTypes.NO_NAME);
        }
        DataType given = layout.types().get(name);
        if (given != null) {
            return Optional.of(given.asNullable());
        }
        Optional<DataType> type = ConnectTypes.of(schema, value);
        if (type.isEmpty() && ValueTypes.isTelling(value)) {
            throw unknownType(event, name);
        }
        return type;
    }

    private static BadRecordException unknownType(ChangeEvent.OfRow event, String name) {
        return bad(Reason.DOES_NOT_FIT, event, name, ConnectTypes.NO_TYPE + name);
    }

    private static BadRecordException bad(Reason reason, ChangeEvent.OfRow event, String field, String message) {
        return new BadRecordException(reason, event.origin(), field, message);
    }
}
