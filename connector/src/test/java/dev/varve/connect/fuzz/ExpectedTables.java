package dev.varve.connect.fuzz;

import dev.varve.connect.sink.TableChange;
import dev.varve.table.TableId;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.ValueReader;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What deduplicating tables must hold after the rows that a translator made of records. Confined to one thread. */
final class ExpectedTables {
    private final Map<TableId, Map<List<String>, Map<String, String>>> tables = new HashMap<>();

    /** Rows that a record writes, as long as it is not known whether they are taken. */
    record Written(
            TableId table, TableSchema schema, List<GenericRow> rows, List<String> unavailable, boolean deletesAll) {
        static Written of(TableId table, TableSchema schema, TableChange.Step.Write write) {
            List<GenericRow> copies = new ArrayList<>();
            for (Row row : write.rows()) {
                GenericRow copy = GenericRow.copyOf(row, schema.rowType());
                copy.setKind(row.kind());
                copies.add(copy);
            }
            return new Written(table, schema, copies, write.unavailable(), false);
        }

        static Written deletingAll(TableId table, TableSchema schema) {
            return new Written(table, schema, List.of(), List.of(), true);
        }
    }

    void apply(Written written) {
        Map<List<String>, Map<String, String>> rows =
                tables.computeIfAbsent(written.table(), unused -> new LinkedHashMap<>());
        if (written.deletesAll()) {
            rows.clear();
            return;
        }
        for (int i = 0; i < written.rows().size(); i++) {
            GenericRow row = written.rows().get(i);
            Map<String, String> columns = columns(written.schema(), row);
            List<String> key = key(written.schema(), columns);
            if (row.kind().isAdd()) {
                if (i == written.rows().size() - 1) {
                    keepUnavailable(columns, rows.get(key), written.unavailable());
                }
                rows.put(key, columns);
            } else {
                rows.remove(key);
            }
        }
    }

    private static void keepUnavailable(
            Map<String, String> columns, Map<String, String> stored, List<String> unavailable) {
        if (stored != null) {
            unavailable.forEach(column -> columns.put(column, stored.getOrDefault(column, "null")));
        }
    }

    /** The rows of a table by key, with the columns it has had when they were written. */
    Map<List<String>, Map<String, String>> rows(TableId table) {
        return tables.getOrDefault(table, Map.of());
    }

    static List<String> key(TableSchema schema, Map<String, String> columns) {
        return schema.primaryKeys().stream().map(columns::get).toList();
    }

    static Map<String, String> columns(TableSchema schema, Row row) {
        return columns(schema.fields(), row);
    }

    private static Map<String, String> columns(List<DataField> fields, Row row) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            DataType type = fields.get(i).type();
            columns.put(fields.get(i).name(), text(ValueReader.copyAt(row, i, type), type));
        }
        return columns;
    }

    /** The same text for a value before and after its column was widened; nested columns that are null are left out. */
    private static String text(Object value, DataType type) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Decimal decimal) {
            return plain(decimal.toBigDecimal());
        }
        if (value instanceof Float number && Float.isFinite(number)) {
            return text(number.doubleValue(), type);
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            // Two values, and as keys two rows, though they are equal as numbers.
            return number.equals(-0.0) ? "-0" : plain(new BigDecimal(number));
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            return plain(new BigDecimal(value.toString()));
        }
        if (value instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        }
        if (type instanceof RowType row) {
            Map<String, String> columns = columns(row.fields(), (Row) value);
            columns.values().removeIf("null"::equals);
            return columns.toString();
        }
        if (type instanceof ArrayType array) {
            return elements((RowArray) value, array.element()).toString();
        }
        if (type instanceof MapType map) {
            RowMap entries = (RowMap) value;
            return elements(entries.keys(), map.key()) + "=" + elements(entries.values(), map.value());
        }
        return String.valueOf(value);
    }

    private static List<String> elements(RowArray array, DataType type) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            texts.add(text(ValueReader.copyAt(array, i, type), type));
        }
        return texts;
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toString();
    }
}
