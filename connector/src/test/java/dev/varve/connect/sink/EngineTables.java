package dev.varve.connect.sink;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.ledger.LedgerHistory;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.TableWriter;
import dev.varve.table.Warehouse;
import dev.varve.table.WarehouseOver;
import dev.varve.table.row.Row;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.ManualExecutor;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Tables of the real engine in a store in memory; each task sees it through faults of its own, from a seed. */
final class EngineTables implements SimulatedTables {
    private static final String ROOT = "/warehouse";
    /** A commit makes many calls of the store where the fake has one. */
    private static final double CALLS_A_STEP = 10;

    private final ManualEnv env;
    private final Random random;
    private final Runnable interleave;
    private final ManualExecutor compactionThreads = new ManualExecutor();
    private final MemoryFileIO store = new MemoryFileIO();
    private final Warehouse clean;
    private final Map<TableId, Seen> seen = new HashMap<>();
    private double faultShare;

    private record Seen(long snapshot, List<VisibleRow> rows) {}

    EngineTables(ManualEnv env, Random random, double faultShare, Runnable interleave) {
        this.env = env;
        this.random = random;
        this.faultShare = faultShare / CALLS_A_STEP;
        this.interleave = interleave;
        this.clean = WarehouseOver.of(store, ROOT, env);
    }

    @Override
    public Warehouse open() {
        FaultyFileIO io = new FaultyFileIO(store).plan(this::faultOf).beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT) && call.named("snapshot-")) {
                interleave.run();
            }
        });
        return WarehouseOver.of(io, ROOT, env, compactionThreads);
    }

    /** A store may fail after it has done something, except that it says so where that is the commit. */
    private Fault faultOf(StoreCall call) {
        if (faultShare == 0 || random.nextDouble() >= faultShare) {
            return Fault.NONE;
        }
        boolean after = random.nextBoolean();
        if (call.is(Operation.CREATE_IF_ABSENT)) {
            return after ? Fault.UNKNOWN_AFTER : Fault.UNKNOWN_BEFORE;
        }
        return after ? Fault.FAIL_AFTER : Fault.FAIL_BEFORE;
    }

    @Override
    public void stopFaults() {
        faultShare = 0;
    }

    @Override
    public void settle() {}

    @Override
    public void compact() {
        compactionThreads.runAll();
    }

    @Override
    public long compactions() {
        return seen.keySet().stream()
                .flatMap(id -> clean.find(id).stream())
                .flatMap(table -> table.snapshots().stream())
                .filter(snapshot -> snapshot.kind() == CommitKind.COMPACT)
                .count();
    }

    @Override
    public void foreignCommit(TableId id) {
        Optional<Table> table = clean.find(id);
        if (table.isPresent() && table.get().latestSnapshot().isPresent()) {
            try (TableWriter writer = table.get().newWriter("foreign-" + env.newUuid())) {
                writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, true);
            }
        }
    }

    @Override
    public List<VisibleRow> rows(TableId id) {
        Optional<Table> table = clean.find(id);
        Optional<Snapshot> latest = table.flatMap(Table::latestSnapshot);
        if (latest.isEmpty()) {
            return List.of();
        }
        Seen known = seen.get(id);
        if (known == null || known.snapshot() != latest.get().id()) {
            known = new Seen(latest.get().id(), read(table.get()));
            seen.put(id, known);
        }
        return known.rows();
    }

    private static List<VisibleRow> read(Table table) {
        var rows = new ArrayList<VisibleRow>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.advance()) {
                Row row = cursor.row();
                rows.add(new VisibleRow(
                        row.stringAt(SimulatedTranslator.ID).toString(),
                        row.stringAt(SimulatedTranslator.KEY).toString(),
                        row.longAt(SimulatedTranslator.OFFSET),
                        OptionalLong.empty()));
            }
        }
        return rows;
    }

    @Override
    public Ledger ledger(TableId id, String ledgerId) {
        return clean.find(id)
                .flatMap(table -> LedgerHistory.newest(ledgerId, table.latestSnapshot(), table::findSnapshot))
                .map(LedgerHistory.Found::ledger)
                .orElse(Ledger.EMPTY);
    }

    @Override
    public int snapshots(TableId id) {
        return clean.find(id).map(table -> table.snapshots().size()).orElse(0);
    }
}
