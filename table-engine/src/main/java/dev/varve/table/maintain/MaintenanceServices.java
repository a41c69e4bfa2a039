package dev.varve.table.maintain;

import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.ConsumerStore;
import dev.varve.table.snapshot.SnapshotStore;
import dev.varve.table.snapshot.TagStore;
import java.util.concurrent.Executor;

/**
 * What the maintenance of one table works with.
 *
 * @param executor deletes files beside the caller's thread
 * @param parallelism deletions at a time
 */
public record MaintenanceServices(
        Env env,
        FileIO io,
        TableLayout layout,
        SnapshotStore snapshots,
        TagStore tags,
        ConsumerStore consumers,
        ManifestStore manifests,
        DataFilePaths dataFiles,
        Executor executor,
        int parallelism) {
    /** For logs and errors. */
    String table() {
        return layout.root().value();
    }
}
