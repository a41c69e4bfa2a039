package dev.varve.table.merge;

import dev.varve.table.aggregate.AggregateFunction;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.Values;
import java.util.Arrays;

/**
 * A row whose columns come from several other rows, column {@code i} from column {@code i} of its source: composing costs one
 * reference a column and copies no value but those that functions compute. Valid as long as its sources are. Its kind has no
 * meaning. Confined to one thread.
 */
final class ComposedRow implements Row {
    private final Values[] sources;
    private final GenericRow computed;

    ComposedRow(int arity) {
        this.sources = new Values[arity];
        this.computed = new GenericRow(RowKind.INSERT, arity);
    }

    /** Makes every column null. */
    void clear() {
        Arrays.fill(sources, null);
    }

    /** Takes the column from {@code source}, or makes it null. */
    void take(int position, Values source) {
        sources[position] = source;
    }

    /** Takes the result of the column's function, from where it lies or, if it was computed, into this row. */
    void takeResult(int position, AggregateFunction function) {
        Values picked = function.picked();
        if (picked == null) {
            computed.set(position, function.result());
            picked = computed;
        }
        sources[position] = picked;
    }

    @Override
    public RowKind kind() {
        return RowKind.INSERT;
    }

    @Override
    public int arity() {
        return sources.length;
    }

    @Override
    public boolean isNull(int position) {
        Values source = sources[position];
        return source == null || source.isNull(position);
    }

    @Override
    public boolean booleanAt(int position) {
        return sources[position].booleanAt(position);
    }

    @Override
    public byte byteAt(int position) {
        return sources[position].byteAt(position);
    }

    @Override
    public short shortAt(int position) {
        return sources[position].shortAt(position);
    }

    @Override
    public int intAt(int position) {
        return sources[position].intAt(position);
    }

    @Override
    public long longAt(int position) {
        return sources[position].longAt(position);
    }

    @Override
    public float floatAt(int position) {
        return sources[position].floatAt(position);
    }

    @Override
    public double doubleAt(int position) {
        return sources[position].doubleAt(position);
    }

    @Override
    public BinaryString stringAt(int position) {
        return sources[position].stringAt(position);
    }

    @Override
    public byte[] binaryAt(int position) {
        return sources[position].binaryAt(position);
    }

    @Override
    public Decimal decimalAt(int position, int precision, int scale) {
        return sources[position].decimalAt(position, precision, scale);
    }

    @Override
    public Timestamp timestampAt(int position, int precision) {
        return sources[position].timestampAt(position, precision);
    }

    @Override
    public RowArray arrayAt(int position) {
        return sources[position].arrayAt(position);
    }

    @Override
    public RowMap mapAt(int position) {
        return sources[position].mapAt(position);
    }

    @Override
    public Row rowAt(int position, int arity) {
        return sources[position].rowAt(position, arity);
    }
}
