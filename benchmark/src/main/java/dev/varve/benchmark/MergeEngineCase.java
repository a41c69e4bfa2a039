package dev.varve.benchmark;

import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.datasketches.theta.UpdateSketch;

/**
 * A merge engine with rows that give it something to do.
 *
 * @param options of the table, beside those of all cases
 * @param mergesReads whether a read of level-0 files merges; else they are not visible at all
 */
record MergeEngineCase(String name, RowPool pool, Map<String, String> options, boolean mergesReads) {
    /** {@code created} says how new a row is. */
    private static final int CREATED = 6;

    private static final int ACCOUNT = 1;

    /** Hashes of a sketch that comes in. */
    private static final int SKETCHED = 16;

    private static final List<MergeEngineCase> ALL = List.of(
            of("deduplicate", WideRows.pool(), Map.of()),
            of("deduplicate with sequence.field", sequenced(), Map.of("sequence.field", "created")),
            of("partial-update", sparse(), Map.of("merge-engine", "partial-update")),
            of(
                    "partial-update with two sequence groups",
                    inTwoGroups(),
                    Map.of(
                            "merge-engine",
                            "partial-update",
                            "fields.created.sequence-group",
                            "amount,state,reference",
                            "fields.account.sequence-group",
                            "booked,quantity,weight,open")),
            of("aggregation", WideRows.pool(), aggregation()),
            of(
                    "aggregation, theta sketches",
                    sketches(),
                    Map.of("merge-engine", "aggregation", "fields.visitors.aggregate-function", "theta_sketch")),
            new MergeEngineCase("first-row", WideRows.pool(), Map.of("merge-engine", "first-row"), false));

    private static MergeEngineCase of(String name, RowPool pool, Map<String, String> options) {
        return new MergeEngineCase(name, pool, options, true);
    }

    /** Those whose name contains one of the words. */
    static List<MergeEngineCase> named(List<String> words) {
        return ALL.stream()
                .filter(each -> words.stream().anyMatch(each.name::contains))
                .toList();
    }

    private static Map<String, String> aggregation() {
        return Map.of(
                "merge-engine",
                "aggregation",
                "fields.account.aggregate-function",
                "sum",
                "fields.amount.aggregate-function",
                "sum",
                "fields.state.aggregate-function",
                "listagg",
                "fields.booked.aggregate-function",
                "max",
                "fields.created.aggregate-function",
                "min",
                "fields.quantity.aggregate-function",
                "sum",
                "fields.weight.aggregate-function",
                "max",
                "fields.open.aggregate-function",
                "bool_or");
    }

    /** Later rows of the pool are newer, but for some that are late. */
    private static RowPool sequenced() {
        Random random = new Random(2);
        RowPool pool = WideRows.pool();
        for (int i = 0; i < pool.rows().length; i++) {
            pool.rows()[i].set(CREATED, Timestamp.ofMicros(1_700_000_000_000_000L + 1000L * (i + random.nextInt(4))));
        }
        return pool;
    }

    /** Every other value is missing. */
    private static RowPool sparse() {
        Random random = new Random(3);
        RowPool pool = WideRows.pool();
        for (GenericRow row : pool.rows()) {
            for (int i = 1; i < row.arity(); i++) {
                if (random.nextBoolean()) {
                    row.set(i, null);
                }
            }
        }
        return pool;
    }

    /** A row has values of one of two groups, as of two streams that meet in a table; some are late. */
    private static RowPool inTwoGroups() {
        Random random = new Random(4);
        RowPool pool = sequenced();
        for (int i = 0; i < pool.rows().length; i++) {
            GenericRow row = pool.rows()[i];
            boolean first = random.nextBoolean();
            row.set(ACCOUNT, (long) i + random.nextInt(4));
            for (int absent : first ? new int[] {ACCOUNT, 5, 7, 8, 9} : new int[] {2, 3, 4, CREATED}) {
                row.set(absent, null);
            }
        }
        return pool;
    }

    /** One more column, of sketches of a few visitors. */
    private static RowPool sketches() {
        Random random = new Random(5);
        RowPool pool = WideRows.pool();
        List<DataField> columns = new ArrayList<>(pool.columns());
        columns.add(new DataField(columns.size(), "visitors", DataTypes.BYTES));
        GenericRow[] rows = Arrays.stream(pool.rows())
                .map(row -> {
                    GenericRow wider = new GenericRow(RowKind.INSERT, columns.size());
                    for (int i = 0; i < row.arity(); i++) {
                        wider.set(i, row.valueAt(i));
                    }
                    wider.set(row.arity(), sketch(random));
                    return wider;
                })
                .toArray(GenericRow[]::new);
        return new RowPool(columns, rows);
    }

    private static byte[] sketch(Random random) {
        UpdateSketch sketch = UpdateSketch.builder().build();
        for (int i = 0; i < SKETCHED; i++) {
            sketch.update(random.nextInt(100_000));
        }
        return sketch.compact().toByteArray();
    }
}
