package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * The index manifest of a snapshot in the making: that of its base, without the index files of rows that an overwrite takes away,
 * and with the deletion vectors that compactions wrote.
 * Confined to one thread.
 */
final class CarriedIndexManifest {
    private final ManifestStore store;
    private final IndexChanges changes;
    private Optional<String> written = Optional.empty();

    CarriedIndexManifest(ManifestStore store, IndexChanges changes) {
        this.store = requireNonNull(store, "store is null");
        this.changes = requireNonNull(changes, "changes is null");
    }

    /** The name that the snapshot after {@code base} gives, if it has index files. */
    Optional<String> write(Optional<Snapshot> base) {
        Optional<String> previous = base.flatMap(Snapshot::indexManifest);
        if (changes.isEmpty()) {
            return previous;
        }
        List<IndexManifestEntry> entries =
                previous.map(store::readIndexManifestForRewrite).orElse(List.of());
        List<IndexManifestEntry> changed = changes.applyTo(entries);
        if (changed.equals(entries)) {
            return previous;
        }
        if (!changed.isEmpty()) {
            written = Optional.of(store.writeIndexManifest(changed));
        }
        return written;
    }

    /** What was written last will certainly not be named by a snapshot. */
    void discard() {
        written.ifPresent(store::deleteIndexManifest);
        written = Optional.empty();
    }
}
