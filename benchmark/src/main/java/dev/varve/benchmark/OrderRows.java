package dev.varve.benchmark;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.Timestamp;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Rows like those of an order table: eight columns, about 130 bytes. */
final class OrderRows {
    private static final String[] STATES = {"new", "paid", "packed", "shipped", "returned"};

    private OrderRows() {}

    /** The table, keyed by {@code id}, without compaction. */
    static TableSpec spec(int buckets) {
        return new TableSpec(
                List.of(
                        new DataField(0, "id", DataTypes.BIGINT.notNull()),
                        new DataField(1, "customer", DataTypes.BIGINT),
                        new DataField(2, "state", DataTypes.STRING),
                        new DataField(3, "price", DataTypes.decimal(12, 2)),
                        new DataField(4, "quantity", DataTypes.INT),
                        new DataField(5, "note", DataTypes.STRING),
                        new DataField(6, "created", DataTypes.timestamp(6)),
                        new DataField(7, "weight", DataTypes.DOUBLE)),
                List.of("id"),
                List.of(),
                Map.of("bucket", Integer.toString(buckets), "write-only", "true"),
                Optional.empty());
    }

    /** The values of one row, whose id is to be set. */
    static GenericRow row(int i, Random random) {
        return GenericRow.ofKind(
                RowKind.UPDATE_AFTER,
                (long) i,
                random.nextLong(1_000_000),
                BinaryString.of(STATES[random.nextInt(STATES.length)]),
                Decimal.ofUnscaled(random.nextInt(10_000_000), 12, 2),
                random.nextInt(100),
                i % 4 == 0 ? null : BinaryString.of("a note of some length, number " + random.nextInt()),
                Timestamp.ofMicros(1_700_000_000_000_000L + random.nextInt()),
                random.nextDouble());
    }
}
