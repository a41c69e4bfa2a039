package dev.varve.it.compare;

import dev.varve.it.process.HarnessException;
import dev.varve.table.TableId;
import java.io.IOException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.paimon.catalog.Catalog;
import org.apache.paimon.catalog.CatalogContext;
import org.apache.paimon.catalog.CatalogFactory;
import org.apache.paimon.catalog.Identifier;
import org.apache.paimon.data.DataGetters;
import org.apache.paimon.data.Decimal;
import org.apache.paimon.data.InternalArray;
import org.apache.paimon.data.InternalMap;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.data.Timestamp;
import org.apache.paimon.options.Options;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.table.Table;
import org.apache.paimon.table.source.ReadBuilder;
import org.apache.paimon.types.ArrayType;
import org.apache.paimon.types.DataField;
import org.apache.paimon.types.DataType;
import org.apache.paimon.types.DecimalType;
import org.apache.paimon.types.LocalZonedTimestampType;
import org.apache.paimon.types.MapType;
import org.apache.paimon.types.RowType;
import org.apache.paimon.types.TimestampType;

/** Reads tables with Apache Paimon's own library: the second opinion. */
public final class PaimonTables implements TableReader {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final Catalog catalog;

    /** @param warehouse path or URI */
    public PaimonTables(String warehouse) {
        this(warehouse, Map.of());
    }

    /** @param store settings of the store, with Hadoop's names: its library's own S3 client is not needed */
    public PaimonTables(String warehouse, Map<String, String> store) {
        Options options = new Options();
        options.set("warehouse", warehouse);
        store.forEach((key, value) -> options.set("hadoop." + key, value));
        // Hadoop would give it the client of another scenario's bucket of the same name.
        options.set("hadoop.fs.s3a.impl.disable.cache", "true");
        catalog = CatalogFactory.createCatalog(CatalogContext.create(options));
    }

    @Override
    public String name() {
        return "Apache Paimon";
    }

    @Override
    public TableContent read(TableId id) {
        try {
            Table table = catalog.getTable(Identifier.create(id.database(), id.table()));
            List<DataField> fields = table.rowType().getFields();
            TableContent.Builder content =
                    new TableContent.Builder(table.rowType().getFieldNames(), table.primaryKeys());
            ReadBuilder builder = table.newReadBuilder();
            try (RecordReader<InternalRow> reader =
                    builder.newRead().createReader(builder.newScan().plan())) {
                reader.forEachRemaining(row -> content.add(values(row, fields)));
            }
            return content.build();
        } catch (Catalog.TableNotExistException missing) {
            throw new HarnessException("there is no table " + id, missing);
        } catch (IOException failed) {
            throw new HarnessException("Apache Paimon cannot read " + id + ": " + failed.getMessage(), failed);
        }
    }

    @Override
    public void close() {
        try {
            catalog.close();
        } catch (Exception failed) {
            throw new HarnessException("the Paimon catalog cannot be closed", failed);
        }
    }

    private static List<Object> values(InternalRow row, List<DataField> fields) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            values.add(row.isNullAt(i) ? null : value(row, i, fields.get(i).type()));
        }
        return values;
    }

    private static Object value(DataGetters from, int position, DataType type) {
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> from.getBoolean(position);
            case TINYINT -> from.getByte(position);
            case SMALLINT -> from.getShort(position);
            case INTEGER -> from.getInt(position);
            case BIGINT -> from.getLong(position);
            case FLOAT -> from.getFloat(position);
            case DOUBLE -> from.getDouble(position);
            case BINARY, VARBINARY -> from.getBinary(position);
            case DATE -> LocalDate.ofEpochDay(from.getInt(position));
            case TIME_WITHOUT_TIME_ZONE -> LocalTime.ofNanoOfDay(from.getInt(position) * NANOS_PER_MILLI);
            case DECIMAL -> decimal(from, position, (DecimalType) type);
            case CHAR, VARCHAR -> from.getString(position).toString();
            case TIMESTAMP_WITHOUT_TIME_ZONE ->
                timestamp(from, position, ((TimestampType) type).getPrecision()).toLocalDateTime();
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                timestamp(from, position, ((LocalZonedTimestampType) type).getPrecision())
                        .toInstant();
            case ARRAY -> list(from.getArray(position), ((ArrayType) type).getElementType());
            case MAP -> map(from.getMap(position), (MapType) type);
            case ROW -> row(from, position, (RowType) type);
            default -> throw new HarnessException("the comparison knows no " + type);
        };
    }

    private static Object decimal(DataGetters from, int position, DecimalType type) {
        Decimal decimal = from.getDecimal(position, type.getPrecision(), type.getScale());
        return decimal.toBigDecimal();
    }

    private static Timestamp timestamp(DataGetters from, int position, int precision) {
        return from.getTimestamp(position, precision);
    }

    private static Map<Object, Object> map(InternalMap map, MapType type) {
        List<Object> keys = list(map.keyArray(), type.getKeyType());
        List<Object> values = list(map.valueArray(), type.getValueType());
        Map<Object, Object> result = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            result.put(keys.get(i), values.get(i));
        }
        return result;
    }

    private static Map<Object, Object> row(DataGetters from, int position, RowType type) {
        List<DataField> fields = type.getFields();
        List<Object> values = values(from.getRow(position, fields.size()), fields);
        Map<Object, Object> result = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            result.put(fields.get(i).name(), values.get(i));
        }
        return result;
    }

    private static List<Object> list(InternalArray array, DataType element) {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            list.add(array.isNullAt(i) ? null : value(array, i, element));
        }
        return list;
    }
}
