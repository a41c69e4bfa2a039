package dev.varve.table;

import dev.varve.table.env.Env;
import dev.varve.table.error.CommitConflictException;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.error.StorageException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A warehouse in memory that keeps the engine's contract without files: snapshots with properties, a commit that asks its guard
 * on every attempt, sequence numbers that count on from what is committed when a writer is opened or refreshed. A {@link Store} is
 * what several tasks share; each has a warehouse of its own, whose {@link Faults} say where it fails. Confined to one thread.
 */
public final class FakeWarehouse implements Warehouse {
    private final Store store;
    private final Env env;
    private final Faults faults;

    public FakeWarehouse(Store store, Env env, Faults faults) {
        this.store = store;
        this.env = env;
        this.faults = faults;
    }

    /** Where a warehouse may fail. Each method is called before the step and fails it by throwing. */
    public interface Faults {
        Faults NONE = new Faults() {};

        default void onRead() {}

        default void onWrite() {}

        /** Whether there is no memory for a row. */
        default boolean isTooLarge(Row row, int bufferedRows) {
            return false;
        }

        default void onPrepare() {}

        default void onEvolve() {}

        /** Called on every attempt, before the guard is asked. */
        default void onAttempt() {}

        /** Called on every attempt after the guard has agreed: here others may commit, and the attempt loses the race. */
        default void beforeCreate() {}

        /** What happens to the creation of a snapshot. */
        default Creation creation() {
            return Creation.MADE;
        }
    }

    /** Ends of a creation. */
    public enum Creation {
        MADE,
        FAILED,
        UNKNOWN_MADE,
        UNKNOWN_NOT_MADE,
        /** Nobody knows, and it is made when {@link Store#settle} is called, if nobody else has taken the number by then. */
        UNKNOWN_MADE_LATE
    }

    /** A transient failure of the store. */
    public static StorageException transientFailure(String what) {
        return new StorageException(StorageException.Kind.TRANSIENT, "injected: " + what, null);
    }

    /** A row as it was committed. */
    public record StoredRow(Row row, long sequence, long snapshot) {}

    /** The tables that all tasks share. */
    public static final class Store {
        private final List<Runnable> late = new ArrayList<>();
        private final Map<TableId, State> tables =
                new TreeMap<>(java.util.Comparator.comparing(TableId::database).thenComparing(TableId::table));

        /** The newest snapshot of a table, if it exists and has one. */
        public Optional<Snapshot> latest(TableId id) {
            return Optional.ofNullable(tables.get(id)).flatMap(State::latest);
        }

        public Optional<Snapshot> find(TableId id, long snapshot) {
            return Optional.ofNullable(tables.get(id)).map(state -> state.snapshots.get(snapshot));
        }

        /** Every row that was ever committed to a table, in the order of commits. */
        public List<StoredRow> rows(TableId id) {
            State state = tables.get(id);
            return state == null ? List.of() : List.copyOf(state.rows);
        }

        /** All snapshots of a table, oldest first. */
        public List<Snapshot> snapshots(TableId id) {
            State state = tables.get(id);
            return state == null ? List.of() : List.copyOf(state.snapshots.values());
        }

        /** Creations that were under way arrive. */
        public void settle() {
            late.forEach(Runnable::run);
            late.clear();
        }

        public void drop(TableId id) {
            tables.remove(id);
        }

        /** Takes a table back to an older snapshot. */
        public void rollback(TableId id, long snapshot) {
            State state = tables.get(id);
            state.snapshots.tailMap(snapshot, false).clear();
            state.rows.removeIf(row -> row.snapshot() > snapshot);
        }

        /** Another writer puts a snapshot without any properties on top. */
        public void foreignCommit(TableId id, Env env) {
            State state = tables.get(id);
            state.add(state.next("foreign", 1, Map.of(), env), List.of());
        }

        /** Snapshots below this one expire. */
        public void expireBelow(TableId id, long snapshot) {
            tables.get(id).snapshots.headMap(snapshot, false).clear();
        }
    }

    private static final class State {
        private final TreeMap<Long, TableSchema> schemas = new TreeMap<>();
        private final TreeMap<Long, Snapshot> snapshots = new TreeMap<>();
        private final List<StoredRow> rows = new ArrayList<>();

