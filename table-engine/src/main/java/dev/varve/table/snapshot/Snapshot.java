package dev.varve.table.snapshot;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.manifest.ManifestListFile;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One version of a table (format page snapshots). Immutable once visible.
 *
 * @param id from 1, one more than the one before
 * @param schemaId newest schema when the commit was made
 * @param baseManifestList list of manifests with everything from earlier snapshots
 * @param deltaManifestList list of manifests with this snapshot's file changes
 * @param changelogManifestList list of manifests of changelog files, if there are any
 * @param indexManifest complete list of index files, if there are any
 * @param commitUser which writing job made it
 * @param commitIdentifier increasing within a user
 * @param timeMillis epoch milliseconds
 * @param totalRecordCount physical rows of all live files, deletes included
 * @param deltaRecordCount what this snapshot added to it; may be negative
 * @param changelogRecordCount rows of its changelog files
 * @param properties given by the committer; not inherited; in the order in which they are written
 * @param nextRowId 0 without row tracking
 */
public record Snapshot(
        long id,
        long schemaId,
        String baseManifestList,
        OptionalLong baseManifestListSize,
        String deltaManifestList,
        OptionalLong deltaManifestListSize,
        Optional<String> changelogManifestList,
        OptionalLong changelogManifestListSize,
        Optional<String> indexManifest,
        String commitUser,
        long commitIdentifier,
        CommitKind kind,
        long timeMillis,
        long totalRecordCount,
        long deltaRecordCount,
        OptionalLong changelogRecordCount,
        OptionalLong watermark,
        Optional<String> statistics,
        Map<String, String> properties,
        OptionalLong nextRowId) {
    public static final int VERSION = 3;

    /** The id of a table's first snapshot. */
    public static final long FIRST_ID = 1;

    public Snapshot {
        Check.argument(id >= FIRST_ID, "snapshot ids start at 1, got %s", id);
        requireNonNull(baseManifestList, "baseManifestList is null");
        requireNonNull(deltaManifestList, "deltaManifestList is null");
        requireNonNull(commitUser, "commitUser is null");
        requireNonNull(kind, "kind is null");
        for (Map.Entry<String, String> property : properties.entrySet()) {
            requireNonNull(property.getKey(), "a property's name is null");
            requireNonNull(property.getValue(), property.getKey() + " is null");
        }
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** The same with other properties. */
    public Snapshot withProperties(Map<String, String> others) {
        return new Snapshot(
                id,
                schemaId,
                baseManifestList,
                baseManifestListSize,
                deltaManifestList,
                deltaManifestListSize,
                changelogManifestList,
                changelogManifestListSize,
                indexManifest,
                commitUser,
                commitIdentifier,
                kind,
                timeMillis,
                totalRecordCount,
                deltaRecordCount,
                changelogRecordCount,
                watermark,
                statistics,
                others,
                nextRowId);
    }

    /** Whether both are of one commit. Names of delta lists are unique in themselves. */
    public boolean isOfSameCommit(Snapshot other) {
        return id == other.id
                && commitUser.equals(other.commitUser)
                && commitIdentifier == other.commitIdentifier
                && kind == other.kind
                && deltaManifestList.equals(other.deltaManifestList);
    }

    /** The lists whose entries, merged in this order, are the snapshot's live files: base, then delta. */
    public List<ManifestListFile> manifestLists() {
        return List.of(baseList(), deltaList());
    }

    /** What was there before it. */
    public ManifestListFile baseList() {
        return new ManifestListFile(baseManifestList, baseManifestListSize);
    }

    /** The list of what this snapshot changed. */
    public ManifestListFile deltaList() {
        return new ManifestListFile(deltaManifestList, deltaManifestListSize);
    }

    /** The list of this snapshot's changelog files, if there are any. */
    public Optional<ManifestListFile> changelogList() {
        return changelogManifestList.map(list -> new ManifestListFile(list, changelogManifestListSize));
    }
}
