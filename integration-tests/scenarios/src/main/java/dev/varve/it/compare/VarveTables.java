package dev.varve.it.compare;

import dev.varve.it.process.HarnessException;
import dev.varve.table.EngineSettings;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableEngine;
import dev.varve.table.TableId;
import dev.varve.table.Warehouse;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.ValueReader;
import dev.varve.table.row.Values;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** Reads tables with Varve's own engine. */
public final class VarveTables implements TableReader {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final TableEngine engine;
    private final Warehouse warehouse;

    /** @param warehouse path or URI */
    public VarveTables(String warehouse) {
        this(warehouse, Map.of());
    }

    /** @param store settings of the store, with Hadoop's names */
    public VarveTables(String warehouse, Map<String, String> store) {
        this.engine = TableEngine.start(EngineSettings.defaults().withStoreSettings(store));
        this.warehouse = engine.warehouse(warehouse);
    }

    @Override
    public String name() {
        return "Varve";
    }

    /** The warehouse itself, for making tables. */
    public Warehouse warehouse() {
        return warehouse;
    }

    /** The open table, for looking at its snapshots and files. */
    public Table table(TableId id) {
        return warehouse.find(id).orElseThrow(() -> new HarnessException("there is no table " + id));
    }

    /** The offsets that the newest ledger of a connector names; none if the table has no ledger of it, or does not exist. */
    public Map<TopicPartition, Long> ledger(TableId id, String connector) {
        Optional<Table> table = warehouse.find(id);
        for (Optional<Snapshot> snapshot = table.flatMap(Table::latestSnapshot);
                snapshot.isPresent();
                snapshot = table.get().findSnapshot(snapshot.get().id() - 1)) {
            Optional<Map<TopicPartition, Long>> ledger = Ledgers.of(snapshot.get(), connector);
            if (ledger.isPresent()) {
                return ledger.get();
            }
        }
        return Map.of();
    }

    @Override
    public TableContent read(TableId id) {
        Table table = table(id);
        List<DataField> fields = table.schema().rowType().fields();
        TableContent.Builder content = new TableContent.Builder(
                fields.stream().map(DataField::name).toList(), table.schema().primaryKeys());
        try (RowCursor rows = table.scan().open()) {
            while (rows.advance()) {
                List<Object> values = new ArrayList<>();
                for (int i = 0; i < fields.size(); i++) {
                    values.add(plain(rows.row(), i, fields.get(i).type()));
                }
                content.add(values);
            }
        }
        return content.build();
    }

    @Override
    public void close() {
        engine.close();
    }

    private static Object plain(Values values, int position, DataType type) {
        Object value = ValueReader.valueAt(values, position, type);
        if (value == null) {
            return null;
        }
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, BINARY, VARBINARY -> value;
            case DATE -> LocalDate.ofEpochDay((int) value);
            case TIME -> LocalTime.ofNanoOfDay((int) value * NANOS_PER_MILLI);
            case DECIMAL -> ((Decimal) value).toBigDecimal();
            case CHAR, VARCHAR -> value.toString();
            case TIMESTAMP -> ((Timestamp) value).toLocalDateTime();
            case TIMESTAMP_LTZ -> ((Timestamp) value).toInstant();
            case ARRAY -> list((RowArray) value, ((ArrayType) type).element());
            case MAP -> map((RowMap) value, (MapType) type);
            case ROW -> row((Values) value, (RowType) type);
            case MULTISET -> throw new HarnessException("the comparison knows no " + type);
        };
    }

    private static Map<Object, Object> map(RowMap map, MapType type) {
        List<Object> keys = list(map.keys(), type.key());
        List<Object> values = list(map.values(), type.value());
        Map<Object, Object> result = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            result.put(keys.get(i), values.get(i));
        }
        return result;
    }

    private static Map<Object, Object> row(Values row, RowType type) {
        Map<Object, Object> result = new LinkedHashMap<>();
        for (int i = 0; i < type.arity(); i++) {
            result.put(type.field(i).name(), plain(row, i, type.type(i)));
        }
        return result;
    }

    private static List<Object> list(RowArray array, DataType element) {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            list.add(plain(array, i, element));
        }
        return list;
    }
}
