package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowComparator;
import dev.varve.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * From a snapshot to splits (semantics, reads, section 1). Nothing but manifests is read. Postponed buckets (below 0) are not
 * visible to readers. Safe for use by several threads.
 */
public final class ScanPlanner {
    private final ManifestStore manifests;
    private final RowComparator keyOrder;

    public ScanPlanner(ManifestStore manifests, RowComparator keyOrder) {
        this.manifests = requireNonNull(manifests, "manifests is null");
        this.keyOrder = requireNonNull(keyOrder, "keyOrder is null");
    }

    /** One split for each bucket that passes the filter, in the order in which buckets first appear. */
    public List<Split> plan(Snapshot snapshot, EntryFilter filter) {
        Map<BucketId, List<DataFileMeta>> files = new LinkedHashMap<>();
        for (ManifestEntry entry : manifests.liveFiles(snapshot.manifestLists(), filter)) {
            if (entry.bucket().bucket() >= 0) {
                files.computeIfAbsent(entry.bucket(), bucket -> new ArrayList<>())
                        .add(entry.file());
            }
        }
        List<Split> splits = new ArrayList<>();
        files.forEach((bucket, ofBucket) -> splits.add(new Split(bucket, ofBucket)));
        return splits;
    }

    /** The part of a split that may hold a key: every version of it is in a file whose key range contains it. */
    public List<DataFileMeta> filesWithKey(Split split, Row key) {
        return split.files().stream()
                .filter(file -> keyOrder.compare(file.minKey(), key) <= 0 && keyOrder.compare(file.maxKey(), key) >= 0)
                .toList();
    }
}
