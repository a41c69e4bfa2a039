package dev.varve.table.index;

import dev.varve.table.error.CorruptTableException;
import java.nio.ByteBuffer;
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
