package dev.varve.table.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The numbered family of a table's snapshots. Creating the next number is the commit; the files LATEST and EARLIEST are hints
 * that save a listing and may be missing, stale, empty or nonsense. Holds no state, so safe for use by several threads.
 *
 * <p>Finding the newest: ids grow by one, and the oldest go first. So if the hint says <i>n</i>, a few look-ups of
 * <i>n+1, n+2 …</i> find the newest as long as the hint is not far behind; if the walk does not end soon, or the candidate is
 * not there itself (a rollback, a rewritten hint), the directory is listed, which is always right.
 */
public final class SnapshotStore {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotStore.class);

    /** How far a stale hint is followed before listing is cheaper. */
    private static final int WALK_LIMIT = 8;

    /** How often the newest snapshot may vanish between listing and reading. */
    private static final int READ_ATTEMPTS = 5;

    private final FileIO io;
    private final TableLayout layout;

    public SnapshotStore(FileIO io, TableLayout layout) {
        this.io = requireNonNull(io, "io is null");
        this.layout = requireNonNull(layout, "layout is null");
    }

    /** The newest snapshot; empty for a table without one. */
    public Optional<Snapshot> latest() {
        OptionalLong candidate = walkFromHint();
        if (candidate.isPresent()) {
            Optional<Snapshot> snapshot = find(candidate.getAsLong());
            if (snapshot.isPresent()) {
                return snapshot;
            }
        }
        for (int attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
            OptionalLong listed = listIds().max();
            if (listed.isEmpty()) {
                return Optional.empty();
            }
            Optional<Snapshot> snapshot = find(listed.getAsLong());
            if (snapshot.isPresent()) {
                return snapshot;
            }
        }
        throw new StorageException(
                StorageException.Kind.TRANSIENT,
                "the newest snapshot in " + layout.snapshotDirectory() + " vanished " + READ_ATTEMPTS
                        + " times between listing and reading; is another process rolling the table back?",
                null);
    }

    /** The snapshot with this id, if it exists (still, and already). */
    public Optional<Snapshot> find(long id) {
        Location file = layout.snapshot(id);
        byte[] content;
        try {
            content = io.readAll(file);
        } catch (StorageException e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
        return Optional.of(SnapshotJson.parse(new String(content, UTF_8), file.value()));
    }

    /** The newest id; empty for a table without snapshots. */
    public OptionalLong latestId() {
        OptionalLong candidate = walkFromHint();
        return candidate.isPresent() && exists(candidate.getAsLong())
                ? candidate
                : listIds().max();
    }

    /** The oldest id that is not expired; empty for a table without snapshots. */
    public OptionalLong earliestId() {
        OptionalLong hint = readHint(layout.earliestHint());
        return hint.isPresent() && exists(hint.getAsLong()) ? hint : listIds().min();
    }

    /** All snapshots that exist, oldest first. Those that expire meanwhile may be missing. */
    public List<Snapshot> all() {
        List<Snapshot> snapshots = new ArrayList<>();
        listIds().sorted().forEach(id -> find(id).ifPresent(snapshots::add));
        return snapshots;
    }

    /**
     * The commit point: makes the snapshot visible unless its id is taken, then notes its id in LATEST as well as it can.
     *
     * @return whether this call created it; if not, another writer was faster
     * @throws StorageException if it was certainly not created
     * @throws dev.varve.table.error.CommitOutcomeUnknownException if nobody can tell; read the snapshot with this id and
     *     compare commit user and identifier
     */
    public boolean createIfAbsent(Snapshot snapshot) {
        byte[] content = SnapshotJson.format(snapshot).getBytes(UTF_8);
        if (!io.createIfAbsent(layout.snapshot(snapshot.id()), content)) {
            return false;
        }
        writeHint(layout.latestHint(), snapshot.id());
        return true;
    }

    private OptionalLong walkFromHint() {
        OptionalLong hint = readHint(layout.latestHint());
        if (hint.isEmpty()) {
            return hint;
        }
        long id = hint.getAsLong();
        for (int step = 0; step < WALK_LIMIT && id < Long.MAX_VALUE; step++, id++) {
            if (!exists(id + 1)) {
                return OptionalLong.of(id);
            }
        }
        return OptionalLong.empty();
    }

    private boolean exists(long id) {
        return io.find(layout.snapshot(id)).isPresent();
    }

    private LongStream listIds() {
        return io.list(layout.snapshotDirectory()).stream()
                .map(FileEntry::name)
                .map(TableLayout::snapshotId)
                .flatMapToLong(OptionalLong::stream)
                .filter(id -> id >= Snapshot.FIRST_ID);
    }

    private OptionalLong readHint(Location hint) {
        String text;
        try {
            text = new String(io.readAll(hint), UTF_8).strip();
        } catch (StorageException e) {
            if (!e.isNotFound()) {
                LOG.debug("ignoring a hint that cannot be read: path={}", hint, e);
            }
            return OptionalLong.empty();
        }
        OptionalLong id = TableLayout.parseId(text);
        if (id.isEmpty()) {
            LOG.debug("ignoring a hint that is not a snapshot id: path={} bytes={}", hint, text.length());
        }
        return id.isPresent() && id.getAsLong() >= Snapshot.FIRST_ID ? id : OptionalLong.empty();
    }

    private void writeHint(Location hint, long id) {
        try {
            io.overwrite(hint, Long.toString(id).getBytes(UTF_8));
        } catch (StorageException e) {
            LOG.warn(
                    "could not update a hint, the next reader lists the directory instead: path={} id={}", hint, id, e);
        }
    }
}
