package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.bucket.KeyHash;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A condition on rows, and what follows from it for manifests, partitions, buckets and keys. In a partition the partition columns
 * are constants, so the condition is simplified once for each partition: exactly, inside ORs too. Confined to one thread.
 */
final class ScanCondition {
    private static final int DYNAMIC_BUCKETS = -1;

    private final TableSchema schema;
    private final Predicate predicate;
    private final RowType partitionType;
    private final int[] partitionPositions;
    private final int[] keyPositions;
    private final Predicate onPartitions;
    private final Optional<KeyHash> hash;
    private final Map<BinaryRow, PartitionCondition> partitions = new HashMap<>();

    /**
     * @param schema of the rows
     * @param predicate over the schema's columns
     */
    ScanCondition(TableSchema schema, Predicate predicate) {
        this.schema = requireNonNull(schema, "schema is null");
        this.predicate = requireNonNull(predicate, "predicate is null");
        this.partitionType = schema.partitionType();
        this.partitionPositions = inverse(schema.positions(schema.partitionKeys()));
        this.keyPositions = inverse(schema.positions(schema.trimmedPrimaryKeys()));
        this.onPartitions =
                predicate.restrictTo(column -> partitionPositions[column] >= 0).remap(partitionPositions);
        // What decides buckets never changes, but for names of columns: the schema's own options go with its columns.
        boolean hashed = schema.tableOptions().bucket() != DYNAMIC_BUCKETS && predicate != Constant.TRUE;
        this.hash = hashed ? Optional.of(KeyHash.of(schema, schema.tableOptions())) : Optional.empty();
    }

    /** For each column its place among the given ones, -1 if it is none of them. */
    private int[] inverse(int[] positions) {
        int[] inverse = new int[schema.fields().size()];
        Arrays.fill(inverse, -1);
        for (int i = 0; i < positions.length; i++) {
            inverse[positions[i]] = i;
        }
        return inverse;
    }

    /** Whether the condition looks at partition columns only. */
    boolean isOnPartitionsOnly() {
        return predicate.columns().stream().allMatch(column -> partitionPositions[column] >= 0);
    }

    /** False only if no partition of the manifest's entries can match. */
    boolean mayMatch(ManifestFileMeta manifest) {
        return onPartitions.mayMatch(new StatsBounds(manifest.partitionStats(), partitionType), manifest.entries());
    }

    /** The condition inside a partition; the partition row is immutable. */
    PartitionCondition in(BinaryRow partition) {
        return partitions.computeIfAbsent(partition, this::simplify);
    }

    private PartitionCondition simplify(BinaryRow partition) {
        var row = new ProjectedRow(partitionPositions).over(partition);
        Predicate rows = predicate.mapLeaves(
                leaf -> partitionPositions[leaf.column()] >= 0 ? Constant.of(leaf.test(row)) : leaf);
        Predicate keys = rows.restrictTo(column -> keyPositions[column] >= 0).remap(keyPositions);
        return new PartitionCondition(rows, keys, hash.flatMap(function -> buckets(rows, function)));
    }

    private Optional<BucketSelector> buckets(Predicate rows, KeyHash function) {
        return rows instanceof Constant ? Optional.empty() : BucketSelector.of(schema, function, rows);
    }
}
