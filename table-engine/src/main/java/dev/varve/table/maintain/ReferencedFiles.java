package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotJson;
import dev.varve.table.snapshot.SnapshotStore;
import dev.varve.table.snapshot.Tag;
import dev.varve.table.snapshot.TagStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The names of all files that something in a table needs: snapshots, tags and long-lived changelogs, of the table itself and of its
 * branches, whose files lie among the table's. A data file that a manifest adds and a later one takes away again is needed only where a
 * snapshot has the first without the second: manifests of expired snapshots live on in newer ones, so what an expiration that was cut
 * off has left would else stay until they are merged. Each manifest is read once, however many snapshots name it, and held only while
 * it is read. Confined to one thread.
 */
final class ReferencedFiles {
    private static final int NEWEST_ATTEMPTS = 5;

    private final FileIO io;
    private final ManifestStore manifests;
    private final FileNames names = new FileNames();
    private final NeededDataFiles dataFiles;
    private final Set<String> readIndexManifests = new HashSet<>();
    private final List<TableLayout> branches = new ArrayList<>();
    private final Map<TableLayout, Set<Long>> strays = new HashMap<>();
    private final long oldest;

    private ReferencedFiles(MaintenanceServices services, long oldest) {
        this.oldest = oldest;
        this.io = requireNonNull(services.io(), "io is null");
        this.manifests = services.manifests();
        this.dataFiles = new NeededDataFiles(manifests, names);
    }

    /**
     * Reads everything but what snapshots name that are no part of the table any more.
     *
     * @param oldest when such a snapshot must have been created, in milliseconds since the epoch, to be called one
     * @throws CorruptTableException if a snapshot or tag cannot be read, or a branch has no schema: what it names is not known then
     */
    static ReferencedFiles collect(MaintenanceServices services, long oldest) {
        ReferencedFiles files = new ReferencedFiles(services, oldest);
        files.addBranch(services.layout());
        for (FileEntry entry : services.io().list(services.layout().branchesDirectory())) {
            if (entry.directory()) {
                files.addBranch(new TableLayout(entry.location()));
            }
        }
        files.dataFiles.finish();
        return files;
    }

    /** The table itself, then its branches. */
    List<TableLayout> branches() {
        return List.copyOf(branches);
    }

    boolean contains(String name) {
        return names.contains(name);
    }

    /** Whether the file is a snapshot that is no part of the branch any more. */
    boolean isStray(TableLayout branch, String fileName) {
        OptionalLong id = TableLayout.snapshotId(fileName);
        return id.isPresent() && strays.get(branch).contains(id.getAsLong());
    }

    private void addBranch(TableLayout branch) {
        if (io.list(branch.schemaDirectory()).isEmpty()) {
            throw new CorruptTableException(
                    branch.root() + " has no schema; what its snapshots name is not known, so no"
                            + " file can be called an orphan. If it is a leftover of a deleted branch, delete the directory");
        }
        branches.add(branch);
        addSnapshots(branch, new SnapshotStore(io, branch));
        for (Tag tag : new TagStore(io, branch).all()) {
            addState(tag.snapshot(), "tag '" + tag.name() + "'");
        }
        for (FileEntry entry : io.list(branch.changelogDirectory())) {
            if (TableLayout.changelogId(entry.name()).isPresent()) {
                addChangelog(entry);
            }
        }
    }

    /**
     * Others may expire while they are read, but of the one that was the newest at some moment all must be known: what is newer has
     * its files, and files that are too young to go.
     */
    private void addSnapshots(TableLayout branch, SnapshotStore snapshots) {
        strays.put(branch, StraySnapshots.find(io, branch, oldest));
        for (int i = 0; i < NEWEST_ATTEMPTS; i++) {
            Optional<Snapshot> newest = snapshots.latest();
            boolean known = newest.isEmpty() || addSnapshot(newest.get(), snapshots);
            List<Long> newestFirst = new ArrayList<>(snapshots.ids());
            Collections.reverse(newestFirst);
            long end = StraySnapshots.end(snapshots);
            for (long id : newestFirst) {
                if (id >= end) {
                    snapshots.find(id).ifPresent(snapshot -> addSnapshot(snapshot, snapshots));
                }
            }
            if (known) {
                return;
            }
        }
        throw new StorageException(
                StorageException.Kind.TRANSIENT,
                "in " + NEWEST_ATTEMPTS + " attempts the newest snapshot of " + branch.root()
                        + " has always expired before it was read, so it is not known which files are needed; keep snapshots"
                        + " longer",
                null);
    }

    /** False if it has expired while it was read. */
    private boolean addSnapshot(Snapshot snapshot, SnapshotStore snapshots) {
        try {
            addState(snapshot, "snapshot " + snapshot.id());
            return true;
        } catch (CorruptTableException e) {
            if (snapshots.find(snapshot.id()).filter(snapshot::equals).isPresent()) {
                throw e;
            }
            return false;
        }
    }

    private void addState(Snapshot snapshot, String owner) {
        try {
            List<ManifestFileMeta> state = new ArrayList<>();
            snapshot.manifestLists().forEach(list -> state.addAll(named(list)));
            dataFiles.addState(state);
            snapshot.indexManifest().filter(readIndexManifests::add).ifPresent(this::addIndexManifest);
        } catch (StorageException e) {
            throw unreadable(owner, e);
        }
        snapshot.statistics().ifPresent(names::add);
        snapshot.changelogList().ifPresent(this::addChangesIfThere);
    }

    private void addIndexManifest(String name) {
        names.add(name);
        manifests.readIndexManifest(name).forEach(entry -> names.add(entry.name()));
    }

    /** The manifests of a list, whose names stay, as the list's does. */
    private List<ManifestFileMeta> named(ManifestListFile list) {
        names.add(list.name());
        List<ManifestFileMeta> found = manifests.readList(list);
        found.forEach(manifest -> names.add(manifest.name()));
        return found;
    }

    /** A changelog list of a tag, or the other lists of a long-lived changelog, may have gone with the snapshot. */
    private void addChangesIfThere(ManifestListFile list) {
        try {
            named(list).forEach(dataFiles::addChanges);
        } catch (StorageException e) {
            if (!e.isNotFound()) {
                throw e;
            }
        }
    }

    /** Only the changelog of an expired snapshot is sure to be there. */
    private void addChangelog(FileEntry entry) {
        byte[] content;
        try {
            content = io.readAll(entry.location());
        } catch (StorageException e) {
            if (e.isNotFound()) {
                return;
            }
            throw e;
        }
        Snapshot changelog = SnapshotJson.parse(
                new String(content, StandardCharsets.UTF_8), entry.location().value());
        changelog.manifestLists().forEach(this::addChangesIfThere);
        changelog.changelogList().ifPresent(this::addChangesIfThere);
    }

    private static RuntimeException unreadable(String owner, StorageException cause) {
        if (!cause.isNotFound()) {
            return cause;
        }
        return new CorruptTableException(
                owner + " names a file that is not there: " + cause.getMessage()
                        + ". No file can be called an orphan while that is so; if an expiration was cut off, expire snapshots"
                        + " again first",
                cause);
    }
}
