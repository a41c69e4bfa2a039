package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.FileIdentifier;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.row.BinaryRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An overwrite, which changes with the base that it is made on (format page snapshots, commit, step 3). Immutable. */
final class Overwrite {
    private final OverwriteRequest request;

    Overwrite(OverwriteRequest request) {
        this.request = requireNonNull(request, "request is null");
    }

    /** Lets pass all that must be known about a base. */
    EntryFilter touched(ManifestStore store) {
        Set<BinaryRow> partitions = new HashSet<>();
        request.appends().forEach(append -> partitions.add(append.bucket().partition()));
        if (request.replaced() instanceof Replaced.Partitions replaced) {
            partitions.addAll(replaced.partitions());
        } else if (request.replaced() instanceof Replaced.Files replaced) {
            partitions.addAll(replaced.partitions());
        } else {
            return EntryFilter.ALL;
        }
        return store.partitions(partitions);
    }

    /** @param live files of the base that pass {@link #touched} */
    PendingSnapshot on(List<ManifestEntry> live) {
        return PendingSnapshot.overwrite(request, deletions(live));
    }

    private List<ManifestEntry> deletions(List<ManifestEntry> live) {
        if (request.replaced() instanceof Replaced.Files replaced) {
            return replaced.files();
        }
        return live.stream()
                .filter(entry -> entry.bucket().bucket() >= 0
                        && request.replaced().covers(entry.bucket().partition()))
                .toList();
    }

    /** Whether somebody has added files that would stay beside those that replace the rows they are about. */
    Optional<Conflict> findOthers(List<ManifestEntry> live) {
        if (!(request.replaced() instanceof Replaced.Files replaced)) {
            return Optional.empty();
        }
        Set<BinaryRow> partitions = replaced.partitions();
        Set<FileIdentifier> known = new HashSet<>();
        replaced.files().forEach(entry -> known.add(FileIdentifier.of(entry.bucket(), entry.file())));
        List<ManifestEntry> others = new ArrayList<>();
        for (ManifestEntry entry : live) {
            if (entry.bucket().bucket() >= 0
                    && partitions.contains(entry.bucket().partition())
                    && !known.contains(FileIdentifier.of(entry.bucket(), entry.file()))) {
                others.add(entry);
            }
        }
        if (others.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Conflict(
                "another writer has added files since the rows were read: "
                        + others.stream().limit(10).map(ManifestEntry::describe).toList()
                        + ". Nothing was replaced; stop the writers of these partitions for a moment and try again",
                false));
    }

    /** The entries that take files away. */
    static ManifestEntry deletionOf(ManifestEntry live) {
        return new ManifestEntry(Kind.DELETE, live.bucket(), live.totalBuckets(), live.file());
    }
}
