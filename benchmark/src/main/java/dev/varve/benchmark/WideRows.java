package dev.varve.benchmark;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Random;

/** Rows of ten columns, one of each common type: what the engines are compared with. */
final class WideRows {
    /** Distinct rows: enough that a dictionary does not hold the varying columns, few enough to stay in the cache. */
    static final int DISTINCT = 1 << 14;

    static final List<String> COLUMNS =
            List.of("id", "account", "amount", "state", "reference", "booked", "created", "quantity", "weight", "open");

    private static final String[] STATES = {"new", "paid", "packed", "shipped", "returned"};

    private WideRows() {}

    /** The columns and rows, the same in every run. */
    static RowPool pool() {
        return new RowPool(columns(), rows());
    }

    private static List<DataField> columns() {
        return List.of(
                new DataField(0, COLUMNS.get(0), DataTypes.BIGINT.notNull()),
                new DataField(1, COLUMNS.get(1), DataTypes.BIGINT),
                new DataField(2, COLUMNS.get(2), DataTypes.decimal(12, 2)),
                new DataField(3, COLUMNS.get(3), DataTypes.STRING),
                new DataField(4, COLUMNS.get(4), DataTypes.STRING),
                new DataField(5, COLUMNS.get(5), DataTypes.timestamp(3)),
                new DataField(6, COLUMNS.get(6), DataTypes.timestamp(6)),
                new DataField(7, COLUMNS.get(7), DataTypes.INT),
                new DataField(8, COLUMNS.get(8), DataTypes.DOUBLE),
                new DataField(9, COLUMNS.get(9), DataTypes.BOOLEAN));
    }

    /** Rows without a key. */
    private static GenericRow[] rows() {
        Random random = new Random(1);
        GenericRow[] rows = new GenericRow[DISTINCT];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = GenericRow.ofKind(
                    RowKind.INSERT,
                    0L,
                    random.nextLong(1_000_000_000L),
                    Decimal.ofUnscaled(random.nextInt(1_000_000_000), 12, 2),
                    BinaryString.of(STATES[random.nextInt(STATES.length)]),
                    BinaryString.of("ref-%021d".formatted(random.nextLong(Long.MAX_VALUE))),
                    Timestamp.ofMillis(1_700_000_000_000L + random.nextInt()),
                    Timestamp.ofMicros(1_700_000_000_000_000L + random.nextInt()),
                    random.nextInt(1000),
                    random.nextDouble(),
                    random.nextBoolean());
        }
        return rows;
    }
}
