package dev.varve.table.datafile;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.row.KeyPrefix;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.RowComparator;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import java.util.List;

/**
 * Where the key lies in a value row: the key columns are columns of the row itself, so a key is never stored a second time in
 * memory but is a view of its row. Also holds the order of keys. Immutable.
 */
public final class KeyValueLayout {
    private final RowType valueType;
    private final RowType keyType;
    private final int[] keyPositions;
    private final RowComparator keyOrder;
    private final RowComparator valueOrder;
    private final KeyPrefix keyPrefix;
    private final KeyPrefix valuePrefix;

    private KeyValueLayout(RowType valueType, RowType keyType, int[] keyPositions) {
        List<DataType> keyTypes = keyType.types();
        this.valueType = valueType;
        this.keyType = keyType;
        this.keyPositions = keyPositions;
        this.keyOrder = RowComparator.of(keyTypes);
        this.valueOrder = RowComparator.ofColumns(keyTypes, keyPositions);
        this.keyPrefix = KeyPrefix.of(keyTypes);
        this.valuePrefix = KeyPrefix.ofColumns(keyTypes, keyPositions);
    }

    /**
     * The layout of rows of a table or of a projection of it.
     *
     * @param valueType the row's columns, all key columns among them
     * @param keyColumns names of the trimmed primary key in primary-key order
     */
    public static KeyValueLayout of(RowType valueType, List<String> keyColumns) {
        requireNonNull(valueType, "valueType is null");
        Check.argument(!keyColumns.isEmpty(), "a primary-key table has at least one key column beside its partition");
        int[] positions = new int[keyColumns.size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = valueType.indexOf(keyColumns.get(i));
            Check.argument(positions[i] >= 0, "key column %s is not in %s", keyColumns.get(i), valueType);
        }
        RowType projected = valueType.project(positions);
        RowType keyType = new RowType(
                projected.fields().stream()
                        .map(field -> field.withType(field.type().notNull()))
                        .toList(),
                false);
        return new KeyValueLayout(valueType, keyType, positions);
    }

    /** The layout of rows that are keys and nothing else. */
    public KeyValueLayout ofKeys() {
        return of(keyType, keyType.names());
    }

    /** The columns of a value row. */
    public RowType valueType() {
        return valueType;
    }

    /** The key columns, each NOT NULL. */
    public RowType keyType() {
        return keyType;
    }

    /** A new reusable view of the key of a value row. */
    public ProjectedRow newKeyView() {
        return new ProjectedRow(keyPositions);
    }

    /** The order of key rows. */
    public RowComparator keyOrder() {
        return keyOrder;
    }

    /** The order of value rows by their keys. */
    public RowComparator valueOrder() {
        return valueOrder;
    }

    /** Prefixes of key rows. */
    public KeyPrefix keyPrefix() {
        return keyPrefix;
    }

    /** Prefixes of value rows by their keys; equal to the prefix of the key. */
    public KeyPrefix valuePrefix() {
        return valuePrefix;
    }
}
