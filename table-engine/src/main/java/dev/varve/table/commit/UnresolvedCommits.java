package dev.varve.table.commit;

import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The commits of this process whose outcome is unknown. Their files may be live, so they are never deleted from here; and if the
 * same commit is asked for again, it is looked whether it has happened. Guarded by {@code this}.
 */
final class UnresolvedCommits {
    /** A process that cannot reach its store so often has stopped long before. */
    private static final int LIMIT = 1000;

    private record Attempt(Snapshot snapshot, PendingSnapshot pending) {}

    private final List<Attempt> attempts = new ArrayList<>();
    private final Set<String> fileNames = new HashSet<>();
    private boolean forgetful;

    synchronized void add(Snapshot snapshot, PendingSnapshot pending) {
        if (attempts.size() >= LIMIT) {
            forgetful = true;
            return;
        }
        attempts.add(new Attempt(snapshot, pending));
        for (List<ManifestEntry> entries : List.of(pending.delta(), pending.changelog())) {
            entries.forEach(entry -> fileNames.add(entry.file().name()));
        }
        fileNames.addAll(pending.index().written());
    }

    /** Whether a file may be live because of one of these commits. */
    synchronized boolean mayHold(String fileName) {
        return forgetful || fileNames.contains(fileName);
    }

    /** The snapshot by which an earlier attempt at the same changes has happened after all. */
    Optional<Snapshot> findPublished(PendingSnapshot pending, SnapshotStore snapshots) {
        for (Snapshot attempted : attemptsAt(pending)) {
            Optional<Snapshot> found =
                    snapshots.find(attempted.id()).filter(snapshot -> snapshot.isOfSameCommit(attempted));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private synchronized List<Snapshot> attemptsAt(PendingSnapshot pending) {
        return attempts.stream()
                .filter(attempt -> attempt.pending().equals(pending))
                .map(Attempt::snapshot)
                .toList();
    }
}
