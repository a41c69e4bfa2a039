package dev.varve.connect.convert;

import dev.varve.connect.event.Fields;
import dev.varve.connect.event.RecordKey;
import dev.varve.connect.event.RowImage;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/**
 * Tells whole rows before a change from those of which a source knows the key only. PostgreSQL's default replica identity is such
 * a source: Debezium then sends a row whose other columns are null or, where null is not allowed, hold the column's default or the
 * zero of its type. Nothing else in the event says so.
 */
final class RowsBefore {
    /** What Debezium sends for a NOT NULL time with zone that it does not know. */
    private static final List<String> ZERO_TIMES = List.of("1970-01-01T00:00:00Z", "00:00:00Z");

    private RowsBefore() {}

    /** The row, if it says more than its key; so does one that has no columns but its key's. */
    static Optional<RowImage> whole(Optional<RowImage> before, RecordKey key) {
        return before.filter(row -> saysMoreThan(key, row));
    }

    private static boolean saysMoreThan(RecordKey key, RowImage row) {
        boolean hasMore = false;
        if (row.value() instanceof Struct struct) {
            for (Field field : struct.schema().fields()) {
                if (isOutside(key, row, field.name())) {
                    hasMore = true;
                    if (!isUnknown(struct.getWithoutDefault(field.name()), field)) {
                        return true;
                    }
                }
            }
            return !hasMore;
        }
        for (Map.Entry<?, ?> field : ((Map<?, ?>) row.value()).entrySet()) {
            if (field.getKey() instanceof String name && isOutside(key, row, name)) {
                hasMore = true;
                if (!isZero(field.getValue())) {
                    return true;
                }
            }
        }
        return !hasMore;
    }

    private static boolean isOutside(RecordKey key, RowImage row, String name) {
        return !row.hidden().contains(name) && !Fields.has(key.value(), name);
    }

    private static boolean isUnknown(Object value, Field field) {
        return isZero(value)
                || (!field.schema().isOptional() && value.equals(field.schema().defaultValue()));
    }

    /** Whether the value is null or what stands for it in a column that must not be null. */
    private static boolean isZero(Object value) {
        if (value == null || Boolean.FALSE.equals(value) || (value instanceof Date date && date.getTime() == 0)) {
            return true;
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.signum() == 0;
        }
        if (value instanceof Number number) {
            return number.doubleValue() == 0;
        }
        if (value instanceof String text) {
            return text.isEmpty() || ZERO_TIMES.contains(text);
        }
        if (value instanceof byte[] bytes) {
            return bytes.length == 0;
        }
        if (value instanceof ByteBuffer buffer) {
            return !buffer.hasRemaining();
        }
        if (value instanceof Struct struct) {
            return struct.schema().fields().stream().allMatch(field -> isZero(struct.getWithoutDefault(field.name())));
        }
        return (value instanceof Collection<?> list && list.isEmpty())
                || (value instanceof Map<?, ?> map && map.isEmpty());
    }
}
