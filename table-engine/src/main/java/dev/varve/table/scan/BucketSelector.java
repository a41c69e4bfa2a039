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
        TreeSet<Literal> values = null;
        for (Predicate conjunct : condition.conjuncts()) {
            var bound = new TreeSet<Literal>();
            if (collect(column, conjunct, bound)) {
                if (values == null) {
                    values = bound;
                } else {
                    values.retainAll(bound);
                }
            }
        }
        // NaN has many forms in binary, each with a hash of its own.
        return values == null || values.stream().anyMatch(BucketSelector::isNaN) ? List.of() : List.copyOf(values);
    }

    /** Adds the values to which a conjunct binds a column; false if it is not such a condition. */
    private static boolean collect(int column, Predicate condition, TreeSet<Literal> values) {
        if (condition instanceof Comparison equal) {
            return equal.column() == column
                    && equal.operator() == Comparison.Operator.EQ
                    && values.addAll(List.of(equal.literal()));
        } else if (condition instanceof In in) {
            return in.column() == column && !in.negated() && values.addAll(in.literals());
        } else if (condition instanceof Or or) {
            for (Predicate part : or.parts()) {
                // A value may come twice, so that adding it changes nothing.
                if (!collect(column, part, new TreeSet<>())) {
                    return false;
                }
                collect(column, part, values);
            }
            return true;
        }
        return false;
    }

    private static boolean isNaN(Literal literal) {
        return literal.value() instanceof Double number && number.isNaN()
                || literal.value() instanceof Float single && single.isNaN();
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