        Optional<Snapshot> latest() {
            return snapshots.isEmpty()
                    ? Optional.empty()
                    : Optional.of(snapshots.lastEntry().getValue());
        }

        Snapshot next(String user, long identifier, Map<String, String> properties, Env env) {
            long id = latest().map(Snapshot::id).orElse(0L) + 1;
            return new Snapshot(
                    id,
                    schemas.lastKey(),
                    "base-" + id,
                    OptionalLong.empty(),
                    "delta-" + id,
                    OptionalLong.empty(),
                    Optional.empty(),
                    OptionalLong.empty(),
                    Optional.empty(),
                    user,
                    identifier,
                    CommitKind.APPEND,
                    env.currentTimeMillis(),
                    rows.size(),
                    0,
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Optional.empty(),
                    properties,
                    OptionalLong.empty());
        }

        void add(Snapshot snapshot, List<StoredRow> added) {
            snapshots.put(snapshot.id(), snapshot);
            added.forEach(row -> rows.add(new StoredRow(row.row(), row.sequence(), snapshot.id())));
        }

        long maxSequence() {
            return rows.stream().mapToLong(StoredRow::sequence).max().orElse(-1);
        }
    }

    @Override
    public Optional<Table> find(TableId id) {
        faults.onRead();
        State state = store.tables.get(id);
        return state == null
                ? Optional.empty()
                : Optional.of(new FakeTable(id, state, state.schemas.lastEntry().getValue()));
    }

    @Override
    public Table create(TableId id, TableSpec spec) {
        faults.onEvolve();
        State state = store.tables.computeIfAbsent(id, missing -> {
            var created = new State();
            created.schemas.put(
                    0L,
                    new TableSchema(
                            TableSchema.CURRENT_VERSION,
                            0,
                            spec.fields(),
                            spec.fields().size() - 1,
                            spec.partitionKeys(),
                            spec.primaryKeys(),
                            spec.options(),
                            spec.comment(),
                            env.currentTimeMillis()));
            return created;
        });
        return new FakeTable(id, state, state.schemas.lastEntry().getValue());
    }

    @Override
    public List<TableId> list() {
        return List.copyOf(store.tables.keySet());
    }

    @Override
    public void requireAtomicCreate() {}

    private final class FakeTable implements Table {
        private final TableId id;
        private final State state;
        private final TableSchema schema;

        FakeTable(TableId id, State state, TableSchema schema) {
            this.id = id;
            this.state = state;
            this.schema = schema;
        }

        /** What lies at the table's place now: paths outlive tables. */
        private State now() {
            return store.tables.getOrDefault(id, new State());
        }

        @Override
        public String location() {
            return "fake:" + id;
        }

        @Override
        public TableSchema schema() {
            return schema;
        }

        @Override
        public Table reload() {
            return new FakeTable(id, state, state.schemas.lastEntry().getValue());
        }

        @Override
        public Optional<Table> evolveFromHere(List<SchemaChange> changes) {
            boolean newest = state.schemas.lastEntry().getValue().equals(schema);
            return newest ? Optional.of(evolve(changes)) : Optional.empty();
        }

        @Override
        public Table evolve(List<SchemaChange> changes) {
            faults.onEvolve();
            TableSchema newest = state.schemas.lastEntry().getValue();
            var fields = new ArrayList<>(newest.fields());
            for (SchemaChange change : changes) {
                SchemaChange.AddColumn add = (SchemaChange.AddColumn) change;
                String name = add.path().get(0);
                if (fields.stream().noneMatch(field -> field.name().equals(name))) {
                    fields.add(new DataField(fields.size(), name, add.type()));
                }
            }
            if (fields.size() > newest.fields().size()) {
                long next = newest.id() + 1;
                state.schemas.put(
                        next,
                        new TableSchema(
                                newest.version(),
                                next,
                                fields,
                                fields.size() - 1,
                                newest.partitionKeys(),
                                newest.primaryKeys(),
                                newest.options(),
                                newest.comment(),
                                env.currentTimeMillis()));
            }
            return reload();
        }

        @Override
        public Optional<Snapshot> latestSnapshot() {
            faults.onRead();
            return now().latest();
        }

        @Override
        public OptionalLong earliestSnapshotId() {
            return snapshots().stream().mapToLong(Snapshot::id).min();
        }

