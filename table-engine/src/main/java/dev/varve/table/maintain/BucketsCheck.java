package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.fs.Location;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.RowComparator;
import dev.varve.table.row.RowText;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What metadata alone tells about the buckets of a snapshot: numbers of buckets, and levels. Confined to one thread. */
final class BucketsCheck {
    private final TableFiles table;
    private final RowType keyType;
    private final RowComparator keyOrder;

    BucketsCheck(TableFiles table) {
        this.table = requireNonNull(table, "table is null");
        this.keyType = table.schema().keyType();
        this.keyOrder = RowComparator.of(keyType.types());
    }

    /** @param live all live files of a snapshot by bucket */
    void check(Map<BucketId, List<ManifestEntry>> live, Findings findings) {
        Map<BinaryRow, ManifestEntry> totals = new HashMap<>();
        live.forEach((bucket, files) -> {
            files.forEach(file -> totalOf(file, totals, findings));
            levels(bucket, files, findings);
        });
    }

    private void totalOf(ManifestEntry entry, Map<BinaryRow, ManifestEntry> totals, Findings findings) {
        int total = entry.totalBuckets();
        if (total <= 0 || entry.bucket().bucket() < 0) {
            return;
        }
        if (entry.bucket().bucket() >= total) {
            findings.add(
                    place(entry),
                    Rule.BUCKET,
                    "a bucket number below their total, " + total,
                    Integer.toString(entry.bucket().bucket()));
        }
        ManifestEntry other = totals.putIfAbsent(entry.bucket().partition(), entry);
        if (other != null && other.totalBuckets() != total) {
            findings.add(
                    place(entry),
                    Rule.TOTAL_BUCKETS,
                    other.totalBuckets() + " buckets in its partition, as " + place(other) + " has it",
                    total + " buckets");
        }
    }

    private void levels(BucketId bucket, List<ManifestEntry> files, Findings findings) {
        List<DataFileMeta> leveled = new ArrayList<>();
        for (ManifestEntry entry : files) {
            DataFileMeta file = entry.file();
            if (keyOrder.compare(file.minKey(), file.maxKey()) > 0) {
                findings.add(
                        place(entry),
                        Rule.KEY_BOUNDS,
                        "a first key not greater than the last, " + RowText.of(file.maxKey(), keyType),
                        RowText.of(file.minKey(), keyType));
            }
            if (file.level() >= 1) {
                leveled.add(file);
            }
        }
        leveled.sort(Comparator.comparingInt(DataFileMeta::level).thenComparing(DataFileMeta::minKey, keyOrder));
        Location directory = table.paths().directory(bucket);
        for (int i = 1; i < leveled.size(); i++) {
            DataFileMeta left = leveled.get(i - 1);
            DataFileMeta right = leveled.get(i);
            if (left.level() == right.level() && keyOrder.compare(left.maxKey(), right.minKey()) >= 0) {
                findings.add(
                        directory.child(right.name()).value(),
                        Rule.LEVEL_OVERLAP,
                        "keys after those of " + left.name() + " on level " + left.level() + ", which end with "
                                + RowText.of(left.maxKey(), keyType),
                        "first key " + RowText.of(right.minKey(), keyType));
            }
        }
    }

    private String place(ManifestEntry entry) {
        return table.paths()
                .directory(entry.bucket())
                .child(entry.file().name())
                .value();
    }
}
