package dev.varve.connect.event;

import java.util.Optional;
import java.util.Set;

/** Debezium's envelope: {@code before}, {@code after}, {@code source}, {@code op}. */
final class DebeziumForm implements EventForm {
    private static final Set<String> NOTHING_HIDDEN = Set.of();

    @Override
    public boolean matches(RecordParts record) {
        String op = Fields.textOf(record.value(), "op");
        if (op == null || op.length() != 1) {
            return false;
        }
        return record.hasField("after")
                || record.hasField("before")
                || (record.hasField("source") && (record.hasField("message") || op.equals("t")));
    }

    @Override
    public ChangeEvent decode(RecordParts record) {
        if (!record.hasFields()) {
            throw record.bad("", "the value is " + Kinds.of(record.value()) + ", expected a Debezium envelope");
        }
        String op = Fields.textOf(record.value(), "op");
        if (op == null) {
            throw record.bad(
                    "op",
                    "found " + Kinds.of(Fields.of(record.value(), "op"))
                            + ", expected one of the texts c, r, u, d, t, m; if these are not Debezium envelopes, set cdc.format");
        }
        return switch (op) {
            case "c" ->
                new ChangeEvent.Upsert(
                        record.origin(), record.topic(), record.key(), required(record, op), source(record));
            case "r" -> read(record, source(record));
            case "u" ->
                new ChangeEvent.Update(
                        record.origin(),
                        record.topic(),
                        record.key(),
                        image(record, "before"),
                        required(record, op),
                        source(record));
            case "d" ->
                new ChangeEvent.Delete(
                        record.origin(), record.topic(), record.key(), image(record, "before"), source(record));
            case "t" -> new ChangeEvent.Truncate(record.origin(), record.topic(), source(record));
            case "m" -> new ChangeEvent.Message(record.origin(), record.topic());
            default -> throw record.bad("op", "unknown operation '" + op + "', expected one of c, r, u, d, t, m");
        };
    }

    /** An incremental snapshot reads rows again that the stream has told of already. */
    private static ChangeEvent read(RecordParts record, EventSource source) {
        boolean again = source.find("snapshot").filter("incremental"::equals).isPresent();
        return new ChangeEvent.Upsert(
                record.origin(), record.topic(), record.key(), required(record, "r"), source, again);
    }

    private static RowImage required(RecordParts record, String op) {
        return image(record, "after")
                .orElseThrow(() -> record.bad("after", "it is null in an event with op " + op + ", expected the row"));
    }

    private static Optional<RowImage> image(RecordParts record, String name) {
        Object value = Fields.of(record.value(), name);
        if (value == null) {
            return Optional.empty();
        }
        Optional<RowImage> image = RowImage.find(value, NOTHING_HIDDEN);
        if (image.isEmpty()) {
            throw record.bad(
                    name,
                    "found " + Kinds.of(value) + ", expected a row of named fields"
                            + (value instanceof String ? "; for documents of MongoDB set cdc.format=mongodb" : ""));
        }
        return image;
    }

    private static EventSource source(RecordParts record) {
        return new EnvelopeSource(record.value(), "table");
    }
}
