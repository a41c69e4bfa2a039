package dev.varve.table.index;

import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.Values;
import dev.varve.table.type.DataType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.TypeRoot;

/**
 * The 64-bit hash of one column's values in a Bloom filter (format page index files, 7.5): xxHash of text and bytes, an integer
 * mix of everything else. Hashes are stored: never change them. Immutable.
 */
public final class ColumnHash {
    private final TypeRoot root;
    private final int precision;

    private ColumnHash(TypeRoot root, int precision) {
        this.root = root;
        this.precision = precision;
    }

    /** Whether values of a type can be in a Bloom filter. */
    public static boolean supports(DataType type) {
        return switch (type.root()) {
            case BOOLEAN, DECIMAL, ARRAY, MAP, MULTISET, ROW -> false;
            case TINYINT,
                    SMALLINT,
                    INT,
                    BIGINT,
                    FLOAT,
                    DOUBLE,
                    CHAR,
                    VARCHAR,
                    BINARY,
                    VARBINARY,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    TIMESTAMP_LTZ -> true;
        };
    }

    /**
     * The hash for a column.
     *
     * @throws InvalidInputException if its type cannot be in a Bloom filter
     */
    static ColumnHash of(String column, DataType type) {
        if (!supports(type)) {
            throw new InvalidInputException("column '" + column + "' of type " + type
                    + " cannot have a bloom-filter file index: BOOLEAN, DECIMAL and nested types have no hash in the"
                    + " format; remove it from 'file-index.bloom-filter.columns'");
        }
        return new ColumnHash(type.root(), type instanceof PrecisionType timed ? timed.precision() : 0);
    }

    /** The hash of the value at a position, which is not null. */
    long of(Values values, int position) {
        return switch (root) {
            case TINYINT -> mix(values.byteAt(position));
            case SMALLINT -> mix(values.shortAt(position));
            case INT, DATE, TIME -> mix(values.intAt(position));
            case BIGINT -> mix(values.longAt(position));
            case FLOAT -> mix(Float.floatToIntBits(values.floatAt(position)));
            case DOUBLE -> mix(Double.doubleToLongBits(values.doubleAt(position)));
            case CHAR, VARCHAR -> {
                BinaryString text = values.stringAt(position);
                yield XxHash64.of(text.array(), text.offset(), text.length());
            }
            case BINARY, VARBINARY -> {
                byte[] bytes = values.binaryAt(position);
                yield XxHash64.of(bytes, 0, bytes.length);
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                Timestamp time = values.timestampAt(position, precision);
                yield mix(precision <= 3 ? time.millis() : time.micros());
            }
            case BOOLEAN, DECIMAL, ARRAY, MAP, MULTISET, ROW -> throw Check.unreachable(root);
        };
    }

    /** The hash of a value in internal form. */
    long of(Object value) {
        return of(GenericRow.of(value), 0);
    }

    /** Thomas Wang's mix of 64-bit integers, with signed shifts. */
    private static long mix(long value) {
        long mixed = ~value + (value << 21);
        mixed ^= mixed >> 24;
        mixed += (mixed << 3) + (mixed << 8);
        mixed ^= mixed >> 14;
        mixed += (mixed << 2) + (mixed << 4);
        mixed ^= mixed >> 28;
        return mixed + (mixed << 31);
    }
}
