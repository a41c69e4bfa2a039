package dev.varve.connect.event;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** The {@code source} block of a Debezium envelope, and what else it says beside its rows. Reads when it is asked. */
final class EnvelopeSource implements EventSource {
    private final Object envelope;
    private final Object block;
    private final String table;

    /**
     * @param envelope a struct or map
     * @param table name of the block's field that names the table
     */
    EnvelopeSource(Object envelope, String table) {
        this.envelope = requireNonNull(envelope, "envelope is null");
        this.block = Fields.of(envelope, "source");
        this.table = table;
    }

    @Override
    public Optional<String> find(String name) {
        return Optional.ofNullable(Fields.textOf(block, name.equals("table") ? table : name));
    }

    @Override
    public Object valueOf(String name) {
        return Fields.of(block, name.equals("table") ? table : name);
    }

    @Override
    public Object envelope(String path) {
        int dot = path.indexOf('.');
        return dot < 0
                ? Fields.of(envelope, path)
                : Fields.of(Fields.of(envelope, path.substring(0, dot)), path.substring(dot + 1));
    }
}
