package dev.varve.table.scan;

import dev.varve.table.bucket.KeyHash;
import dev.varve.table.predicate.Comparison;
import dev.varve.table.predicate.In;
import dev.varve.table.predicate.Literal;
import dev.varve.table.predicate.Or;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The buckets in which a condition on the bucket key leaves rows (semantics, reads, section 2). Each bucket key column must be
 * bound to values by {@code =}, {@code IN}, or an OR of those; the buckets are those of all combinations, among as many buckets
 * as there were when a file was written. Confined to one thread.
 */
final class BucketSelector {
    /** From here on computing buckets is not worth it. */
    private static final int MAX_COMBINATIONS = 1000;

    private final KeyHash hash;
    private final List<GenericRow> keys;
    private final Map<Integer, BitSet> wanted = new HashMap<>();

    private BucketSelector(KeyHash hash, List<GenericRow> keys) {
        this.hash = hash;
        this.keys = keys;
    }

    /**
     * The buckets that a condition leaves; empty if it leaves all.
     *
     * @param condition on rows of the schema
     */
    static Optional<BucketSelector> of(TableSchema schema, KeyHash hash, Predicate condition) {
        var keys = List.of(new GenericRow(RowKind.INSERT, schema.fields().size()));
        for (int column : schema.positions(schema.bucketKeys())) {
            List<Literal> values = valuesOf(column, condition);
            if (values.isEmpty() || (long) keys.size() * values.size() > MAX_COMBINATIONS) {
                return Optional.empty();
            }
            keys = combine(keys, column, values);
        }
        return Optional.of(new BucketSelector(hash, keys));
    }

    private static List<GenericRow> combine(List<GenericRow> keys, int column, List<Literal> values) {
        var combined = new ArrayList<GenericRow>();
        for (GenericRow key : keys) {
            for (Literal value : values) {
                GenericRow wider = new GenericRow(RowKind.INSERT, key.arity());
                for (int i = 0; i < key.arity(); i++) {
                    wider.set(i, key.valueAt(i));
                }
                wider.set(column, value.value());
                combined.add(wider);
            }
        }
        return combined;
    }

    /** The values that all conjuncts on a column leave it; empty if there are none, or if that is not known. */
    private static List<Literal> valuesOf(int column, Predicate condition) {
        Set<Literal> values = null;
        for (Predicate conjunct : condition.conjuncts()) {
            Optional<List<Literal>> bound = bound(column, conjunct);
            if (bound.isPresent() && values == null) {
                values = new TreeSet<>(bound.get());
            } else if (bound.isPresent()) {
                values.retainAll(new TreeSet<>(bound.get()));
            }
        }
        // NaN has many forms in binary, each with a hash of its own.
        return values == null || values.stream().anyMatch(BucketSelector::isNaN) ? List.of() : List.copyOf(values);
    }

    /** The values to which a condition binds a column; empty if it is of another kind. */
    private static Optional<List<Literal>> bound(int column, Predicate condition) {
        if (condition instanceof Comparison equal) {
            boolean binds = equal.column() == column && equal.operator() == Comparison.Operator.EQ;
            return binds ? Optional.of(List.of(equal.literal())) : Optional.empty();
        } else if (condition instanceof In in) {
            return in.column() == column && !in.negated() ? Optional.of(in.literals()) : Optional.empty();
        } else if (condition instanceof Or or) {
            var values = new ArrayList<Literal>();
            for (Predicate part : or.parts()) {
                Optional<List<Literal>> bound = bound(column, part);
                if (bound.isEmpty()) {
                    return bound;
                }
                values.addAll(bound.get());
            }
            return Optional.of(values);
        }
        return Optional.empty();
    }

    private static boolean isNaN(Literal literal) {
        Object value = literal.value();
        return (value instanceof Double || value instanceof Float) && Double.isNaN(((Number) value).doubleValue());
    }

    /** Whether rows may be in a bucket of so many. */
    boolean test(int bucket, int totalBuckets) {
        return wanted.computeIfAbsent(totalBuckets, this::bucketsAmong).get(bucket);
    }

    private BitSet bucketsAmong(int totalBuckets) {
        BitSet buckets = new BitSet(totalBuckets);
        keys.forEach(key -> buckets.set(hash.bucketOf(key, totalBuckets)));
        return buckets;
    }
}