        @Override
        public Optional<Snapshot> findSnapshot(long snapshot) {
            faults.onRead();
            return Optional.ofNullable(now().snapshots.get(snapshot));
        }

        @Override
        public List<Snapshot> snapshots() {
            return List.copyOf(now().snapshots.values());
        }

        @Override
        public TableWriter newWriter(String commitUser, CompactionOwnership ownership) {
            return new FakeWriter(this, commitUser);
        }

        @Override
        public TableScan scan() {
            return new FakeScan(now().rows.stream().map(StoredRow::row).toList(), schema.rowType());
        }

        @Override
        public TableLookup lookup() {
            throw new UnsupportedOperationException("lookup");
        }

        @Override
        public ChangelogScan changelog() {
            throw new UnsupportedOperationException("changelog");
        }

        @Override
        public Optional<Row> get(Row key) {
            try (RowCursor cursor = scan().open()) {
                while (cursor.advance()) {
                    if (cursor.row().stringAt(0).equals(key.stringAt(0))) {
                        return Optional.of(cursor.row());
                    }
                }
            }
            return Optional.empty();
        }

        @Override
        public Optional<Snapshot> compact(String commitUser) {
            throw new UnsupportedOperationException("compact");
        }

        @Override
        public TableMaintenance maintenance() {
            throw new UnsupportedOperationException("maintenance");
        }

        @Override
        public List<LiveFile> files() {
            return List.of();
        }
    }

    /** Shows the rows as they were written, deletes applied to rows with the same first column. */
    private record FakeScan(List<Row> rows, RowType type) implements TableScan {
        @Override
        public TableScan columns(List<String> names) {
            throw new UnsupportedOperationException("columns");
        }

        @Override
        public TableScan where(String condition) {
            throw new UnsupportedOperationException("where");
        }

        @Override
        public TableScan filter(Predicate predicate) {
            throw new UnsupportedOperationException("filter");
        }

        @Override
        public TableScan snapshot(long id) {
            throw new UnsupportedOperationException("snapshot");
        }

        @Override
        public TableScan tag(String name) {
            throw new UnsupportedOperationException("tag");
        }

        @Override
        public TableScan asOf(Instant time) {
            throw new UnsupportedOperationException("asOf");
        }

        @Override
        public TableScan options(Map<String, String> options) {
            throw new UnsupportedOperationException("options");
        }

        @Override
        public TableScan parallelism(int splits) {
            throw new UnsupportedOperationException("parallelism");
        }

        @Override
        public RowType rowType() {
            return type;
        }

        @Override
        public ScanPlan plan() {
            throw new UnsupportedOperationException("plan");
        }

        @Override
        public TableScan limit(long limit) {
            throw new UnsupportedOperationException("limit");
        }

        @Override
        public RowCursor open() {
            var live = new java.util.LinkedHashMap<String, Row>();
            for (Row row : rows) {
                if (row.kind().isAdd()) {
                    live.put(row.stringAt(0).toString(), row);
                } else {
                    live.remove(row.stringAt(0).toString());
                }
            }
            var iterator = live.values().iterator();
            return new RowCursor() {
                private Row current;

                @Override
                public RowType type() {
                    return type;
                }

                @Override
                public boolean advance() {
                    boolean has = iterator.hasNext();
                    current = has ? iterator.next() : null;
                    return has;
                }

                @Override
                public Row row() {
                    return current;
                }

                @Override
                public void close() {}
            };
        }
    }

    private final class FakeWriter implements TableWriter {
        private static final int MAX_ATTEMPTS = 20;

        private final FakeTable table;
        private final String user;
        private final List<StoredRow> buffered = new ArrayList<>();
        private final Map<TableChanges, List<StoredRow>> prepared = new IdentityHashMap<>();
        private long sequence;
        private boolean broken;

        FakeWriter(FakeTable table, String user) {
            this.table = table;
            this.user = user;
            this.sequence = table.now().maxSequence();
        }

        @Override
        public void maintainInBackground() {}

        @Override
        public MaintenanceTotals maintenance() {
            return MaintenanceTotals.NONE;
        }

