package dev.varve.table.deletion;

import static java.util.Objects.requireNonNull;

import dev.varve.table.fs.Location;
import java.util.OptionalLong;

/**
 * Where the vector of one data file is.
 *
 * @param file the container
 * @param fileBytes its size
 * @param dataFile name of the data file
 * @param offset of the vector's first byte
 * @param length as the index manifest gives it; what it counts depends on the {@link DeletionVectorFormat}
 * @param cardinality number of deleted rows, if known
 */
public record VectorPlace(
        Location file, long fileBytes, String dataFile, int offset, int length, OptionalLong cardinality) {
    public VectorPlace {
        requireNonNull(file, "file is null");
        requireNonNull(dataFile, "dataFile is null");
        requireNonNull(cardinality, "cardinality is null");
    }
}
