package dev.varve.table.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.CompactionOwnership;
import dev.varve.table.Table;
import dev.varve.table.VerifyRequest;
import dev.varve.table.WarehouseOver;
import dev.varve.table.error.TableException;
import dev.varve.table.history.Change.Key;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.SimulatedCrash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/**
 * One random life of one table. Two processes write, each its own keys, and compact, each its own buckets; Paimon Java writes a third
 * share of the keys and compacts what it likes; somebody compacts, tags, expires and rolls back by hand; processes die and stores
 * fail. After every step the table is what the model says, by every way of reading it.
 */
final class History {
    private static final int KEYS = 30;
    private static final int PARTITIONS = 2;
    private static final int SHARES = 3;

    private final Random random;
    private final ManualEnv env;
    private final MemoryFileIO store;
    private final TableSpec spec;
    private final HistoryTable shape;
    private final Merging merging;
    private final Table table;
    private final HistoryModel model;
    private final List<WriterProcess> writers = new ArrayList<>();
    private final PaimonProcess paimon;
    private final HistoryChecks checks;
    private final List<String> log = new ArrayList<>();
    /** Whether compactions find a thread at once, or only when it comes to it. */
    private final boolean eager;

    private int shift;
    private int values;

    History(long seed) {
        // First numbers of neighbouring seeds are alike: times an odd number they are not.
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        env = ManualEnv.seeded(seed);
        store = new MemoryFileIO(env);
        shape = HistoryTable.random(random);
        spec = shape.spec();
        merging = shape.merging();
        eager = random.nextBoolean();
        table = WarehouseOver.of(store, HistoryTable.ROOT, env).create(HistoryTable.ID, spec);
        model = new HistoryModel(shape, new LevelZero(table, store, env));
        for (int i = 0; i < 2; i++) {
            WriterProcess writer = new WriterProcess("writer-" + i, new CompactionOwnership(i, 2), merging, store, env);
            writer.start();
            writers.add(writer);
        }
        paimon = new PaimonProcess(store, table.schema().rowType());
        checks = new HistoryChecks(model, store, env, random);
    }

    void run(int steps) throws Exception {
        if (random.nextBoolean()) {
            load();
        }
        for (int i = 0; i < steps; i++) {
            step();
            absorb();
            checks.reads(KEYS);
            checks.verified(random.nextInt(5) == 0 ? VerifyRequest.newest().withRows() : VerifyRequest.newest());
        }
        checks.verified(VerifyRequest.everything());
        readByPaimon();
    }

    /** Paimon leaves out retractions that are alone, so there must be none. */
    private void readByPaimon() throws Exception {
        if (!merging.paimonMayCompact()) {
            if (shape.isWriteOnly()) {
                return;
            }
            compactByHand();
        }
        assertThat(paimon.read()).as("read by Paimon").isEqualTo(model.newest().seen());
    }

    /** What happened, for the message of a failure. */
    String story() {
        return "options " + spec.options() + ", partitioned by " + spec.partitionKeys() + ":\n"
                + String.join("\n", log);
    }

    /** All keys with large values in one run on the highest level, where small runs do not easily reach it. */
    private void load() {
        for (WriterProcess writer : writers) {
            for (long id = writers.indexOf(writer); id < KEYS; id += SHARES) {
                writer.write(new Change(RowKind.INSERT, key(id), values(true)));
            }
            commit(writer);
        }
        compactByHand();
    }

    private void step() throws Exception {
        env.advance(Duration.ofSeconds(random.nextInt(90)));
        WriterProcess writer = writers.get(random.nextInt(writers.size()));
        switch (random.nextInt(32)) {
            case 0, 1, 2 -> write(writer);
            case 3, 4, 5, 6, 7, 8 -> {
                write(writer);
                commit(writer);
            }
            case 9 -> failingCommit(writer);
            case 10 -> crashingCommit(writer);
            case 11 -> kill(writer);
            case 12 -> restart(writer);
            case 13 -> shiftKeys();
            case 14 -> paimonWrites();
            case 15 -> paimonCompacts();
            case 16 -> compactByHand();
            case 17 -> createTag();
            case 18, 19, 20, 21 -> compactInBackground(writer);
            case 22 -> crashingCompaction(writer);
            case 23 -> failingCompaction(writer);
            case 24 -> deleteTag();
            case 25, 26 -> expire();
            case 27 -> rollBack();
            case 28 -> removeOrphans();
            case 29 -> dropPartition();
            default -> commit(writer);
        }
    }

