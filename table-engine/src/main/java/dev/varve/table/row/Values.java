package dev.varve.table.row;

/**
 * Positional typed access, shared by rows and arrays. The caller knows the types; asking with the wrong accessor is a bug and
 * its result is undefined. Accessors of primitives on a null value are undefined too: ask {@link #isNull} first.
 *
 * <p>Internal forms: DATE is an int of days since 1970-01-01; TIME an int of milliseconds of the day; CHAR and VARCHAR a
 * {@link BinaryString}; TIMESTAMP a local date-time as if in UTC, TIMESTAMP_LTZ an instant; MULTISET a {@link RowMap} to INT
 * counts.
 */
public interface Values {
    boolean isNull(int position);

    boolean booleanAt(int position);

    byte byteAt(int position);

    short shortAt(int position);

    int intAt(int position);

    long longAt(int position);

    float floatAt(int position);

    double doubleAt(int position);

    /** The text; it may share memory with this object, see the owner's contract on reuse. */
    BinaryString stringAt(int position);

    /** The bytes; treat them as read-only. */
    byte[] binaryAt(int position);

    Decimal decimalAt(int position, int precision, int scale);

    Timestamp timestampAt(int position, int precision);

    RowArray arrayAt(int position);

    RowMap mapAt(int position);

    Row rowAt(int position, int arity);
}
