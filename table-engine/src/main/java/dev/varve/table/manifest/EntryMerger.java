package dev.varve.table.manifest;

import dev.varve.table.manifest.ManifestEntry.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges entries in their order into what they come to: a DELETE takes away the ADD before it; a DELETE without one stays, since
 * its ADD may be in an older manifest (format page manifests, merging entries). Confined to one thread.
 */
public final class EntryMerger {
    private final Map<FileIdentifier, ManifestEntry> entries = new LinkedHashMap<>();

    /**
     * Takes the next entry.
     *
     * @return false, and nothing is changed, for an ADD of a file that is already here
     */
    public boolean apply(ManifestEntry entry) {
        FileIdentifier file = FileIdentifier.of(entry.bucket(), entry.file());
        if (entry.kind() == Kind.ADD) {
            return entries.putIfAbsent(file, entry) == null;
        }
        ManifestEntry previous = entries.get(file);
        if (previous != null && previous.kind() == Kind.ADD) {
            entries.remove(file);
        } else {
            entries.put(file, entry);
        }
        return true;
    }

    /** All that is left, in order. */
    public List<ManifestEntry> entries() {
        return new ArrayList<>(entries.values());
    }

    /** The files that are live: each ADD that is left, in order. */
    public List<ManifestEntry> added() {
        return ofKind(Kind.ADD);
    }

    /** DELETEs of files that were not added here, in order. */
    public List<ManifestEntry> unmatchedDeletes() {
        return ofKind(Kind.DELETE);
    }

    private List<ManifestEntry> ofKind(Kind kind) {
        List<ManifestEntry> found = new ArrayList<>();
        for (ManifestEntry entry : entries.values()) {
            if (entry.kind() == kind) {
                found.add(entry);
            }
        }
        return found;
    }
}
