package dev.varve.connect.event;

import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * A record's key as its converter made it: a {@link Struct}, a map, a primitive, or nothing.
 *
 * @param schema null without schemas
 * @param value null without a key
 */
public record RecordKey(Schema schema, Object value) {
    public static final RecordKey NONE = new RecordKey(null, null);

    public boolean isPresent() {
        return value != null;
    }

    /** The key's fields, if it has any: it is a struct or a map. */
    public Optional<RowImage> fields() {
        return RowImage.find(value);
    }
}
