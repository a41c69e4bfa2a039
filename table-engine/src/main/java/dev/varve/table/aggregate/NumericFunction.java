package dev.varve.table.aggregate;

import dev.varve.table.row.Values;
import dev.varve.table.type.DecimalType;

/** {@code sum} or {@code product} on one carrier of numbers; null values do not count. */
abstract class NumericFunction extends ColumnFunction {
    final Arithmetic arithmetic;
    private boolean seeded;

    NumericFunction(Arithmetic arithmetic, AggregateColumn column) {
        super(arithmetic.name(), column);
        this.arithmetic = arithmetic;
    }

    static NumericFunction sum(AggregateColumn column) {
        return of(new SumArithmetic(), column);
    }

    static NumericFunction product(AggregateColumn column) {
        return of(new ProductArithmetic(), column);
    }

    private static NumericFunction of(Arithmetic arithmetic, AggregateColumn column) {
        return switch (column.type().root()) {
            case TINYINT, SMALLINT, INT, BIGINT -> new IntegerFunction(arithmetic, column);
            case FLOAT -> new FloatFunction(arithmetic, column);
            case DOUBLE -> new DoubleFunction(arithmetic, column);
            case DECIMAL ->
                arithmetic instanceof SumArithmetic sum && isCompact((DecimalType) column.type())
                        ? new CompactDecimalFunction(sum, column)
                        : new DecimalFunction(arithmetic, column);
            case BOOLEAN,
                    CHAR,
                    VARCHAR,
                    BINARY,
                    VARBINARY,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    TIMESTAMP_LTZ,
                    ARRAY,
                    MAP,
                    MULTISET,
                    ROW -> throw unsupportedType(arithmetic.name(), column, "a numeric type");
        };
    }

    private static boolean isCompact(DecimalType type) {
        return type.precision() <= DecimalType.MAX_COMPACT_PRECISION;
    }

    /** Makes a value that is not null the result. */
    abstract void seed(Values source, int position);

    /** Makes the neutral value the result, so that {@link #undo} gives the inverse of a value. */
    abstract void seedNeutral();

    /**
     * Combines the result with a value that is not null.
     *
     * @return false if the result became null
     */
    abstract boolean combine(Values source, int position);

    /** Takes a value that is not null out of the result; returns like {@link #combine}. */
    abstract boolean undo(Values source, int position);

    /** The result, which is not null. */
    abstract Object boxed();

    @Override
    public final void reset() {
        seeded = false;
    }

    @Override
    public final void add(Values source, int position) {
        if (source.isNull(position)) {
            return;
        }
        if (seeded) {
            seeded = combine(source, position);
        } else {
            seed(source, position);
            seeded = true;
        }
    }

    @Override
    public final void addOlder(Values source, int position) {
        add(source, position);
    }

    @Override
    public final void retract(Values source, int position) {
        if (source.isNull(position)) {
            return;
        }
        if (!seeded) {
            if (!arithmetic.retractsFromNothing()) {
                return;
            }
            seedNeutral();
        }
        seeded = undo(source, position);
    }

    @Override
    public final boolean canRetract() {
        return true;
    }

    @Override
    public final Object result() {
        return seeded ? boxed() : null;
    }
}
