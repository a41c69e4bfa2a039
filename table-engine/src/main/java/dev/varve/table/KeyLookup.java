package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.bucket.FixedBuckets;
import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.StorageException;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.lsm.FileReaders;
import dev.varve.table.lsm.Levels;
import dev.varve.table.lsm.Section;
import dev.varve.table.lsm.SectionReader;
import dev.varve.table.lsm.SortedRun;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.predicate.Comparison;
import dev.varve.table.predicate.Literal;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.row.ValueReader;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Point lookup (semantics, reads, section 8). The key gives the partition and, where buckets are fixed, the bucket; in the
 * bucket's tree, from the newest sorted run to the oldest, at most one file of each run can hold the key, found by key ranges.
 * Files are read under the condition that the key is this one, so that Bloom filters, row group statistics and page indexes leave
 * out what cannot hold it.
 *
 * <p>Where the newest version of a key is all there is to know, the first version found decides, unless a file that is still to
 * come holds numbers above that version's: level-0 files of several writers interleave. Else all versions are merged. Rows that
 * deletion vectors delete are not there.
 */
final class KeyLookup implements TableLookup {
    private final TableParts parts;
    private final TableSchema schema;
    private final KeyValueLayout layout;
    private final MergeRules rules;
    private final boolean mergedOnly;
    private final boolean newestDecides;
    private final boolean partitionInKey;
    private final LookupView view;
    private final ReadStatistics statistics = new ReadStatistics();
    private final LongAdder lookups = new LongAdder();
    private final DataFileReaders readers;

    KeyLookup(TableParts parts) {
        this.parts = requireNonNull(parts, "parts is null");
        this.schema = parts.schema();
        this.layout = KeyValueLayout.of(schema.rowType(), schema.trimmedPrimaryKeys());
        this.rules = MergeRules.of(schema, parts.options());
        this.mergedOnly = parts.options().readsMergedOnly();
        this.newestDecides = parts.options().newestVersionWins();
        this.partitionInKey = schema.primaryKeys().containsAll(schema.partitionKeys());
        this.view = new LookupView(parts, layout.keyOrder());
        this.readers = new DataFileReaders(
                        parts.io(),
                        parts.dataFilePaths(),
                        parts::schema,
                        layout,
                        parts.services().env().zone())
                .with(parts.readContext(statistics).keepingPages());
    }

    @Override
    public void refresh() {
        view.refresh();
    }

    @Override
    public Optional<Snapshot> snapshot() {
        return view.snapshot();
    }

    @Override
    public LookupStatistics statistics() {
        return new LookupStatistics(
                lookups.sum(),
                statistics.filesOpened(),
                statistics.filesSkipped(),
                statistics.rowGroupsRead(),
                statistics.rowGroupsSkipped(),
                statistics.pagesRead(),
                view.changes());
    }

    @Override
    public Optional<Row> find(Row key) {
        Row row = asTableRow(key);
        lookups.increment();
        Optional<Snapshot> before = view.snapshot();
        try {
            return findRow(row);
        } catch (StorageException e) {
            if (!e.isNotFound()) {
                throw e;
            }
            // The view's snapshot may have expired: the newest one tells.
            view.refresh();
            if (view.snapshot().equals(before)) {
                throw e;
            }
            return findRow(row);
        }
    }

    private Optional<Row> findRow(Row row) {
        Row key = layout.newKeyView().over(row);
        Predicate condition = condition(key);
        for (BucketId bucket : buckets(row)) {
            Optional<LookupView.Tree> tree = view.tree(bucket);
            if (tree.isPresent()) {
                List<DataFileMeta> candidates = candidates(tree.get().levels(), key);
                FileReaders files =
                        file -> readers.open(bucket, file, tree.get().vectors().of(file), Optional.of(condition));
                Optional<Row> found = newestDecides ? newest(candidates, files, key) : merged(candidates, files, key);
                if (found.isPresent()) {
                    return found;
                }
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

    /** Every key column is what it is in this key. */
    private Predicate condition(Row key) {
        RowType type = layout.keyType();
        var columns = new ArrayList<Predicate>(type.arity());
        for (int i = 0; i < type.arity(); i++) {
            columns.add(new Comparison(
                    layout.valueType().indexOf(type.field(i).name()),
                    Comparison.Operator.EQ,
                    Literal.of(type.type(i), ValueReader.valueAt(key, i, type.type(i)))));
        }
        return Predicate.and(columns);
    }

    /**
     * Where the key may be. The partition columns are part of the key in most tables, and then say where to look; where rows are
     * not distributed as the table's options say, every bucket of the partition may have it.
     */
    private List<BucketId> buckets(Row row) {
        if (!partitionInKey) {
            return view.buckets(Optional.empty());
        }
        BinaryRow partition = new RowSerializer(schema.partitionType())
                .toBinary(new ProjectedRow(schema.positions(schema.partitionKeys())).over(row), RowKind.INSERT);
        int total = parts.options().bucket();
        if (total < 1 || view.totalBuckets(partition).orElse(total) != total) {
            return view.buckets(Optional.of(partition));
        }
        return List.of(
                new BucketId(partition, FixedBuckets.of(schema, parts.options()).bucketOf(partition, row)));
    }

    /** The files whose key ranges hold the key, from new to old: at most one of each run. */
    private List<DataFileMeta> candidates(Levels tree, Row key) {
        var candidates = new ArrayList<DataFileMeta>();
        for (SortedRun run : tree.runs()) {
            if (run.level() > 0 || !mergedOnly) {
                run.find(key, layout.keyOrder()).ifPresent(candidates::add);
            }
        }
        return candidates;
    }

    private Optional<Row> newest(List<DataFileMeta> candidates, FileReaders files, Row key) {
        long newest = -1;
        Optional<Row> found = Optional.empty();
        for (DataFileMeta file : candidates) {
            if (file.maxSequence() <= newest) {
                continue;
            }
            try (KeyValueReader rows = files.open(file)) {
                if (advanceTo(rows, key) && rows.current().sequence() > newest) {
                    newest = rows.current().sequence();
                    found = rows.current().kind().isAdd()
                            ? Optional.of(GenericRow.copyOf(rows.current().value(), layout.valueType()))
                            : Optional.empty();
                }
            }
        }
        return found;
    }

    private Optional<Row> merged(List<DataFileMeta> candidates, FileReaders files, Row key) {
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        var merge = new SectionReader.Merge(layout, rules.order(), files, rules.function());
        try (KeyValueReader rows = SectionReader.open(Section.partition(candidates, layout.keyOrder()), merge, true)) {
            return advanceTo(rows, key)
                    ? Optional.of(GenericRow.copyOf(rows.current().value(), layout.valueType()))
                    : Optional.empty();
        }
    }

    /** Moves to the version of the key; false if there is none. */
    private boolean advanceTo(KeyValueReader rows, Row key) {
        while (rows.advance()) {
            int order = layout.keyOrder().compare(rows.current().key(), key);
            if (order >= 0) {
                return order == 0;
            }
        }
        return false;
    }
}
