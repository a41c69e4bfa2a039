package dev.varve.connect.convert;

import dev.varve.connect.config.ConversionSettings;
import dev.varve.table.schema.ColumnNames;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * What a table lacks for rows of a schema: new columns, and columns that must be wider. That a column must become nullable only
 * values can tell, since sources are known to report it wrongly; and so it is for types whose schema does not bound the values.
 * Columns that the schema lacks are kept: an older or newer record may still have them.
 */
final class SchemaDrift {
    private final ConversionSettings settings;
    private final Map<String, DataType> givenTypes;
    private final FieldColumns columns;
    private final List<SchemaChange> changes = new ArrayList<>();

    private SchemaDrift(ConversionSettings settings, Map<String, DataType> givenTypes, FieldColumns columns) {
        this.settings = settings;
        this.givenTypes = givenTypes;
        this.columns = columns;
    }

    /**
     * Changes that settings allow; empty if the table needs none, or may not be changed.
     *
     * @param row a row of the schema in question, whose values decide where the schema leaves the type open
     * @param hidden fields that are no columns
     * @param givenTypes types that settings give to new columns
     * @param columns which fields become which columns
     * @param renamed columns that the table gets otherwise
     */
    static List<SchemaChange> compare(
            Struct row,
            Set<String> hidden,
            TableSchema table,
            ConversionSettings settings,
            Map<String, DataType> givenTypes,
            FieldColumns columns,
            Set<String> renamed) {
        SchemaDrift drift = new SchemaDrift(settings, givenTypes, columns);
        drift.compareRow(row, hidden, table, renamed);
        return List.copyOf(drift.changes);
    }

    private void compareRow(Struct row, Set<String> hidden, TableSchema table, Set<String> renamed) {
        RowType type = table.rowType();
        for (Field field : row.schema().fields()) {
            String name = hidden.contains(field.name()) ? null : columns.columnOf(field.name());
            if (name != null && !renamed.contains(name) && columns.conflict(field.name()) == null) {
                int column = type.indexOf(name);
                Object value = row.getWithoutDefault(field.name());
                boolean fixed = table.primaryKeys().contains(name)
                        || table.partitionKeys().contains(name);
                if (column < 0) {
                    add(List.of(name), field.schema(), value);
                } else if (!fixed) {
                    compare(List.of(name), type.type(column), field.schema(), value, 0);
                }
            }
        }
    }

    private void add(List<String> path, Schema schema, Object value) {
        if (settings.evolution().addsColumns() && ColumnNames.isUsable(path.get(path.size() - 1))) {
            Optional<DataType> given =
                    path.size() == 1 ? Optional.ofNullable(givenTypes.get(path.get(0))) : Optional.empty();
            given.or(() -> ConnectTypes.of(schema, value).flatMap(type -> columns.pruned(path, type)))
                    .ifPresent(type -> changes.add(new SchemaChange.AddColumn(
                            path,
                            type.asNullable(),
                            path.size() == 1
                                    ? columns.comment(path.get(0), schema.doc())
                                    : Optional.ofNullable(schema.doc()),
                            SchemaChange.Position.LAST)));
        }
    }

    private void compare(List<String> path, DataType type, Schema schema, Object value, int depth) {
        if (depth > ConnectTypes.MAX_DEPTH) {
            return;
        }
        if (type instanceof RowType row && schema.type() == Schema.Type.STRUCT) {
            compareNested(path, row, schema, value, depth);
        } else if (type instanceof ArrayType array && schema.type() == Schema.Type.ARRAY) {
            Object first = value instanceof List<?> list && !list.isEmpty() ? list.get(0) : null;
            compare(StructReader.append(path, "element"), array.element(), schema.valueSchema(), first, depth + 1);
        } else if (type instanceof MapType map && schema.type() == Schema.Type.MAP) {
            Object first = value instanceof Map<?, ?> entries && !entries.isEmpty()
                    ? entries.values().iterator().next()
                    : null;
            compare(StructReader.append(path, "value"), map.value(), schema.valueSchema(), first, depth + 1);
        } else if (settings.evolution().changesColumns()) {
            ConnectTypes.firm(schema)
                    .flatMap(needed -> Widening.between(type, needed))
                    .ifPresent(wider -> changes.add(new SchemaChange.ChangeType(path, wider)));
        }
    }

    private void compareNested(List<String> path, RowType type, Schema schema, Object value, int depth) {
        for (Field field : schema.fields()) {
            int column = type.indexOf(field.name());
            Object nested = value instanceof Struct struct ? struct.getWithoutDefault(field.name()) : null;
            List<String> nestedPath = StructReader.append(path, field.name());
            if (columns.leavesOut(nestedPath)) {
                continue;
            }
            if (column < 0) {
                add(nestedPath, field.schema(), nested);
            } else {
                DataField existing = type.field(column);
                compare(nestedPath, existing.type(), field.schema(), nested, depth + 1);
            }
        }
    }
}
