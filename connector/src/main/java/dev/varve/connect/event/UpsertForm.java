package dev.varve.connect.event;

import java.util.Set;

/** The value is the row. */
final class UpsertForm implements EventForm {
    private static final Set<String> NOTHING_HIDDEN = Set.of();

    @Override
    public boolean matches(RecordParts record) {
        return record.hasFields();
    }

    @Override
    public ChangeEvent decode(RecordParts record) {
        return new ChangeEvent.Upsert(
                record.origin(), record.topic(), record.key(), record.row(NOTHING_HIDDEN), EventSource.UNKNOWN);
    }
}
