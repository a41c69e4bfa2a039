package dev.varve.benchmark;

import dev.varve.table.row.Row;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import java.util.Arrays;
import java.util.Map;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.Decimal;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.data.Timestamp;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.types.DataTypes;

/** The columns and rows of a {@link RowPool} as Paimon Java takes them. */
final class PaimonRows {
    private PaimonRows() {}

    static Schema schema(RowPool pool, Map<String, String> options) {
        Schema.Builder schema = Schema.newBuilder().options(options);
        for (DataField column : pool.columns()) {
            schema.column(column.name(), type(column.type()).copy(column.type().nullable()));
        }
        return schema.primaryKey(pool.names().get(0)).build();
    }

    private static org.apache.paimon.types.DataType type(DataType type) {
        return switch (type.root()) {
            case BIGINT -> DataTypes.BIGINT();
            case INT -> DataTypes.INT();
            case DOUBLE -> DataTypes.DOUBLE();
            case BOOLEAN -> DataTypes.BOOLEAN();
            case DECIMAL -> DataTypes.DECIMAL(((DecimalType) type).precision(), ((DecimalType) type).scale());
            case TIMESTAMP -> DataTypes.TIMESTAMP(((PrecisionType) type).precision());
            case VARCHAR -> DataTypes.STRING();
            case VARBINARY -> DataTypes.BYTES();
            default -> throw new IllegalStateException("no column of " + type);
        };
    }

    static GenericRow[] of(RowPool pool) {
        return Arrays.stream(pool.rows()).map(row -> row(row, pool)).toArray(GenericRow[]::new);
    }

    private static GenericRow row(Row row, RowPool pool) {
        GenericRow converted = new GenericRow(row.arity());
        for (int i = 0; i < row.arity(); i++) {
            converted.setField(
                    i,
                    row.isNull(i) ? null : value(row, i, pool.columns().get(i).type()));
        }
        return converted;
    }

    private static Object value(Row row, int i, DataType type) {
        return switch (type.root()) {
            case BIGINT -> row.longAt(i);
            case INT -> row.intAt(i);
            case DOUBLE -> row.doubleAt(i);
            case BOOLEAN -> row.booleanAt(i);
            case DECIMAL -> {
                int precision = ((DecimalType) type).precision();
                int scale = ((DecimalType) type).scale();
                yield Decimal.fromUnscaledLong(
                        row.decimalAt(i, precision, scale).unscaledLong(), precision, scale);
            }
            case TIMESTAMP ->
                Timestamp.fromMicros(
                        row.timestampAt(i, ((PrecisionType) type).precision()).micros());
            case VARCHAR -> BinaryString.fromBytes(row.stringAt(i).toBytes());
            case VARBINARY -> row.binaryAt(i);
            default -> throw new IllegalStateException("no column of " + type);
        };
    }
}
