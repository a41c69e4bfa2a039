package dev.varve.table.type;

/** Short names for nullable types; {@code .notNull()} for the others. */
public final class DataTypes {
    public static final SimpleType BOOLEAN = new SimpleType(TypeRoot.BOOLEAN, true);
    public static final SimpleType TINYINT = new SimpleType(TypeRoot.TINYINT, true);
    public static final SimpleType SMALLINT = new SimpleType(TypeRoot.SMALLINT, true);
    public static final SimpleType INT = new SimpleType(TypeRoot.INT, true);
    public static final SimpleType BIGINT = new SimpleType(TypeRoot.BIGINT, true);
    public static final SimpleType FLOAT = new SimpleType(TypeRoot.FLOAT, true);
    public static final SimpleType DOUBLE = new SimpleType(TypeRoot.DOUBLE, true);
    public static final SimpleType DATE = new SimpleType(TypeRoot.DATE, true);
    public static final LengthType STRING = new LengthType(TypeRoot.VARCHAR, LengthType.MAX_LENGTH, true);
    public static final LengthType BYTES = new LengthType(TypeRoot.VARBINARY, LengthType.MAX_LENGTH, true);

    private DataTypes() {}

    public static DecimalType decimal(int precision, int scale) {
        return new DecimalType(precision, scale, true);
    }

    public static LengthType charType(int length) {
        return new LengthType(TypeRoot.CHAR, length, true);
    }

    public static LengthType varchar(int length) {
        return new LengthType(TypeRoot.VARCHAR, length, true);
    }

    public static LengthType binary(int length) {
        return new LengthType(TypeRoot.BINARY, length, true);
    }

    public static LengthType varbinary(int length) {
        return new LengthType(TypeRoot.VARBINARY, length, true);
    }

    public static PrecisionType time(int precision) {
        return new PrecisionType(TypeRoot.TIME, precision, true);
    }

    public static PrecisionType timestamp(int precision) {
        return new PrecisionType(TypeRoot.TIMESTAMP, precision, true);
    }

    public static PrecisionType timestampLtz(int precision) {
        return new PrecisionType(TypeRoot.TIMESTAMP_LTZ, precision, true);
    }

    public static ArrayType array(DataType element) {
        return new ArrayType(element, true);
    }

    public static MapType map(DataType key, DataType value) {
        return new MapType(key, value, true);
    }

    public static MultisetType multiset(DataType element) {
        return new MultisetType(element, true);
    }

    public static RowType row(DataField... fields) {
        return RowType.of(java.util.List.of(fields));
    }
}
