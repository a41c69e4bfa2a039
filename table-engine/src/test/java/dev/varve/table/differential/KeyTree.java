package dev.varve.table.differential;

import dev.varve.table.merge.MergeFunction;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.merge.VersionJoin;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a tree of files holds of one key: the functions that a table uses, without the table. */
final class KeyTree {
    private final TableSchema schema;
    private final RowType keyType;
    private final MergeFunction complete;
    private final VersionJoin join;
    private final Comparator<KeyValue> age;
    /** In order of their sequence numbers, as their files are. */
    private final List<KeyValue> stored = new ArrayList<>();

    private long nextSequence;

    KeyTree(TableSchema schema, MergeRules rules) {
        this.schema = schema;
        this.keyType = schema.rowType().project(schema.positions(schema.trimmedPrimaryKeys()));
        this.complete = rules.function().get();
        this.join = rules.join().get();
        this.age = ((Comparator<KeyValue>) (left, right) -> rules.order().compareValues(left.value(), right.value()))
                .thenComparingLong(KeyValue::sequence);
    }

    /** Rows as one flush. */
    void flush(List<GenericRow> rows) {
        List<KeyValue> versions = new ArrayList<>();
        for (GenericRow row : rows) {
            versions.add(version(nextSequence++, row.kind(), row));
        }
        stored.addAll(joined(versions));
    }

    /** A compaction of the newest files, and a complete one where it is not possible. */
    void compactNewest(int count) {
        List<KeyValue> newest = stored.subList(stored.size() - count, stored.size());
        List<KeyValue> joined = joined(newest);
        if (joined.size() > 1) {
            compactAll();
        } else {
            newest.clear();
            stored.addAll(joined);
        }
    }

    void compactAll() {
        Optional<KeyValue> result = merged().filter(version -> version.kind().isAdd());
        stored.clear();
        result.ifPresent(stored::add);
    }

    int size() {
        return stored.size();
    }

    /** What a read returns. */
    Optional<GenericRow> visible() {
        return merged().filter(version -> version.kind().isAdd()).map(version -> (GenericRow) version.value());
    }

    private Optional<KeyValue> merged() {
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        complete.reset();
        stored.stream().sorted(age).forEach(complete::add);
        return Optional.ofNullable(complete.result()).map(this::copy);
    }

    private List<KeyValue> joined(List<KeyValue> versions) {
        join.reset();
        versions.stream().sorted(age).forEach(join::add);
        List<KeyValue> joined = new ArrayList<>();
        int size = join.size();
        for (int i = 0; i < size; i++) {
            joined.add(copy(join.get(i)));
        }
        joined.sort(Comparator.comparingLong(KeyValue::sequence));
        return joined;
    }

    private KeyValue copy(KeyValue version) {
        return version(version.sequence(), version.kind(), GenericRow.copyOf(version.value(), schema.rowType()));
    }

    private KeyValue version(long sequence, RowKind kind, GenericRow row) {
        GenericRow value = GenericRow.copyOf(row, schema.rowType());
        value.setKind(RowKind.INSERT);
        GenericRow key = new GenericRow(RowKind.INSERT, keyType.arity());
        int[] positions = schema.positions(schema.trimmedPrimaryKeys());
        for (int i = 0; i < positions.length; i++) {
            key.set(i, value.valueAt(positions[i]));
        }
        return new KeyValue(key, sequence, kind, value);
    }
}
