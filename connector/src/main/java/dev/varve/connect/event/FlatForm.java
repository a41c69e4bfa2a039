package dev.varve.connect.event;

import java.util.Optional;
import java.util.Set;

/**
 * The row of an envelope flattened by Debezium's ExtractNewRecordState. {@code __deleted} and {@code __op} steer the event and
 * are no columns; other added fields are.
 */
final class FlatForm implements EventForm {
    private static final String DELETED = "__deleted";
    private static final String OP = "__op";
    private static final Set<String> STEERING = Set.of(DELETED, OP);

    @Override
    public boolean matches(RecordParts record) {
        return record.hasField(DELETED) || record.hasField(OP);
    }

    @Override
    public ChangeEvent decode(RecordParts record) {
        RowImage row = record.row(STEERING);
        String op = Fields.textOf(record.value(), OP);
        EventSource source = new AddedFields(record.value());
        if (isDeleted(record) || "d".equals(op)) {
            return new ChangeEvent.Delete(record.origin(), record.topic(), record.key(), Optional.of(row), source);
        }
        if ("t".equals(op)) {
            return new ChangeEvent.Truncate(record.origin(), record.topic(), source);
        }
        if ("u".equals(op)) {
            return new ChangeEvent.Update(record.origin(), record.topic(), record.key(), Optional.empty(), row, source);
        }
        if (op != null && !op.equals("c") && !op.equals("r")) {
            throw record.bad(OP, "unknown operation '" + op + "', expected one of c, r, u, d, t");
        }
        // Without its operation an update looks like a row that is new.
        boolean mayReplace = op == null;
        return new ChangeEvent.Upsert(record.origin(), record.topic(), record.key(), row, source, mayReplace);
    }

    private static boolean isDeleted(RecordParts record) {
        Object deleted = Fields.of(record.value(), DELETED);
        if (deleted == null || deleted.equals("false") || deleted.equals(false)) {
            return false;
        }
        if (deleted.equals("true") || deleted.equals(true)) {
            return true;
        }
        throw record.bad(DELETED, "expected true or false, found " + Kinds.of(deleted));
    }

    /** {@code add.fields=source.table} adds {@code __source_table}, {@code add.fields=table} adds {@code __table}. */
    private record AddedFields(Object row) implements EventSource {
        @Override
        public Optional<String> find(String name) {
            return Optional.ofNullable(Fields.textOf(row, "__source_" + name))
                    .or(() -> Optional.ofNullable(Fields.textOf(row, "__" + name)));
        }

        @Override
        public Object valueOf(String name) {
            Object value = Fields.of(row, "__source_" + name);
            return value == null ? Fields.of(row, "__" + name) : value;
        }

        @Override
        public Object envelope(String path) {
            return Fields.of(row, "__" + path.replace('.', '_'));
        }
    }
}
