package dev.varve.table.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The long-lived changelogs of a table (format page snapshots, section 3.10): what expired snapshots said, as long as their changelog
 * files are kept. The files LATEST and EARLIEST are hints. Holds no state, so safe for use by several threads.
 */
public final class ChangelogStore {
    private static final Logger LOG = LoggerFactory.getLogger(ChangelogStore.class);

    private final FileIO io;
    private final TableLayout layout;

    public ChangelogStore(FileIO io, TableLayout layout) {
        this.io = requireNonNull(io, "io is null");
        this.layout = requireNonNull(layout, "layout is null");
    }

    /** What the expired snapshot with this id said, if its changelog is kept. Only the changelog that it names is there. */
    public Optional<Snapshot> find(long id) {
        if (id < Snapshot.FIRST_ID) {
            return Optional.empty();
        }
        Location file = layout.changelog(id);
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

    /** The ids of all that exist, oldest first. */
    public List<Long> ids() {
        return io.list(layout.changelogDirectory()).stream()
                .map(FileEntry::name)
                .map(TableLayout::changelogId)
                .flatMapToLong(OptionalLong::stream)
                .filter(id -> id >= Snapshot.FIRST_ID)
                .sorted()
                .boxed()
                .toList();
    }

    /** Keeps what a snapshot says that is about to expire; what is there already under its id is replaced. */
    public void save(Snapshot expiring) {
        io.overwrite(
                layout.changelog(expiring.id()), SnapshotJson.format(expiring).getBytes(UTF_8));
    }

    /** Deletes one, and nothing that it names; nothing happens if it is not there. */
    public void delete(long id) {
        io.delete(layout.changelog(id));
    }

    /** Notes in LATEST, as well as the store allows, that this is the newest id. */
    public void noteLatest(long id) {
        writeHint(layout.changelogLatestHint(), id);
    }

    /** Notes in EARLIEST, as well as the store allows, that this is the oldest id. */
    public void noteEarliest(long id) {
        writeHint(layout.changelogEarliestHint(), id);
    }

    /** Removes both hints, before what they name goes: without them readers list the directory. */
    public void deleteHints() {
        io.delete(layout.changelogLatestHint());
        io.delete(layout.changelogEarliestHint());
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
