package dev.varve.connect.event;

import dev.varve.connect.config.CdcFormat;
import dev.varve.connect.config.EventSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The forms there are, in the order in which {@code auto} asks them. A new form is a class, a line here, and its name in
 * {@link CdcFormat}. Confined to the task thread.
 */
final class EventForms {
    private final Map<CdcFormat, EventForm> forms = new LinkedHashMap<>();

    EventForms(EventSettings settings) {
        forms.put(CdcFormat.MONGODB, new MongoForm(settings.mongoLayout()));
        forms.put(CdcFormat.DEBEZIUM, new DebeziumForm());
        forms.put(CdcFormat.CANAL, new CanalForm());
        forms.put(CdcFormat.MAXWELL, new MaxwellForm());
        forms.put(CdcFormat.FLAT, new FlatForm());
        // Before the other: that rows take the place of earlier ones is for settings to say.
        forms.put(CdcFormat.INSERT, new UpsertForm(false));
        forms.put(CdcFormat.UPSERT, new UpsertForm(true));
    }

    /** The form that a setting names. */
    EventForm of(CdcFormat format) {
        return format == CdcFormat.AUTO ? new AutoForm(List.copyOf(forms.values())) : forms.get(format);
    }
}
