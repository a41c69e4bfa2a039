package dev.varve.connect.convert;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;
import java.math.BigInteger;

/**
 * Stands in NOT NULL columns of rows that delete by key: such rows carry nothing but their key, but the format has no way to
 * leave a NOT NULL column out. No reader shows these values.
 */
final class NeutralValues {
    private NeutralValues() {}

    static Object of(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> false;
            case TINYINT -> (byte) 0;
            case SMALLINT -> (short) 0;
            case INT, DATE, TIME -> 0;
            case BIGINT -> 0L;
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            case DECIMAL ->
                Decimal.ofUnscaled(BigInteger.ZERO, ((DecimalType) type).precision(), ((DecimalType) type).scale());
            case CHAR, VARCHAR -> BinaryString.EMPTY;
            case BINARY, VARBINARY -> new byte[type.root() == TypeRoot.BINARY ? ((LengthType) type).length() : 0];
            case TIMESTAMP, TIMESTAMP_LTZ -> Timestamp.ofMillis(0);
            case ARRAY -> new GenericArray(new Object[0]);
            case MAP, MULTISET -> new GenericMap(new GenericArray(new Object[0]), new GenericArray(new Object[0]));
            case ROW -> row((RowType) type);
        };
    }

    private static GenericRow row(RowType type) {
        GenericRow row = new GenericRow(RowKind.INSERT, type.arity());
        for (int i = 0; i < type.arity(); i++) {
            row.set(i, type.type(i).nullable() ? null : of(type.type(i)));
        }
        return row;
    }
}
