package dev.varve.connect.event;

import java.util.List;

/** Each record says by its shape what it is. */
final class AutoForm implements EventForm {
    private final List<EventForm> forms = List.of(new DebeziumForm(), new FlatForm(), new UpsertForm());

    @Override
    public boolean matches(RecordParts record) {
        return true;
    }

    @Override
    public ChangeEvent decode(RecordParts record) {
        for (EventForm form : forms) {
            if (form.matches(record)) {
                return form.decode(record);
            }
        }
        throw record.bad(
                "",
                "the value is " + Kinds.of(record.value())
                        + ", expected a struct or a map: a Debezium envelope, or a row");
    }
}
