package dev.varve.connect.event;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.config.CdcFormat;
import dev.varve.connect.config.EventSettings;
import dev.varve.connect.config.ServiceRecordPolicy;
import dev.varve.connect.config.TombstonePolicy;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Turns Kafka records into change events. Remembers the last delete of each partition, since a tombstone after it repeats it,
 * while a tombstone by itself (a keyed upsert stream, or a compacted topic that has lost the delete event) deletes. Confined
 * to the task thread.
 */
public final class EventDecoder {
    private final EventSettings settings;
    private final OriginReader origins;
    private final EventForm form;
    private final ServiceRecords serviceRecords = new ServiceRecords();
    /** Whatever form the records of tables have, these are no envelopes; a newer one takes the place of an older one. */
    private final EventForm serviceRows = new UpsertForm(true);

    private final LastDeletes lastDeletes = new LastDeletes();

    public EventDecoder(EventSettings settings) {
        this(settings, OriginReader.ofThisWorker());
    }

    EventDecoder(EventSettings settings, OriginReader origins) {
        this.settings = requireNonNull(settings, "settings is null");
        this.origins = requireNonNull(origins, "origins is null");
        this.form = new EventForms(settings).of(settings.format());
    }

    /**
     * What the record means. Records of one partition must come in their order.
     *
     * @throws BadRecordException if it has not the form it should have
     */
    public ChangeEvent decode(SinkRecord record) {
        RecordParts parts = RecordParts.of(record, origins.of(record));
        if (parts.value() == null) {
            return withoutValue(parts);
        }
        ChangeEvent event = withValue(parts);
        lastDeletes.note(event, parts.key());
        return event;
    }

    private ChangeEvent withValue(RecordParts parts) {
        boolean forced = settings.forcedTopics().isPresent()
                && settings.forcedTopics().get().matcher(parts.topic()).matches();
        Optional<SkipReason> reason = forced ? Optional.empty() : serviceRecords.recognise(parts);
        if (reason.isEmpty()) {
            return form.decode(parts);
        }
        return landsAsRow(reason.get())
                ? serviceRows.decode(parts)
                : new ChangeEvent.Skip(parts.origin(), parts.topic(), reason.get());
    }

    /** Schema changes and signals never are: a statement of one database is of no use beside the rows it led to. */
    private boolean landsAsRow(SkipReason reason) {
        return switch (reason) {
            case HEARTBEAT -> settings.heartbeats() == ServiceRecordPolicy.LAND;
            case TRANSACTION -> settings.transactions() == ServiceRecordPolicy.LAND;
            case SCHEMA_CHANGE, SIGNAL, BOOTSTRAP, NO_ROWS -> false;
        };
    }

    private ChangeEvent withoutValue(RecordParts parts) {
        boolean auto = settings.tombstones() == TombstonePolicy.AUTO;
        LastDeletes.Before before = lastDeletes.of(parts.origin(), parts.key());
        boolean deletes = settings.tombstones() != TombstonePolicy.IGNORE
                && settings.format() != CdcFormat.INSERT
                && !(auto && before == LastDeletes.Before.ITS_DELETE);
        if (!deletes) {
            return new ChangeEvent.Tombstone(parts.origin(), parts.topic());
        }
        if (!parts.key().isPresent()) {
            throw new BadRecordException(
                    BadRecordException.Reason.MISSING_KEY,
                    parts.origin(),
                    "",
                    "neither key nor value; a record without value deletes by key. Set tombstone.policy to '"
                            + TombstonePolicy.IGNORE.text() + "' to skip such records");
        }
        return new ChangeEvent.Delete(
                parts.origin(),
                parts.topic(),
                form.key(parts),
                Optional.empty(),
                EventSource.UNKNOWN,
                auto && before == LastDeletes.Before.UNKNOWN);
    }
}
