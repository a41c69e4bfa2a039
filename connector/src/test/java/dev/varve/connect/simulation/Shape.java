package dev.varve.connect.simulation;

import dev.varve.connect.sink.SimulatedRecord;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The tables of the simulation: what a record does to them, and what several records of one key come to. Written down a second time
 * here, as plainly as possible, and with nothing of the engine's.
 */
enum Shape {
    /** Every application of a record is a row of its own: one that is applied twice is there twice. */
    LOG(Happening.LOG_TABLE, List.of("t", "o"), Map.of()),
    /** The newest record counts; some delete. */
    DEDUPLICATE(Happening.DEDUPLICATE_TABLE, List.of("o"), Map.of("merge-engine", "deduplicate")),
    /** A record that is applied twice or not at all makes a wrong sum. */
    AGGREGATION(
            Happening.AGGREGATION_TABLE,
            List.of("amount", "n", "o"),
            Map.of(
                    "merge-engine",
                    "aggregation",
                    "fields.amount.aggregate-function",
                    "sum",
                    "fields.n.aggregate-function",
                    "sum",
                    "fields.o.aggregate-function",
                    "last_value")),
    /** Records bring one of two columns each. */
    PARTIAL_UPDATE(Happening.PARTIAL_UPDATE_TABLE, List.of("a", "b", "o"), Map.of("merge-engine", "partial-update")),
    /** The oldest record counts. Rows are visible once they are compacted. */
    FIRST_ROW(Happening.FIRST_ROW_TABLE, List.of("o"), Map.of("merge-engine", "first-row"));

    /** Columns that records may ask for. */
    static final int EXTRA_COLUMNS = 3;

    private final Happening happening;
    private final List<String> columns;
    private final Map<String, String> options;

    /** @param columns beside the key; only those in which something can go wrong, since each costs time */
    Shape(Happening happening, List<String> columns, Map<String, String> options) {
        this.happening = happening;
        this.columns = columns;
        this.options = options;
    }

    Happening happening() {
        return happening;
    }

    /** Whether rows are visible only once they are compacted. */
    boolean hidesNewRows() {
        return this == FIRST_ROW;
    }

    /** @param tuning options that make no difference to what the table holds */
    TableSpec spec(Map<String, String> tuning) {
        var fields = new ArrayList<DataField>();
        add(fields, "k", DataTypes.STRING.withNullable(false));
        columns.forEach(column -> add(fields, column, DataTypes.BIGINT.withNullable(!column.equals("t"))));
        var all = new LinkedHashMap<>(tuning);
        all.putAll(options);
        return new TableSpec(fields, this == LOG ? List.of("k", "t") : List.of("k"), List.of(), all, Optional.empty());
    }

    private static void add(List<DataField> fields, String name, DataType type) {
        fields.add(new DataField(fields.size(), name, type));
    }

    /** Decides what is in a record; the same each time it is asked. */
    private static int dice(SimulatedRecord record, int salt, int bound) {
        return Math.floorMod((record.key() + record.offset() + "/" + salt).hashCode() * 0x9E3779B9 >>> 7, bound);
    }

    /** The values of a record, by column. A column that is not named is null. */
    private Map<String, Object> values(SimulatedRecord record) {
        var values = new TreeMap<String, Object>();
        values.put("k", record.key());
        values.put("amount", (long) dice(record, 1, 2_000) - 1_000);
        values.put("n", 1L);
        values.put("o", record.offset());
        String half = dice(record, 2, 2) == 0 ? "a" : "b";
        values.put(half, (long) dice(record, 3, 1_000));
        values.keySet().removeIf(column -> !column.equals("k") && !columns.contains(column));
        record.column().ifPresent(column -> values.put(column, "of " + record.id()));
        return values;
    }

    private boolean deletes(SimulatedRecord record) {
        return this == DEDUPLICATE && dice(record, 4, 5) == 0;
    }

    /**
     * What is written for a record.
     *
     * @param attempt a number that no other write has
     */
    Row row(SimulatedRecord record, TableSchema schema, long attempt) {
        Map<String, Object> values = values(record);
        values.put("t", attempt);
        var row = new Object[schema.fields().size()];
        for (int i = 0; i < row.length; i++) {
            Object value = values.get(schema.fields().get(i).name());
            row[i] = value instanceof String text ? BinaryString.of(text) : value;
        }
        GenericRow written = GenericRow.of(row);
        written.setKind(deletes(record) ? RowKind.DELETE : RowKind.INSERT);
        return written;
    }

    /** The rows of one key after these records, in this order. */
    List<String> merged(List<SimulatedRecord> records) {
        if (this == LOG) {
            return records.stream().map(record -> text(values(record))).toList();
        }
        Map<String, Object> row = new TreeMap<>();
        for (SimulatedRecord record : records) {
            Map<String, Object> values = values(record);
            switch (this) {
                case DEDUPLICATE -> row = deletes(record) ? new TreeMap<>() : values;
                case FIRST_ROW -> row = row.isEmpty() ? values : row;
                case PARTIAL_UPDATE -> row.putAll(values);
                case AGGREGATION -> {
                    long amount = (Long) row.getOrDefault("amount", 0L) + (Long) values.get("amount");
                    long count = (Long) row.getOrDefault("n", 0L) + 1;
                    row.putAll(values);
                    row.put("amount", amount);
                    row.put("n", count);
                }
                case LOG -> throw new IllegalStateException("a log does not merge");
            }
        }
        return row.isEmpty() ? List.of() : List.of(text(row));
    }

    /** A row as it is read, in the same form. */
    static String text(Row row, List<String> columns) {
        var values = new TreeMap<String, Object>();
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            if (!row.isNull(i) && !column.equals("t")) {
                boolean isText = column.equals("k") || column.startsWith("c");
                values.put(column, isText ? row.stringAt(i).toString() : row.longAt(i));
            }
        }
        return text(values);
    }

    private static String text(Map<String, Object> values) {
        return values.entrySet().stream()
                .filter(entry -> Objects.nonNull(entry.getValue()))
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .reduce((left, right) -> left + " " + right)
                .orElse("");
    }
}
