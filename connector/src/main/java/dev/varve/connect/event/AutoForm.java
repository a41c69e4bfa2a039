package dev.varve.connect.event;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Each record says by its shape what it is: the first form that matches reads it. A record without value has no shape; its key is
 * of the form that the topic's last record had. Confined to the task thread.
 */
final class AutoForm implements EventForm {
    private final List<EventForm> forms;
    private final Map<String, EventForm> lastOfTopic = new HashMap<>();

    /** @param forms in the order in which they are asked */
    AutoForm(List<EventForm> forms) {
        this.forms = List.copyOf(forms);
    }

    @Override
    public boolean matches(RecordParts record) {
        return true;
    }

    @Override
    public ChangeEvent decode(RecordParts record) {
        for (EventForm form : forms) {
            if (form.matches(record)) {
                lastOfTopic.put(record.origin().topic(), form);
                return form.decode(record);
            }
        }
        throw record.bad(
                "",
                "the value is " + Kinds.of(record.value())
                        + ", expected a struct or a map: a Debezium envelope, or a row");
    }

    @Override
    public RecordKey key(RecordParts record) {
        EventForm last = lastOfTopic.get(record.origin().topic());
        return last == null ? record.key() : last.key(record);
    }
}
