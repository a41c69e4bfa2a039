package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.row.BinaryRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps the number and size of manifests in bounds, so that the cost of a snapshot follows its changes and not the table. A full
 * merge resolves every deletion; a minor merge joins neighbours. Both leave the live files as they are. A manifest with fields of
 * a newer writer is never rewritten, and then no full merge happens, since its deletions must keep their files. Safe for use by
 * several threads.
 */
public final class ManifestMerger {
    private final ManifestStore store;
    private final ManifestMergePolicy policy;

    public ManifestMerger(ManifestStore store, ManifestSettings settings) {
        this.store = requireNonNull(store, "store is null");
        this.policy = new ManifestMergePolicy(settings);
    }

    /**
     * Merges all manifests of a snapshot.
     *
     * @param manifests those of its base list, then those of its delta list
     */
    public MergedManifests merge(List<ManifestFileMeta> manifests) {
        if (policy.fullMergeIsDue(manifests)) {
            try {
                Optional<MergedManifests> merged = fullMerge(manifests);
                if (merged.isPresent()) {
                    return merged.get();
                }
            } catch (RewriteLosesFieldsException e) {
                // Without that manifest deletions cannot be resolved; neighbours still can be joined.
                return minorMerge(manifests);
            }
        }
        return minorMerge(manifests);
    }

    private Optional<MergedManifests> fullMerge(List<ManifestFileMeta> manifests) throws RewriteLosesFieldsException {
        Set<FileIdentifier> deleted = new HashSet<>();
        Set<BinaryRow> deletedPartitions = new HashSet<>();
        for (ManifestFileMeta manifest : manifests) {
            if (manifest.deletedFiles() > 0) {
                for (ManifestEntry entry : store.readForRewrite(manifest)) {
                    if (entry.kind() == Kind.DELETE) {
                        deleted.add(FileIdentifier.of(entry.bucket(), entry.file()));
                        deletedPartitions.add(entry.bucket().partition());
                    }
                }
            }
        }
        EntryFilter touched = store.partitions(deletedPartitions);
        List<ManifestFileMeta> kept = new ArrayList<>();
        List<ManifestFileMeta> candidates = new ArrayList<>();
        for (ManifestFileMeta manifest : manifests) {
            boolean untouched = !policy.mustChange(manifest) && !touched.mayMatch(manifest);
            (untouched ? kept : candidates).add(manifest);
        }
        return candidates.size() <= 1 ? Optional.empty() : Optional.of(rewrite(candidates, deleted, kept));
    }

    /** Rewrites the candidates without deletions; those that lose nothing and need not change join {@code kept}. */
    private MergedManifests rewrite(
            List<ManifestFileMeta> candidates, Set<FileIdentifier> deleted, List<ManifestFileMeta> kept)
            throws RewriteLosesFieldsException {
        RollingManifestWriter writer = store.newWriter();
        try {
            for (ManifestFileMeta candidate : candidates) {
                List<ManifestEntry> entries = store.readForRewrite(candidate);
                List<ManifestEntry> live = entries.stream()
                        .filter(entry -> entry.kind() == Kind.ADD
                                && !deleted.contains(FileIdentifier.of(entry.bucket(), entry.file())))
                        .toList();
                if (!policy.mustChange(candidate) && live.size() == entries.size()) {
                    kept.add(candidate);
                } else {
                    live.forEach(writer::write);
                }
            }
            List<ManifestFileMeta> written = writer.finish();
            kept.addAll(written);
            return new MergedManifests(kept, written);
        } catch (RewriteLosesFieldsException | RuntimeException e) {
            store.deleteManifests(writer.abort(e));
            throw e;
        }
    }

    private MergedManifests minorMerge(List<ManifestFileMeta> manifests) {
        List<ManifestFileMeta> result = new ArrayList<>();
        List<ManifestFileMeta> written = new ArrayList<>();
        try {
            for (ManifestMergePolicy.Group group : policy.minorMerge(manifests)) {
                Optional<List<ManifestFileMeta>> joined = group.merge() ? join(group.manifests()) : Optional.empty();
                joined.ifPresent(written::addAll);
                result.addAll(joined.orElse(group.manifests()));
            }
            return new MergedManifests(result, written);
        } catch (RuntimeException e) {
            store.deleteManifests(written);
            throw e;
        }
    }

    /** Neighbours as few new manifests; empty if they must stay as they are. */
    private Optional<List<ManifestFileMeta>> join(List<ManifestFileMeta> neighbours) {
        EntryMerger merger = new EntryMerger();
        for (ManifestFileMeta manifest : neighbours) {
            List<ManifestEntry> entries;
            try {
                entries = store.readForRewrite(manifest);
            } catch (RewriteLosesFieldsException e) {
                return Optional.empty();
            }
            for (ManifestEntry entry : entries) {
                if (!merger.apply(entry)) {
                    throw new CorruptTableException("manifest " + manifest.name() + " adds file "
                            + entry.file().name() + ", which an earlier manifest has added already");
                }
            }
        }
        return Optional.of(store.writeEntries(merger.entries()));
    }
}
