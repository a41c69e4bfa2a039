package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The merges of one table over versions of one key. Every answer is a copy. */
final class History {
    private final TableSchema schema;
    private final MergeRules rules;
    private final MergeFunction function;
    private final VersionJoin join;
    private final Comparator<KeyValue> order;

    History(TableSchema schema, MergeRules rules) {
        this.schema = requireNonNull(schema, "schema is null");
        this.rules = requireNonNull(rules, "rules is null");
        this.function = rules.function().get();
        this.join = rules.join().get();
        this.order = ((Comparator<KeyValue>) (left, right) -> rules.order().compareValues(left.value(), right.value()))
                .thenComparingLong(KeyValue::sequence);
    }

    MergeRules rules() {
        return rules;
    }

    KeyValue version(long sequence, RowKind kind, Row value) {
        return new KeyValue(key(value), sequence, kind, GenericRow.copyOf(value, schema.rowType()));
    }

    private GenericRow key(Row value) {
        int[] positions = schema.trimmedPrimaryKeys().stream()
                .mapToInt(schema.rowType()::indexOf)
                .toArray();
        GenericRow key = new GenericRow(RowKind.INSERT, positions.length);
        GenericRow copy = GenericRow.copyOf(value, schema.rowType());
        for (int i = 0; i < positions.length; i++) {
            key.set(i, copy.valueAt(positions[i]));
        }
        return key;
    }

    /** The version that a merge of all of them makes; empty if it leaves nothing. */
    Optional<KeyValue> complete(List<KeyValue> versions) {
        if (versions.isEmpty()) {
            return Optional.empty();
        }
        function.reset();
        versions.stream().sorted(order).forEach(function::add);
        return Optional.ofNullable(function.result()).map(this::copy);
    }

    /** What a read returns. */
    Optional<GenericRow> visible(List<KeyValue> versions) {
        return complete(versions)
                .filter(result -> result.kind().isAdd())
                .map(result -> GenericRow.copyOf(result.value(), schema.rowType()));
    }

    /** What a flush, or a compaction with levels below it, makes of them. */
    List<KeyValue> joined(List<KeyValue> versions) {
        join.reset();
        versions.stream().sorted(order).forEach(join::add);
        List<KeyValue> joined = new ArrayList<>();
        int size = join.size();
        for (int i = 0; i < size; i++) {
            joined.add(copy(join.get(i)));
        }
        return joined;
    }

    private KeyValue copy(KeyValue version) {
        return version(version.sequence(), version.kind(), kindless(version.value()));
    }

    private GenericRow kindless(Row row) {
        GenericRow copy = GenericRow.copyOf(row, schema.rowType());
        copy.setKind(RowKind.INSERT);
        return copy;
    }
}
