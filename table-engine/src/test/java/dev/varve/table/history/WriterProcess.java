package dev.varve.table.history;

import dev.varve.table.CompactionOwnership;
import dev.varve.table.Table;
import dev.varve.table.TableChanges;
import dev.varve.table.TableWriter;
import dev.varve.table.WarehouseOver;
import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * A process that writes its share of the keys and compacts its share of the buckets. It can die at any call to the store; its next
 * life knows nothing but what the store holds, and what its source of changes has not seen confirmed.
 */
final class WriterProcess {
    private final String name;
    private final CompactionOwnership ownership;
    private final Merging merging;
    private final FileIO store;
    private final Env env;
    private final List<Change> buffered = new ArrayList<>();
    private final Deque<Runnable> background = new ArrayDeque<>();

    private int lives;
    private FaultyFileIO io;
    private Table table;
    private TableWriter writer;
    private long identifier;

    WriterProcess(String name, CompactionOwnership ownership, Merging merging, FileIO store, Env env) {
        this.name = name;
        this.ownership = ownership;
        this.merging = merging;
        this.store = store;
        this.env = env;
    }

    /** Begins a new life. */
    void start() {
        lives++;
        io = new FaultyFileIO(store);
        background.clear();
        table = WarehouseOver.of(io, HistoryTable.ROOT, env, background::add)
                .find(HistoryTable.ID)
                .orElseThrow();
        writer = table.newWriter(user(), ownership);
    }

    /** A name of its own for each life. */
    String user() {
        return name + "-" + lives;
    }

    FaultyFileIO io() {
        return io;
    }

    long identifier() {
        return identifier;
    }

    /** Changes taken and not committed yet. */
    List<Change> buffered() {
        return buffered;
    }

    void write(Change change) {
        writer.write(change.row());
        if (!merging.ignores(change.kind())) {
            buffered.add(change);
        }
    }

    /** Commits everything, having told the model first. */
    void commit(HistoryModel model) {
        commit(model, () -> {});
    }

    /**
     * Commits everything, having told the model first.
     *
     * @param meanwhile what others do between the preparation and the commit
     */
    void commit(HistoryModel model, Runnable meanwhile) {
        identifier++;
        model.announce(user(), identifier, buffered);
        TableChanges changes = writer.prepare();
        meanwhile.run();
        writer.commit(changes, identifier, Map.of(), Guard.NONE, false);
    }

    /** Lets the compactions run that wait for a thread; their results go along with a later commit. */
    void compactInBackground() {
        writer.considerCompactions();
        for (int i = background.size(); i > 0; i--) {
            background.remove().run();
        }
    }

    /** What was announced last is settled. */
    void committed() {
        buffered.clear();
    }

    /** Keys of others may be written here from now on. */
    void refresh() {
        writer.refreshSequences();
    }

    /** Gives up what is not committed and goes on. */
    void discard() {
        io.plan(FaultPlan.none());
        writer.discard();
        buffered.clear();
    }

    /** Ends in good order. */
    void stop() {
        io.plan(FaultPlan.none());
        writer.close();
        buffered.clear();
    }

    /** Ends at once, without a chance to clean up. */
    void kill() {
        io.crash();
        buffered.clear();
    }
}
