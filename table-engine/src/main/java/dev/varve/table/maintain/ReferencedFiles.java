package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The names of all files that something in a table names: snapshots, tags and long-lived changelogs, of the table itself and of its
 * branches, whose files lie among the table's. Each manifest is read once, however many snapshots name it, and held only while it is
 * read. Confined to one thread.
 */
final class ReferencedFiles {
    private final FileIO io;
    private final ManifestStore manifests;
    private final FileNames names = new FileNames();
    private final Set<String> readMetadata = new HashSet<>();
    private final List<TableLayout> branches = new ArrayList<>();
    private final Map<TableLayout, Set<Long>> strays = new HashMap<>();
    private final long oldest;

    private ReferencedFiles(MaintenanceServices services, long oldest) {
        this.oldest = oldest;
        this.io = requireNonNull(services.io(), "io is null");
        this.manifests = services.manifests();
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
        SnapshotStore snapshots = new SnapshotStore(io, branch);
        strays.put(branch, StraySnapshots.find(io, branch, oldest));
        for (long id : snapshots.ids()) {
            if (strays.get(branch).contains(id)) {
                continue;
            }
            snapshots.find(id).ifPresent(snapshot -> addSnapshot(snapshot, snapshots));
        }
        for (Tag tag : new TagStore(io, branch).all()) {
            tag.snapshot().manifestLists().forEach(list -> addList(list, "tag '" + tag.name() + "'"));
            addRest(tag.snapshot(), "tag '" + tag.name() + "'");
            tag.snapshot().changelogList().ifPresent(this::addListIfThere);
        }
        for (FileEntry entry : io.list(branch.changelogDirectory())) {
            if (TableLayout.changelogId(entry.name()).isPresent()) {
                addChangelog(entry);
            }
        }
    }

    private void addSnapshot(Snapshot snapshot, SnapshotStore snapshots) {
        try {
            snapshot.manifestLists().forEach(list -> addList(list, "snapshot " + snapshot.id()));
            snapshot.changelogList().ifPresent(this::addListIfThere);
            addRest(snapshot, "snapshot " + snapshot.id());
        } catch (CorruptTableException e) {
            if (snapshots.find(snapshot.id()).isPresent()) {
                throw e;
            }
            // It has expired while it was read.
        }
    }

    private void addRest(Snapshot snapshot, String owner) {
        snapshot.statistics().ifPresent(names::add);
        snapshot.indexManifest().filter(readMetadata::add).ifPresent(name -> {
            names.add(name);
            try {
                manifests.readIndexManifest(name).forEach(entry -> names.add(entry.name()));
            } catch (StorageException e) {
                throw unreadable(owner, e);
            }
        });
    }

    private void addList(ManifestListFile list, String owner) {
        try {
            add(list);
        } catch (StorageException e) {
            throw unreadable(owner, e);
        }
    }

    /** A changelog list of a tag or of a long-lived changelog's base may have gone with the snapshot. */
    private void addListIfThere(ManifestListFile list) {
        try {
            add(list);
        } catch (StorageException e) {
            if (!e.isNotFound()) {
                throw e;
            }
        }
    }

    private void add(ManifestListFile list) {
        names.add(list.name());
        if (!readMetadata.add(list.name())) {
            return;
        }
        for (ManifestFileMeta manifest : manifests.readList(list)) {
            names.add(manifest.name());
            if (readMetadata.add(manifest.name())) {
                addFiles(manifest);
            }
        }
    }

    private void addFiles(ManifestFileMeta manifest) {
        for (ManifestEntry entry : manifests.readEntries(manifest, EntryFilter.ALL)) {
            if (entry.kind() == ManifestEntry.Kind.ADD) {
                names.add(entry.file().name());
                entry.file().extraFiles().forEach(names::add);
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
        changelog.manifestLists().forEach(this::addListIfThere);
        changelog.changelogList().ifPresent(this::addListIfThere);
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
