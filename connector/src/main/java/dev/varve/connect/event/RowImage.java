package dev.varve.connect.event;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Struct;

/**
 * A row as the record carries it. {@link #hidden} names fields that steer the event and are no columns; the set is one of few
 * shared ones, so that it may serve as part of a cache key by identity.
 */
public sealed interface RowImage {
    /** Fields that are no columns. */
    Set<String> hidden();

    /** A row with a schema. */
    record OfStruct(Struct struct, Set<String> hidden) implements RowImage {
        public OfStruct {
            requireNonNull(struct, "struct is null");
            requireNonNull(hidden, "hidden is null");
        }
    }

    /** A row without a schema; keys that are not text are no fields. */
    record OfMap(Map<?, ?> map, Set<String> hidden) implements RowImage {
        public OfMap {
            requireNonNull(map, "map is null");
            requireNonNull(hidden, "hidden is null");
        }
    }

    /** The row that a struct or map is; empty for anything else. */
    static Optional<RowImage> find(Object value) {
        return find(value, Set.of());
    }

    /** The row that a struct or map is, with some fields hidden; empty for anything else. */
    static Optional<RowImage> find(Object value, Set<String> hidden) {
        if (value instanceof Struct struct) {
            return Optional.of(new OfStruct(struct, hidden));
        }
        return value instanceof Map<?, ?> map ? Optional.of(new OfMap(map, hidden)) : Optional.empty();
    }

    /** The struct or map itself. */
    default Object value() {
        return this instanceof OfStruct ofStruct ? ofStruct.struct() : ((OfMap) this).map();
    }
}
