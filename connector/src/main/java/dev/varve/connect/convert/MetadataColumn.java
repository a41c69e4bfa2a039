package dev.varve.connect.convert;

import dev.varve.connect.config.MetadataSource;
import dev.varve.connect.event.ChangeEvent;
import dev.varve.connect.event.Fields;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * One column that holds what the record says beside its row. Most texts are the same from record to record, so the last one is kept.
 * Confined to the task thread.
 */
final class MetadataColumn {
    private final MetadataSource source;
    private final ValueConverter converter;
    private Object lastText;
    private Object lastValue;

    MetadataColumn(MetadataSource source, Site site, ValueConverters converters) {
        this.source = source;
        this.converter = converters.create(schema(source), site);
    }

    /** The schema that tells what numbers mean; null if they mean what they are. */
    private static Schema schema(MetadataSource source) {
        boolean isTime = source.type().root().isTimestamp();
        if (!isTime) {
            return null;
        }
        String name = source.name().endsWith("_us")
                ? "io.debezium.time.MicroTimestamp"
                : source.name().endsWith("_ns") ? "io.debezium.time.NanoTimestamp" : "io.debezium.time.Timestamp";
        return SchemaBuilder.int64().name(name).optional().build();
    }

    /**
     * The column's value in internal form; null if the record does not say it.
     *
     * @param record null if it is not known
     */
    Object read(ChangeEvent.OfRow event, SinkRecord record, Attempt attempt) {
        Object raw = raw(event, record);
        if (raw == null) {
            return null;
        }
        if (raw instanceof String && raw.equals(lastText)) {
            return lastValue;
        }
        Object value = converter.convert(raw, attempt);
        if (raw instanceof String) {
            lastText = raw;
            lastValue = value;
        }
        return value;
    }

    private Object raw(ChangeEvent.OfRow event, SinkRecord record) {
        return switch (source.kind()) {
            case TOPIC -> event.origin().topic();
            case PARTITION -> event.origin().partition();
            case OFFSET -> event.origin().offset();
            case TIMESTAMP -> hasTimestamp(record) ? record.timestamp() : null;
            case TIMESTAMP_TYPE -> hasTimestamp(record) ? record.timestampType().name : null;
            case OP -> operation(event);
            case ENVELOPE -> event.source().envelope(source.name());
            case SOURCE -> event.source().valueOf(source.name());
            case KEY -> event.key().value();
            case KEY_FIELD -> Fields.of(event.key().value(), source.name());
            case HEADER -> header(record);
        };
    }

    private static boolean hasTimestamp(SinkRecord record) {
        return record != null
                && record.timestamp() != null
                && record.timestampType() != TimestampType.NO_TIMESTAMP_TYPE;
    }

    private static Object operation(ChangeEvent.OfRow event) {
        if (event.source().envelope("op") instanceof String op) {
            return op;
        }
        if (event instanceof ChangeEvent.Upsert) {
            return "c";
        }
        return event instanceof ChangeEvent.Update ? "u" : "d";
    }

    private Object header(SinkRecord record) {
        Header header = record == null ? null : record.headers().lastWithName(source.name());
        return header == null ? null : header.value();
    }
}
