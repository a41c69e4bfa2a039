package dev.varve.connect.convert;

import dev.varve.connect.config.TableLayoutSettings;
import dev.varve.connect.event.Fields;
import dev.varve.connect.event.RecordKey;
import dev.varve.connect.event.RowImage;
import dev.varve.connect.expression.Expression;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** The type of a computed column before the table has it. */
final class ComputedTypes {
    private ComputedTypes() {}

    /** The type by a row for a table that exists; empty if the row does not tell it yet. */
    static Optional<DataType> of(
            Expression expression, RowImage row, TableLayoutSettings layout, FieldColumns fields, TableSchema table) {
        Map<String, DataType> known = new LinkedHashMap<>();
        for (String field : expression.columns()) {
            String column = fields.columnOf(field);
            int position = column == null ? -1 : table.rowType().indexOf(column);
            DataType ofColumn = position < 0
                    ? given(layout, fields, field)
                    : table.rowType().type(position);
            typeOf(field, row, RecordKey.NONE, ofColumn).ifPresent(type -> known.put(field, type));
        }
        return expression.type(known);
    }

    /** The type by the first row of a new table; empty if the row does not tell it. */
    static Optional<DataType> of(
            Expression expression, RowImage row, RecordKey key, TableLayoutSettings layout, FieldColumns fields) {
        Map<String, DataType> known = new LinkedHashMap<>();
        for (String field : expression.columns()) {
            typeOf(field, row, key, given(layout, fields, field)).ifPresent(type -> known.put(field, type));
        }
        return expression.type(known);
    }

    private static DataType given(TableLayoutSettings layout, FieldColumns fields, String field) {
        String column = fields.columnOf(field);
        return layout.types().get(column == null ? field : column);
    }

    private static Optional<DataType> typeOf(String field, RowImage row, RecordKey key, DataType given) {
        if (Fields.has(row.value(), field)) {
            Schema schema = row.value() instanceof Struct struct
                    ? struct.schema().field(field).schema()
                    : null;
            return Leaf.typeOf(schema, Fields.of(row.value(), field), given);
        }
        if (key.value() instanceof Struct struct) {
            Field found = struct.schema().field(field);
            return found == null ? Optional.ofNullable(given) : Leaf.typeOf(found.schema(), struct.get(found), given);
        }
        boolean named = key.value() instanceof Map;
        Object value = named ? Fields.of(key.value(), field) : key.value();
        return value == null ? Optional.ofNullable(given) : Leaf.typeOf(named ? null : key.schema(), value, given);
    }
}
