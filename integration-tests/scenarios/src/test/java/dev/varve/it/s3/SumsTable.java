package dev.varve.it.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableChanges;
import dev.varve.table.TableEngine;
import dev.varve.table.TableWriter;
import dev.varve.table.VerifyRequest;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.TableException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A table of sums that is filled by numbered batches, each of which is to be in it exactly once: a batch that is lost or doubled
 * shows in every sum. A batch's number lies in its snapshot's properties, as a connector's offsets do.
 */
final class SumsTable {
    private static final String POSITION = "varve.it.position";
    private static final int KEYS = 12;
    /** Nothing is on its way any more. */
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private static final TableSpec SPEC = new TableSpec(
            List.of(
                    new DataField(0, "k", DataTypes.INT.notNull()),
                    new DataField(1, "total", DataTypes.BIGINT),
                    new DataField(2, "batches", DataTypes.BIGINT)),
            List.of("k"),
            List.of(),
            Map.of(
                    "bucket", "2",
                    "merge-engine", "aggregation",
                    "fields.default-aggregate-function", "sum",
                    // Compaction and expiration come when they are asked for.
                    "num-sorted-run.compaction-trigger", "100",
                    "snapshot.num-retained.min", "100",
                    "snapshot.num-retained.max", "1000"),
            Optional.empty());

    private final TableEngine engine;
    private final String location;

    SumsTable(TableEngine engine, String location) {
        this.engine = engine;
        this.location = location;
    }

    void create() {
        engine.create(location, SPEC);
    }

    /**
     * Opens the table and lands the batch after those that are in it.
     *
     * @throws TableException if it failed; whether the batch is there, only the table knows
     */
    void landNext() {
        Table table = engine.open(location);
        long batch = position(table) + 1;
        try (TableWriter writer = table.newWriter("batches")) {
            for (int key = 0; key < KEYS; key++) {
                writer.write(GenericRow.of(key, amount(key, batch), 1L));
            }
            TableChanges changes = writer.prepare();
            CommitResult result =
                    writer.commit(changes, batch, Map.of(POSITION, Long.toString(batch)), follows(batch), false);
            assertThat(result).isInstanceOfAny(CommitResult.Committed.class, CommitResult.Refused.class);
        }
    }

    /** Each bucket's files become one, and only two snapshots stay. */
    void tidy() {
        Table table = engine.open(location);
        table.compact("tidy");
        table.maintenance().expireSnapshots(Map.of("snapshot.num-retained.min", "1", "snapshot.num-retained.max", "2"));
    }

    /** Refuses to build on anything but the batch before. */
    private static Guard follows(long batch) {
        return (latest, history) -> {
            long before = latest.map(SumsTable::position).orElse(0L);
            return before == batch - 1
                    ? Guard.Verdict.proceed()
                    : Guard.Verdict.refuse("batch " + batch + " comes after batch " + before);
        };
    }

    private static long amount(int key, long batch) {
        return (key + 1) * batch;
    }

    private static long position(Snapshot snapshot) {
        return Long.parseLong(snapshot.properties().getOrDefault(POSITION, "0"));
    }

    private static long position(Table table) {
        return table.latestSnapshot().map(SumsTable::position).orElse(0L);
    }

    /** The chain has no gap, no batch is in it twice, and nothing that is named is missing once the orphans are gone. */
    void requireSound() {
        Table table = engine.open(location);
        List<Snapshot> snapshots = table.snapshots();
        for (int i = 1; i < snapshots.size(); i++) {
            assertThat(snapshots.get(i).id()).isEqualTo(snapshots.get(i - 1).id() + 1);
        }
        assertThat(snapshots.stream()
                        .filter(snapshot -> snapshot.kind() == CommitKind.APPEND)
                        .map(SumsTable::position))
                .doesNotHaveDuplicates();
        table.maintenance().orphans(AT_ONCE, true, file -> {});
        assertThat(table.maintenance().verify(new VerifyRequest(false, true)).problems())
                .isEmpty();
    }

    /** All batches up to the last are in every sum once. */
    void requireSums() {
        Table table = engine.open(location);
        long last = position(table);
        Map<Integer, List<Long>> expected = new TreeMap<>();
        for (int key = 0; key < KEYS; key++) {
            expected.put(key, List.of((key + 1) * last * (last + 1) / 2, last));
        }
        Map<Integer, List<Long>> found = new TreeMap<>();
        try (RowCursor rows = table.scan().open()) {
            while (rows.advance()) {
                found.put(
                        rows.row().intAt(0),
                        List.of(rows.row().longAt(1), rows.row().longAt(2)));
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    /** Does it until it succeeds, as a connector's task does after a failure that is worth another try. */
    static void persist(int attempts, Runnable work) {
        for (int attempt = 1; ; attempt++) {
            try {
                work.run();
                return;
            } catch (TableException e) {
                if (attempt == attempts || !(e.retryable() || e instanceof CommitOutcomeUnknownException)) {
                    throw e;
                }
            }
        }
    }

    @Override
    public String toString() {
        return location;
    }
}
