package dev.varve.table.bucket;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;
import java.util.List;

/**
 * The function from bucket keys to buckets (semantics, buckets, section 2; format page binary rows, bucket): {@code abs(hash % n)}
 * of the key in binary form, or {@code floorMod(value, n)} of a single integer column. Confined to one thread.
 */
public final class KeyHash {
    private final Function function;

    /** The bucket of a row among {@code n}. */
    private interface Function {
        int bucket(Row row, int n);
    }

    private KeyHash(Function function) {
        this.function = function;
    }

    /**
     * The function of a table.
     *
     * @throws InvalidInputException if the bucket key cannot be used with the bucket function
     */
    public static KeyHash of(TableSchema schema, TableOptions options) {
        List<String> columns = options.bucketKeys().isEmpty() ? schema.trimmedPrimaryKeys() : options.bucketKeys();
        for (String column : columns) {
            if (!schema.primaryKeys().contains(column)) {
                throw new InvalidInputException(
                        "Primary keys " + schema.primaryKeys() + " should contains all bucket keys " + columns + ".");
            }
        }
        int[] positions = schema.positions(columns);
        RowType keyType = schema.rowType().project(positions);
        return new KeyHash(
                switch (options.bucketFunction()) {
                    case DEFAULT -> byHash(keyType, positions);
                    case MOD -> byModulo(keyType, positions);
                    case HIVE ->
                        throw new UnsupportedFormatException(
                                "bucket-function.type 'hive' is not supported; use 'default'");
                });
    }

    private static Function byHash(RowType keyType, int[] positions) {
        ProjectedRow key = new ProjectedRow(positions);
        RowSerializer serializer = new RowSerializer(keyType);
        // The remainder has the sign of the hash; stored buckets follow from its absolute value, not from floorMod.
        return (row, n) ->
                Math.abs(serializer.lend(key.over(row), RowKind.INSERT).murmur3() % n);
    }

    private static Function byModulo(RowType keyType, int[] positions) {
        TypeRoot root = keyType.arity() == 1 ? keyType.type(0).root() : null;
        if (root == TypeRoot.INT) {
            return (row, n) -> Math.floorMod(row.intAt(positions[0]), n);
        }
        if (root == TypeRoot.BIGINT) {
            return (row, n) -> Math.floorMod(row.longAt(positions[0]), n);
        }
        throw new InvalidInputException("bucket-function.type 'mod' needs exactly one bucket key column of type INT or "
                + "BIGINT, the bucket key is " + keyType);
    }

    /**
     * The bucket of a row.
     *
     * @param row a whole table row; only its bucket key columns are looked at
     * @param totalBuckets 1 or more
     */
    public int bucketOf(Row row, int totalBuckets) {
        return function.bucket(row, totalBuckets);
    }
}
