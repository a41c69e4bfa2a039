package dev.varve.table.row;

/**
 * One version of a key: key, sequence number, kind and value row. Mutable and reused by readers: valid until they move on.
 * The kind of {@link #value} has no meaning.
 */
public final class KeyValue {
    private Row key;
    private long sequence;
    private RowKind kind;
    private Row value;

    public KeyValue() {}

    public KeyValue(Row key, long sequence, RowKind kind, Row value) {
        replace(key, sequence, kind, value);
    }

    public KeyValue replace(Row newKey, long newSequence, RowKind newKind, Row newValue) {
        key = newKey;
        sequence = newSequence;
        kind = newKind;
        value = newValue;
        return this;
    }

    /** The trimmed primary key. */
    public Row key() {
        return key;
    }

    /** The bucket's sequence number of this version, 0 or more. */
    public long sequence() {
        return sequence;
    }

    public RowKind kind() {
        return kind;
    }

    /** All table columns, key columns included. */
    public Row value() {
        return value;
    }
}
