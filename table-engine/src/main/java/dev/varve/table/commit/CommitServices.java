package dev.varve.table.commit;

import dev.varve.table.env.Env;
import dev.varve.table.manifest.ManifestMerger;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.SnapshotStore;

/** What the commits of one table share. */
record CommitServices(
        String table,
        Env env,
        RetryLimits limits,
        SnapshotStore snapshots,
        LatestSchema schema,
        ManifestStore manifests,
        ManifestMerger merger,
        ConflictCheck conflicts,
        SnapshotPublisher publisher,
        VerifiedPartitions verified,
        UnresolvedCommits unresolved) {}
