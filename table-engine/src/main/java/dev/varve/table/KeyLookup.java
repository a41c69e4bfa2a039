package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.bucket.FixedBuckets;
import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.row.ValueReader;
import dev.varve.table.scan.ScanPlanner;
import dev.varve.table.scan.Split;
import dev.varve.table.scan.SplitReaders;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.RowType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds one row by its primary key: the key gives the partition and, where buckets are fixed, the bucket; key ranges give the files;
 * those are merged. Confined to one thread.
 */
final class KeyLookup {
    private final TableParts parts;
    private final TableSchema schema;
    private final KeyValueLayout layout;

    KeyLookup(TableParts parts) {
        this.parts = requireNonNull(parts, "parts is null");
        this.schema = parts.schema();
        this.layout = KeyValueLayout.of(schema.rowType(), schema.trimmedPrimaryKeys());
    }

    /** @param key values of the primary key columns in primary-key order */
    Optional<Row> find(Row key) {
        Row row = asTableRow(key);
        Optional<Snapshot> snapshot = parts.snapshots().latest();
        if (snapshot.isEmpty()) {
            return Optional.empty();
        }
        Row trimmed = layout.newKeyView().over(row);
        var planner = new ScanPlanner(parts.manifests(), layout.keyOrder());
        for (Split split : planner.plan(snapshot.get(), filter(row))) {
            Optional<Row> found = find(split, planner.filesWithKey(split, trimmed), trimmed);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Row asTableRow(Row key) {
        List<String> names = schema.primaryKeys();
        if (key.arity() != names.size()) {
            throw new InvalidInputException(
                    "the primary key has " + names.size() + " columns " + names + ", got " + key.arity() + " values");
        }
        RowType type = schema.rowType();
        GenericRow row = new GenericRow(RowKind.INSERT, type.arity());
        for (int i = 0; i < names.size(); i++) {
            int position = type.indexOf(names.get(i));
            Object value = ValueReader.valueAt(key, i, type.type(position));
            if (value == null) {
                throw new InvalidInputException("primary key column " + names.get(i) + " cannot be null");
            }
            row.set(position, value);
        }
        return row;
    }

    /**
     * The partition columns are part of the key in most tables, and then say where to look; files written under another number of
     * buckets are all looked into.
     */
    private EntryFilter filter(Row row) {
        boolean partitionKnown = schema.primaryKeys().containsAll(schema.partitionKeys());
        if (!partitionKnown) {
            return EntryFilter.ALL;
        }
        BinaryRow partition = new RowSerializer(schema.partitionType())
                .toBinary(new ProjectedRow(schema.positions(schema.partitionKeys())).over(row), RowKind.INSERT);
        if (parts.options().bucket() < 1) {
            return parts.manifests().partitions(Set.of(partition));
        }
        int bucket = FixedBuckets.of(schema, parts.options()).bucketOf(partition, row);
        return parts.manifests().buckets(Set.of(new BucketId(partition, bucket)));
    }

    private Optional<Row> find(Split split, List<DataFileMeta> files, Row key) {
        if (files.isEmpty()) {
            return Optional.empty();
        }
        var readers = new SplitReaders(
                new DataFileReaders(
                        parts.io(),
                        parts.dataFilePaths(),
                        parts::schema,
                        layout,
                        parts.services().env().zone()),
                MergeRules.of(parts.options()));
        try (KeyValueReader rows = readers.open(split, files)) {
            while (rows.advance()) {
                int order = layout.keyOrder().compare(rows.current().key(), key);
                if (order == 0) {
                    return Optional.of(GenericRow.copyOf(rows.current().value(), layout.valueType()));
                }
                if (order > 0) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }
}
