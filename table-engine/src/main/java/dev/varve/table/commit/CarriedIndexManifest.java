package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * The index manifest of a snapshot in the making: that of its base, without the index files of rows that an overwrite takes away.
 * Confined to one thread.
 */
final class CarriedIndexManifest {
    private final ManifestStore store;
    private final Optional<Replaced> replaced;
    private Optional<String> written = Optional.empty();

    CarriedIndexManifest(ManifestStore store, Optional<Replaced> replaced) {
        this.store = requireNonNull(store, "store is null");
        this.replaced = replaced;
    }

    /** The name that the snapshot after {@code base} gives, if it has index files. */
    Optional<String> write(Optional<Snapshot> base) {
        Optional<String> previous = base.flatMap(Snapshot::indexManifest);
        if (replaced.isEmpty() || previous.isEmpty()) {
            return previous;
        }
        List<IndexManifestEntry> entries = store.readIndexManifestForRewrite(previous.get());
        List<IndexManifestEntry> kept = entries.stream()
                .filter(entry -> entry.bucket().bucket() < 0
                        || !replaced.get().covers(entry.bucket().partition()))
                .toList();
        if (kept.size() == entries.size()) {
            return previous;
        }
        if (!kept.isEmpty()) {
            written = Optional.of(store.writeIndexManifest(kept));
        }
        return written;
    }

    /** What was written last will certainly not be named by a snapshot. */
    void discard() {
        written.ifPresent(store::deleteIndexManifest);
        written = Optional.empty();
    }
}