    /** Text that does not compress. */
    private String noise() {
        byte[] bytes = new byte[500 + random.nextInt(1000)];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void note(String what, Object... arguments) {
        log.add(what.formatted(arguments) + "  newest=" + model.newestId());
    }

    private void write(WriterProcess writer) {
        List<Change> changes = randomChanges(writers.indexOf(writer), writer.buffered());
        changes.forEach(writer::write);
        note("%s writes %s", writer.user(), changes);
    }

    private void commit(WriterProcess writer) {
        writer.commit(model, random.nextInt(6) == 0 ? () -> interfere(writer) : () -> {});
        absorb();
        if (!writer.buffered().isEmpty()) {
            assertThat(model.happened(writer.user(), writer.identifier()))
                    .as("commit %s of %s", writer.identifier(), writer.user())
                    .isTrue();
        }
        writer.committed();
        note("%s commits", writer.user());
        if (eager) {
            compactInBackground(writer);
        }
    }

    /** Somebody else is quicker. */
    private void interfere(WriterProcess slow) {
        WriterProcess other = writers.get(1 - writers.indexOf(slow));
        note("%s has prepared", slow.user());
        switch (random.nextInt(3)) {
            case 0 -> {
                other.compactInBackground();
                other.commit(model);
                absorb();
                other.committed();
                note("%s commits", other.user());
            }
            case 1 -> compactByHand();
            default -> expire();
        }
    }

    /** The store answers some calls with errors; whatever was not confirmed is written again. */
    private void failingCommit(WriterProcess writer) {
        write(writer);
        List<Change> changes = List.copyOf(writer.buffered());
        writer.io().plan(FaultPlan.random(random.nextLong(), 0.02 + random.nextDouble() / 10));
        try {
            writer.commit(model);
        } catch (TableException expected) {
            note("%s fails to commit: %s", writer.user(), expected.getMessage());
        }
        writer.io().plan(FaultPlan.none());
        absorb();
        boolean happened = model.happened(writer.user(), writer.identifier());
        writer.discard();
        goOn(writer, happened, changes);
    }

    private void crashingCommit(WriterProcess writer) {
        write(writer);
        List<Change> changes = List.copyOf(writer.buffered());
        Fault fault = List.of(Fault.CRASH_BEFORE, Fault.CRASH_HALFWAY, Fault.CRASH_AFTER)
                .get(random.nextInt(3));
        writer.io().plan(FaultPlan.atMutation(writer.io().mutations() + 1 + random.nextInt(30), fault));
        try {
            writer.commit(model);
            note("%s commits", writer.user());
        } catch (SimulatedCrash crash) {
            note("%s dies: %s", writer.user(), crash.getMessage());
        }
        absorb();
        boolean happened = model.happened(writer.user(), writer.identifier());
        writer.kill();
        String user = writer.user();
        long identifier = writer.identifier();
        writer.start();
        if (!happened) {
            model.withdraw(user, identifier);
        }
        goOn(writer, happened, changes);
    }

    private void compactInBackground(WriterProcess writer) {
        writer.compactInBackground();
        note("%s compacts", writer.user());
    }

    private void failingCompaction(WriterProcess writer) {
        writer.io().plan(FaultPlan.random(random.nextLong(), random.nextDouble() / 5));
        writer.compactInBackground();
        writer.io().plan(FaultPlan.none());
        note("%s compacts as well as its store lets it", writer.user());
    }

    private void crashingCompaction(WriterProcess writer) {
        List<Change> lost = List.copyOf(writer.buffered());
        writer.io().plan(crash(writer, 12));
        try {
            writer.compactInBackground();
            note("%s compacts", writer.user());
        } catch (SimulatedCrash crash) {
            note("%s dies: %s", writer.user(), crash.getMessage());
        }
        writer.kill();
        writer.start();
        lost.forEach(writer::write);
    }

    private FaultPlan crash(WriterProcess writer, int within) {
        Fault fault = List.of(Fault.CRASH_BEFORE, Fault.CRASH_HALFWAY, Fault.CRASH_AFTER)
                .get(random.nextInt(3));
        return FaultPlan.atMutation(writer.io().mutations() + 1 + random.nextInt(within), fault);
    }

    /** The source delivers again what it has not seen confirmed. */
    private void goOn(WriterProcess writer, boolean happened, List<Change> changes) {
        if (!happened) {
            model.withdraw(writer.user(), writer.identifier());
            changes.forEach(writer::write);
        }
    }

    private void kill(WriterProcess writer) {
        List<Change> lost = List.copyOf(writer.buffered());
        writer.kill();
        writer.start();
        lost.forEach(writer::write);
        note("%s is born, having been killed", writer.user());
    }

    private void restart(WriterProcess writer) {
        commit(writer);
        writer.stop();
        writer.start();
        note("%s is born, having been stopped", writer.user());
    }

    /** Keys move to other writers, which read sequence numbers anew. */
    private void shiftKeys() {
        writers.forEach(this::commit);
        shift++;
        writers.forEach(WriterProcess::refresh);
        note("keys move");
    }

    private void paimonWrites() throws Exception {
        // What is buffered has its numbers already: Paimon's keys are its own, so the numbers do not meet.
        List<Change> changes = randomChanges(2, List.of()).stream()
                .filter(change -> merging.paimonMayWrite(change.kind()))
                .toList();
        if (changes.isEmpty()) {
            return;
        }
        paimon.commit(model, merging, changes);
        absorb();
        note("paimon writes %s", changes);
    }

    private void paimonCompacts() throws Exception {
        if (!merging.paimonMayCompact()) {
            return;
        }
        boolean fully = random.nextBoolean();
        paimon.compact(model, fully);
        absorb();
        note("paimon compacts, fully=%s", fully);
    }

    private void compactByHand() {
        if (shape.isWriteOnly()) {
            return;
        }
        table.compact("operator");
        absorb();
        note("compacted by hand");
    }

    private void createTag() {
        if (model.contents().isEmpty()) {
            return;
        }
        List<Long> ids = List.copyOf(model.contents().keySet());
        long id = ids.get(random.nextInt(ids.size()));
        String name = "tag-" + log.size();
        table.maintenance().createTag(name, OptionalLong.of(id), Optional.empty());
        model.tag(name, id);
        note("tag %s on %s", name, id);
    }

    private void deleteTag() {
        if (!model.tags().isEmpty()) {
            String name = model.tags().firstKey();
            table.maintenance().deleteTag(name);
            model.tags().remove(name);
            note("tag %s deleted", name);
        }
    }

    private void expire() {
        int before = model.contents().size();
        table.maintenance().expireSnapshots(Map.of());
        absorb();
        checks.expired(spec.options(), before);
        note("expired %s of %s snapshots", before - model.contents().size(), before);
    }

    /** Writers are stopped for it; their sources deliver again what was not confirmed. */
    private void rollBack() {
        List<HistoryModel.Tagged> goals = new ArrayList<>(model.tags().values());
        model.contents().keySet().forEach(id -> goals.add(model.at(id)));
        if (goals.isEmpty()) {
            return;
        }
        List<List<Change>> again =
                writers.stream().map(writer -> List.copyOf(writer.buffered())).toList();
        writers.forEach(WriterProcess::stop);
        int choice = random.nextInt(goals.size());
        if (choice < model.tags().size()) {
            table.maintenance().rollbackToTag(List.copyOf(model.tags().keySet()).get(choice));
        } else {
            table.maintenance().rollbackToSnapshot(goals.get(choice).snapshot().id());
        }
        model.rollBack(goals.get(choice));
        for (int i = 0; i < writers.size(); i++) {
            writers.get(i).start();
            writeAgain(writers.get(i), again.get(i));
        }
        note("rolled back to %s", goals.get(choice).snapshot().id());
    }

    /** Once nothing is under way, all files that nothing names go, and a second look finds none. */
    private void removeOrphans() {
        writers.forEach(this::commit);
        writers.forEach(WriterProcess::stop);
        env.advance(Duration.ofDays(2));
        long found = table.maintenance()
                .orphans(Duration.ofDays(1), true, file -> {})
                .files();
        assertThat(table.maintenance()
                        .orphans(Duration.ofDays(1), true, file -> {})
                        .files())
                .as("orphans found by a second look")
                .isZero();
        writers.forEach(WriterProcess::start);
        checks.verified(VerifyRequest.everything());
        note("%s orphans removed", found);
    }

    private void dropPartition() {
        int partition = random.nextInt(PARTITIONS);
        if (spec.partitionKeys().isEmpty()) {
            return;
        }
        // What is buffered was written after rows that go now.
        writers.forEach(this::commit);
        model.announceOverwrite(partition);
        table.maintenance().dropPartitions(List.of(Map.of("p", Integer.toString(partition))));
        absorb();
        note("partition %s dropped", partition);
    }

    private void absorb() {
        model.absorb(table.snapshots());
    }

    /** As far as that is possible on what the table holds now. */
    private void writeAgain(WriterProcess writer, List<Change> changes) {
        for (Change change : changes) {
            if (isAdmitted(change, writer.buffered())) {
                writer.write(change);
            }
        }
    }

    private boolean isAdmitted(Change change, List<Change> buffered) {
        List<Change> ofKey = buffered.stream()
                .filter(before -> before.key().equals(change.key()))
                .toList();
        return merging.admits(model.newest().versions(change.key()), ofKey, change);
    }

    /** A few changes; now and then many with large values, so that small runs come to lie over large ones. */
    private List<Change> randomChanges(int share, List<Change> buffered) {
        boolean large = random.nextInt(6) == 0;
        List<Change> all = new ArrayList<>(buffered);
        int count = 1 + random.nextInt(large || random.nextInt(4) == 0 ? 40 : 6);
        for (int i = 0; i < count; i++) {
            Change change = randomChange(share, large);
            if (isAdmitted(change, all)) {
                all.add(change);
            }
        }
        return all.subList(buffered.size(), all.size());
    }

    /** A key's partition never changes, and says nothing about whose key it is. */
    static Key key(long id) {
        return new Key((int) (id / SHARES % PARTITIONS), id);
    }

    /** Of the keys that belong to a writer now. */
    private Change randomChange(int share, boolean large) {
        long id = random.nextInt(KEYS);
        while ((id + shift) % SHARES != share) {
            id = (id + 1) % KEYS;
        }
        Key key = key(id);
        if (random.nextInt(4) == 0) {
            return new Change(random.nextBoolean() ? RowKind.DELETE : RowKind.UPDATE_BEFORE, key, values(false));
        }
        return new Change(random.nextBoolean() ? RowKind.INSERT : RowKind.UPDATE_AFTER, key, values(large));
    }

    private List<Object> values(boolean large) {
        values++;
        List<Object> row = new ArrayList<>();
        for (Column column : Column.values()) {
            row.add(random.nextInt(5) == 0 ? null : value(column, large));
        }
        return row;
    }

    private Object value(Column column, boolean large) {
        return switch (column) {
            case V -> large ? "v" + values + noise() : "v" + values;
            case N, M -> random.nextInt(10);
            case C -> random.ints(random.nextInt(3), 0, 5).boxed().toList();
            // Mostly as time goes by, now and then late.
            case S, T -> values / 4 + random.nextInt(8);
        };
    }
}
