package dev.varve.table.commit;

import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * What one attempt builds on.
 *
 * @param snapshot the newest one when the attempt began; empty for a table without one
 * @param manifests all its manifests: of its base list, then of its delta list
 * @param readMillis when the attempt began
 */
record CommitBase(Optional<Snapshot> snapshot, List<ManifestFileMeta> manifests, long readMillis) {
    CommitBase {
        manifests = List.copyOf(manifests);
    }

    long nextId() {
        return snapshot.map(Snapshot::id).orElse(Snapshot.FIRST_ID - 1) + 1;
    }
}
