package dev.varve.table.maintain;

import dev.varve.table.bucket.FixedBuckets;
import dev.varve.table.bucket.PartitionExtractor;
import dev.varve.table.datafile.StoredRows;
import dev.varve.table.error.TableException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.RowComparator;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.row.RowText;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads the rows of one file and holds them against its metadata, in one pass and one row of memory. Confined to one thread, used
 * once.
 */
final class RowsCheck {
    private final ManifestEntry entry;
    private final DataFileMeta file;
    private final TableSchema schema;
    private final boolean changelog;
    private final RowFindings findings;

    private final RowType keyType;
    private final RowComparator keyOrder;
    private final RowSerializer keySerializer;
    private final PartitionExtractor partitions;
    private final Optional<FixedBuckets> buckets;
    private final StatisticsCheck keyStatistics;
    private final StatisticsCheck valueStatistics;

    private BinaryRow firstKey;
    /** Lent by the serializer: the key of the row before. */
    private BinaryRow lastKey;

    private long rows;
    private long deletes;
    private long minSequence = Long.MAX_VALUE;
    private long maxSequence = Long.MIN_VALUE;

    /**
     * @param schema the schema with which the file was written
     * @param changelog whether it is a changelog file, in which a key may occur several times
     */
    RowsCheck(ManifestEntry entry, TableSchema schema, boolean changelog, RowFindings findings) {
        this.entry = entry;
        this.file = entry.file();
        this.schema = schema;
        this.changelog = changelog;
        this.findings = findings;
        this.keyType = schema.keyType();
        this.keyOrder = RowComparator.of(keyType.types());
        this.keySerializer = new RowSerializer(keyType);
        this.partitions = new PartitionExtractor(schema);
        this.buckets = buckets(entry.bucket(), entry.totalBuckets(), schema);
        this.keyStatistics = StatisticsCheck.of(
                "key statistics", keyType, IntStream.range(0, keyType.arity()).toArray(), file.keyStats(), findings);
        this.valueStatistics = valueStatistics();
    }

    private static Optional<FixedBuckets> buckets(BucketId bucket, int total, TableSchema schema) {
        if (bucket.bucket() < 0 || total < 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    FixedBuckets.of(schema, schema.tableOptions().with(Map.of("bucket", Integer.toString(total)))));
        } catch (TableException unknownFunction) {
            // Rows of a bucket function that this engine does not know can be read, but not held against their bucket.
            return Optional.empty();
        }
    }

    private StatisticsCheck valueStatistics() {
        RowType type = schema.rowType();
        List<String> names = file.valueStatsColumns().orElse(type.names());
        List<DataField> fields = new ArrayList<>();
        for (String name : names) {
            int position = type.indexOf(name);
            if (position < 0) {
                findings.addOfFile(
                        Rule.STATISTICS,
                        "value statistics of columns of schema " + schema.id() + " " + type.names(),
                        "statistics of a column " + name);
                return StatisticsCheck.none();
            }
            fields.add(type.field(position));
        }
        return StatisticsCheck.of(
                "value statistics", new RowType(fields, false), schema.positions(names), file.valueStats(), findings);
    }

    /** Reads to the end. Adds what it finds to the findings that were given. */
    void run(StoredRows stored) {
        while (stored.advance()) {
            include(stored);
        }
        finish();
    }

    private void include(StoredRows stored) {
        keyOf(stored);
        kindOf(stored);
        minSequence = Math.min(minSequence, stored.sequence());
        maxSequence = Math.max(maxSequence, stored.sequence());
        placeOf(stored);
        keyStatistics.include(stored.key(), rows, findings);
        valueStatistics.include(stored.value(), rows, findings);
        rows++;
    }

    private void keyOf(StoredRows stored) {
        if (stored.hasStoredKey() && keyOrder.compare(stored.storedKey(), stored.key()) != 0) {
            findings.add(
                    Rule.KEY_COLUMNS,
                    rows,
                    "key columns " + RowText.of(stored.key(), keyType) + " as in the table columns",
                    RowText.of(stored.storedKey(), keyType));
        }
        int order = lastKey == null ? -1 : keyOrder.compare(lastKey, stored.key());
        if (changelog ? order > 0 : order >= 0) {
            findings.add(
                    Rule.KEY_ORDER,
                    rows,
                    "a key " + (changelog ? "not less" : "greater") + " than that of the row before, "
                            + RowText.of(lastKey, keyType),
                    RowText.of(stored.key(), keyType));
        }
        lastKey = keySerializer.lend(stored.key(), RowKind.INSERT);
        if (firstKey == null) {
            firstKey = lastKey.copy();
        }
    }

    private void kindOf(StoredRows stored) {
        byte code = stored.kindCode();
        if (code < 0 || code >= RowKind.values().length) {
            findings.add(Rule.ROW_KIND, rows, "a kind from 0 to 3", Byte.toString(code));
        } else if (RowKind.ofCode(code).isRetract()) {
            deletes++;
        }
    }

    private void placeOf(StoredRows stored) {
        BinaryRow partition = partitions.partitionOf(stored.value());
        if (!partition.equals(entry.bucket().partition())) {
            findings.add(
                    Rule.PARTITION,
                    rows,
                    "partition " + RowText.of(entry.bucket().partition(), schema.partitionType()),
                    RowText.of(partition, schema.partitionType()));
        }
        if (buckets.isPresent()) {
            int bucket = buckets.get().bucketOf(partition, stored.value());
            if (bucket != entry.bucket().bucket()) {
                findings.add(
                        Rule.BUCKET,
                        rows,
                        "only rows of bucket " + entry.bucket().bucket() + " of " + entry.totalBuckets(),
                        "key " + RowText.of(stored.key(), keyType) + " of bucket " + bucket);
            }
        }
    }

    private void finish() {
        compare(Rule.ROW_COUNT, "row count", file.rowCount(), rows);
        file.deleteRowCount().ifPresent(recorded -> compare(Rule.DELETE_COUNT, "delete row count", recorded, deletes));
        if (rows == 0) {
            return;
        }
        compare(Rule.SEQUENCE_BOUNDS, "smallest sequence number", file.minSequence(), minSequence);
        compare(Rule.SEQUENCE_BOUNDS, "largest sequence number", file.maxSequence(), maxSequence);
        compare("first key", file.minKey(), firstKey);
        compare("last key", file.maxKey(), lastKey);
        keyStatistics.finish(findings);
        valueStatistics.finish(findings);
    }

    private void compare(Rule rule, String what, long recorded, long actual) {
        if (recorded != actual) {
            findings.addOfFile(rule, what + " " + recorded, Long.toString(actual));
        }
    }

    private void compare(String what, BinaryRow recorded, BinaryRow actual) {
        if (keyOrder.compare(recorded, actual) != 0) {
            findings.addOfFile(
                    Rule.KEY_BOUNDS, what + " " + RowText.of(recorded, keyType), RowText.of(actual, keyType));
        }
    }

    /** Rows seen. */
    long rows() {
        return rows;
    }
}
