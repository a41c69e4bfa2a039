package dev.varve.table.row;

/**
 * One version of a key: key, sequence number, kind and value row, and the level of the file that it was read from. Mutable and
 * reused by readers: valid until they move on.
 * The kind of {@link #value} has no meaning.
 */
public final class KeyValue {
    private Row key;
    private long sequence;
    private RowKind kind;
    private Row value;
    private int level;

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

    /** Says where the versions come from that this object shows from now on. */
    public KeyValue onLevel(int newLevel) {
        level = newLevel;
        return this;
    }

    /** The level of the file that the version was read from; 0 for one that is in no file. */
    public int level() {
        return level;
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