        @Override
        public void write(Row row) {
            requireWhole();
            try {
                faults.onWrite();
            } catch (StorageException e) {
                broken = true;
                throw e;
            }
            if (row.arity() != table.schema.fields().size()) {
                throw new IllegalStateException("row of " + row.arity() + " fields for "
                        + table.schema.fields().size() + " columns");
            }
            if (faults.isTooLarge(row, buffered.size())) {
                throw new LimitExceededException("injected: no memory for the row");
            }
            requireAcceptable(row);
            buffered.add(new StoredRow(GenericRow.copyOf(row, table.schema.rowType()), ++sequence, 0));
        }

        @Override
        public void requireAcceptable(Row row) {
            if (row.isNull(0) && row.kind() != RowKind.DELETE) {
                throw new InvalidInputException(
                        "null in column " + table.schema.fields().get(0).name());
            }
        }

        @Override
        public long bufferedRows() {
            return buffered.size();
        }

        @Override
        public long bufferedBytes() {
            return buffered.size() * 100L;
        }

        @Override
        public TableChanges prepare() {
            requireWhole();
            try {
                faults.onPrepare();
            } catch (StorageException e) {
                broken = true;
                throw e;
            }
            FileChanges files = buffered.isEmpty()
                    ? FileChanges.NONE
                    : new FileChanges(
                            List.of(new FileChanges.Append(new BucketId(BinaryRow.EMPTY, 0), 1, List.of(), List.of())),
                            List.of());
            var changes = new TableChanges(files);
            prepared.put(changes, List.copyOf(buffered));
            buffered.clear();
            return changes;
        }

        @Override
        public CommitResult commit(
                TableChanges changes,
                long identifier,
                Map<String, String> properties,
                Guard guard,
                boolean allowEmpty) {
            List<StoredRow> rows = prepared.get(changes);
            if (rows.isEmpty() && !allowEmpty) {
                return new CommitResult.Empty();
            }
            for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
                faults.onAttempt();
                State now = table.now();
                Guard.Verdict verdict = guard.judge(now.latest(), id -> Optional.ofNullable(now.snapshots.get(id)));
                if (verdict.refusal().isPresent()) {
                    prepared.remove(changes);
                    return new CommitResult.Refused(verdict.refusal().get());
                }
                var all = new TreeMap<>(properties);
                all.putAll(verdict.properties());
                Snapshot next = now.next(user, identifier, all, env);
                faults.beforeCreate();
                boolean lost = now.snapshots.containsKey(next.id());
                Creation creation = faults.creation();
                boolean makes = creation == Creation.MADE || creation == Creation.UNKNOWN_MADE;
                if (makes && !lost) {
                    now.add(next, rows);
                }
                switch (creation) {
                    case FAILED -> throw transientFailure("snapshot " + next.id() + " not created");
                    case UNKNOWN_MADE, UNKNOWN_NOT_MADE, UNKNOWN_MADE_LATE -> {
                        prepared.remove(changes);
                        if (creation == Creation.UNKNOWN_MADE_LATE) {
                            store.late.add(() -> {
                                if (!now.snapshots.containsKey(next.id())
                                        && now.latest().map(Snapshot::id).orElse(0L) == next.id() - 1) {
                                    now.add(next, rows);
                                }
                            });
                        }
                        throw new CommitOutcomeUnknownException("injected: is snapshot " + next.id() + " there?");
                    }
                    case MADE -> {
                        if (!lost) {
                            prepared.remove(changes);
                            return new CommitResult.Committed(List.of(next));
                        }
                    }
                }
            }
            throw new CommitConflictException("injected: lost every race");
        }

        @Override
        public void discard() {
            buffered.clear();
            prepared.clear();
            broken = false;
        }

        @Override
        public void considerCompactions() {
            // Fake tables have no files.
        }

        @Override
        public void awaitCompactions() {
            // Nothing is ever compacted.
        }

        @Override
        public boolean hasFinishedCompactions() {
            return false;
        }

        @Override
        public CompactionBacklog backlog() {
            return CompactionBacklog.NONE;
        }

        @Override
        public CompactionStatistics compactions() {
            return CompactionStatistics.NONE;
        }

        @Override
        public void refreshSequences() {
            if (!buffered.isEmpty() || !prepared.isEmpty()) {
                throw new IllegalStateException("refresh with rows in flight");
            }
            sequence = Math.max(sequence, table.now().maxSequence());
        }

        @Override
        public void close() {
            discard();
        }

        private void requireWhole() {
            if (broken) {
                throw new IllegalStateException("used after a failure without being discarded");
            }
        }
    }
}
