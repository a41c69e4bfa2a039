package dev.varve.connect.event;

import java.util.Set;

/**
 * The value is the row. Where nobody has said that rows replace earlier ones of their key, each is one more row for tables that
 * count them.
 */
final class UpsertForm implements EventForm {
    private static final Set<String> NOTHING_HIDDEN = Set.of();

    private final boolean mayReplace;

    /** @param mayReplace whether a row may take the place of an earlier one of its key */
    UpsertForm(boolean mayReplace) {
        this.mayReplace = mayReplace;
    }

    @Override
    public boolean matches(RecordParts record) {
        return record.hasFields();
    }

    @Override
    public ChangeEvent decode(RecordParts record) {
        return new ChangeEvent.Upsert(
                record.origin(),
                record.topic(),
                record.key(),
                record.row(NOTHING_HIDDEN),
                EventSource.UNKNOWN,
                mayReplace);
    }
}
