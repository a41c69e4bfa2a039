package dev.varve.table.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
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
 * <p>Finding the newest: ids grow by one, and the oldest go first. So an id is the newest of a certain moment if the next one was
 * not there at that moment and it was itself still there afterwards; without the second look, a reader that paused between two
 * look-ups could take an id for the newest because everything above it had expired. The candidate comes from the hint, followed a
 * few steps if it is stale; if that leads nowhere (far behind, rolled back, nonsense), from a listing.
 */
public final class SnapshotStore implements Guard.SnapshotHistory {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotStore.class);

    /** How far a candidate is followed before listing is cheaper. */
    private static final int WALK_LIMIT = 8;

    /** How often the directory is listed while snapshots come and go faster than they are read. */
    private static final int LIST_ATTEMPTS = 5;

    private final FileIO io;
    private final TableLayout layout;

    public SnapshotStore(FileIO io, TableLayout layout) {
        this.io = requireNonNull(io, "io is null");
        this.layout = requireNonNull(layout, "layout is null");
    }

    /** The newest snapshot; empty for a table without one. */
    public Optional<Snapshot> latest() {
        OptionalLong hint = readHint(layout.latestHint());
        if (hint.isPresent()) {
            Optional<Snapshot> latest = latestFrom(hint.getAsLong());
            if (latest.isPresent()) {
                return latest;
            }
        }
        for (int attempt = 0; attempt < LIST_ATTEMPTS; attempt++) {
            OptionalLong listed = listIds().max();
            if (listed.isEmpty()) {
                return Optional.empty();
            }
            Optional<Snapshot> latest = latestFrom(listed.getAsLong());
            if (latest.isPresent()) {
                return latest;
            }
        }
        throw new StorageException(
                StorageException.Kind.TRANSIENT,
                "the newest snapshot in " + layout.snapshotDirectory() + " could not be found in " + LIST_ATTEMPTS
                        + " attempts, since snapshots vanished while they were read; is another process rolling the table"
                        + " back?",
                null);
    }

    /** The snapshot with this id, if it exists (still, and already). */
    @Override
    public Optional<Snapshot> find(long id) {
        if (id < Snapshot.FIRST_ID) {
            return Optional.empty();
        }
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
        return latest().map(snapshot -> OptionalLong.of(snapshot.id())).orElse(OptionalLong.empty());
    }

    /**
     * The oldest id that is not expired; empty for a table without snapshots. The one in EARLIEST if it is there, else the lowest from
     * which on there is no gap up to the newest: the oldest go first, so what is below a gap is no part of the table.
     */
    @Override
    public OptionalLong earliestId() {
        OptionalLong hint = earliestHint();
        if (hint.isPresent() && exists(hint.getAsLong())) {
            return hint;
        }
        long[] ids = listIds().sorted().toArray();
        if (ids.length == 0) {
            return OptionalLong.empty();
        }
        int oldest = Math.max(0, Arrays.binarySearch(ids, latestId().orElse(ids[0])));
        while (oldest > 0 && ids[oldest - 1] == ids[oldest] - 1) {
            oldest--;
        }
        return OptionalLong.of(ids[oldest]);
    }

    /** The oldest snapshot that is not expired; empty for a table without snapshots. */
    public Optional<Snapshot> earliest() {
        for (int attempt = 0; attempt < LIST_ATTEMPTS; attempt++) {
            OptionalLong id = earliestId();
            Optional<Snapshot> snapshot = id.isPresent() ? find(id.getAsLong()) : Optional.empty();
            if (id.isEmpty() || snapshot.isPresent()) {
                return snapshot;
            }
        }
        throw new StorageException(
                StorageException.Kind.TRANSIENT,
                "the oldest snapshot in " + layout.snapshotDirectory() + " has expired in each of " + LIST_ATTEMPTS
                        + " attempts to read it",
                null);
    }

    /** All snapshots from {@link #earliestId} on, oldest first. Those that expire meanwhile may be missing. */
    public List<Snapshot> all() {
        List<Snapshot> snapshots = new ArrayList<>();
        long earliest = earliestId().orElse(Snapshot.FIRST_ID);
        listIds().filter(id -> id >= earliest).sorted().forEach(id -> find(id).ifPresent(snapshots::add));
        return snapshots;
    }

    /** The ids of all snapshots whose files are there, oldest first. */
    public List<Long> ids() {
        return listIds().sorted().boxed().toList();
    }

    /**
     * The commit point: makes the snapshot visible unless its id is taken. Readers that trust the hint alone do not see it before
     * {@link #noteLatest}.
     *
     * @return whether this call created it; if not, another writer was faster
     * @throws StorageException if it was certainly not created
     * @throws dev.varve.table.error.CommitOutcomeUnknownException if nobody can tell; read the snapshot with this id and
     *     compare commit user and identifier
     */
    public boolean createIfAbsent(Snapshot snapshot) {
        byte[] content = SnapshotJson.format(snapshot).getBytes(UTF_8);
        return io.createIfAbsent(layout.snapshot(snapshot.id()), content);
    }

    /** Notes in LATEST, as well as the store allows, that this is the newest id. */
    public void noteLatest(long id) {
        writeHint(layout.latestHint(), id);
    }

    /** Notes in EARLIEST, as well as the store allows, that this is the oldest id. */
    public void noteEarliest(long id) {
        writeHint(layout.earliestHint(), id);
    }

    /** The id in EARLIEST; empty if there is none, or it cannot be read. */
    public OptionalLong earliestHint() {
        return readHint(layout.earliestHint());
    }

    /** Deletes a snapshot's file, and nothing that it names; nothing happens if it is not there. */
    public void delete(long id) {
        io.delete(layout.snapshot(id));
    }

    /** The newest snapshot, if it is this one or a few steps further; see the class comment for why it is read last. */
    private Optional<Snapshot> latestFrom(long candidate) {
        long id = candidate;
        for (int step = 0; step < WALK_LIMIT && id < Long.MAX_VALUE; step++, id++) {
            if (!exists(id + 1)) {
                return find(id);
            }
        }
        return Optional.empty();
    }

    /** By reading it: where that is a request, a look-up of what is not there yet is two. */
    private boolean exists(long id) {
        return find(id).isPresent();
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
