package dev.varve.table.datafile;

import static java.util.Objects.requireNonNull;

import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Columns of a data file (format page data files, 6.1), in this order:
 *
 * <pre>
 * _KEY_a, _KEY_b …     trimmed primary key, NOT NULL; left out in thin mode    id 1073741823 + id of the column
 * _SEQUENCE_NUMBER     BIGINT NOT NULL                                         id 2147483646
 * _VALUE_KIND          TINYINT NOT NULL: 0 +I, 1 -U, 2 +U, 3 -D                id 2147483645
 * a, b, c, d …         all table columns, key and partition columns too       their own ids
 * </pre>
 *
 * Names and ids are stored: never change them. Immutable.
 */
final class PhysicalLayout {
    static final String KEY_PREFIX = "_KEY_";
    static final DataField SEQUENCE =
            new DataField(Integer.MAX_VALUE - 1, "_SEQUENCE_NUMBER", DataTypes.BIGINT.notNull());
    static final DataField KIND = new DataField(Integer.MAX_VALUE - 2, "_VALUE_KIND", DataTypes.TINYINT.notNull());
    private static final int KEY_ID_OFFSET = Integer.MAX_VALUE / 2;

    private final KeyValueLayout logical;
    private final boolean thin;
    private final RowType type;

    PhysicalLayout(KeyValueLayout logical, boolean thin) {
        this.logical = requireNonNull(logical, "logical is null");
        this.thin = thin;
        var fields = new ArrayList<DataField>();
        if (!thin) {
            for (DataField key : logical.keyType().fields()) {
                fields.add(new DataField(KEY_ID_OFFSET + key.id(), KEY_PREFIX + key.name(), key.type()));
            }
        }
        fields.add(SEQUENCE);
        fields.add(KIND);
        fields.addAll(logical.valueType().fields());
        this.type = new RowType(fields, false);
    }

    /** All columns of a file. */
    RowType type() {
        return type;
    }

    KeyValueLayout logical() {
        return logical;
    }

    boolean isThin() {
        return thin;
    }

    /** Number of key columns that stand before the sequence number. */
    int leadingKeys() {
        return thin ? 0 : logical.keyType().arity();
    }

    /** Position of the first table column. */
    int firstValue() {
        return leadingKeys() + 2;
    }

    /**
     * Columns in which no value comes twice in a file: sequence numbers, and the key if it is one column. A file holds each key
     * once, and each number belongs to one row of the bucket.
     */
    Set<String> distinctColumns() {
        Set<String> distinct = new LinkedHashSet<>(List.of(SEQUENCE.name()));
        List<String> keys = logical.keyType().names();
        if (keys.size() == 1) {
            distinct.add(keys.get(0));
            if (!thin) {
                distinct.add(KEY_PREFIX + keys.get(0));
            }
        }
        return distinct;
    }

    /** Of a list with one element a physical column, those of the key columns in primary-key order. */
    <T> List<T> ofKeys(List<T> columns) {
        if (!thin) {
            return columns.subList(0, leadingKeys());
        }
        return logical.keyType().names().stream()
                .map(name -> columns.get(firstValue() + logical.valueType().indexOf(name)))
                .toList();
    }

    /** Of a list with one element a physical column, those of the table columns. */
    <T> List<T> ofValues(List<T> columns) {
        return columns.subList(firstValue(), columns.size());
    }
}
