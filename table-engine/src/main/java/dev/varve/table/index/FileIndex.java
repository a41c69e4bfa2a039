package dev.varve.table.index;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.predicate.Comparison;
import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.In;
import dev.varve.table.predicate.Leaf;
import dev.varve.table.predicate.Literal;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The indexes of one data file as far as this engine reads them: Bloom filters. Indexes of other types are not looked at.
 * Immutable.
 */
public final class FileIndex {
    /** Stored in every container: never change it. */
    static final String BLOOM_FILTER = "bloom-filter";

    private final IndexContainer container;
    private final String owner;

    private FileIndex(IndexContainer container, String owner) {
        this.container = container;
        this.owner = owner;
    }

    /**
     * Reads a container; the bytes are shared.
     *
     * @param owner the data file, for errors
     * @throws CorruptTableException if the bytes are no container
     * @throws dev.varve.table.error.UnsupportedFormatException if they have a newer version
     */
    public static FileIndex parse(ByteBuffer bytes, String owner) {
        return new FileIndex(IndexContainer.parse(bytes, owner), owner);
    }

    /**
     * Whether a condition may be true of a row of the file, as far as the filters tell: they know what is not there.
     *
     * @param type the columns that the predicate names by position, with the names and types of the file's schema
     */
    public boolean mayMatch(Predicate predicate, RowType type) {
        return predicate.mapLeaves(leaf -> Constant.of(mayMatch(leaf, type))) != Constant.FALSE;
    }

    private boolean mayMatch(Leaf leaf, RowType type) {
        if (leaf instanceof Comparison comparison && comparison.operator() == Comparison.Operator.EQ) {
            return mayHoldAny(type.field(leaf.column()), List.of(comparison.literal()));
        } else if (leaf instanceof In in && !in.negated()) {
            return mayHoldAny(type.field(leaf.column()), in.literals());
        }
        return true;
    }

    private boolean mayHoldAny(DataField column, List<Literal> values) {
        if (!ColumnHash.supports(column.type())) {
            return true;
        }
        Optional<BloomFilter> filter = bloomFilter(column.name());
        if (filter.isEmpty()) {
            return true;
        }
        ColumnHash hash = ColumnHash.of(column.name(), column.type());
        return values.stream().anyMatch(value -> filter.get().mayContain(hash.of(value.value())));
    }

    /** The Bloom filter of a column, if it has one. */
    Optional<BloomFilter> bloomFilter(String column) {
        return container.find(column, BLOOM_FILTER).map(bytes -> {
            try {
                return BloomFilter.parse(bytes);
            } catch (IllegalArgumentException e) {
                throw IndexContainer.damage(owner, "column '" + column + "' has " + e.getMessage(), e);
            }
        });
    }
}
