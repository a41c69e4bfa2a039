package dev.varve.connect.convert;

import static java.util.Objects.requireNonNull;

import dev.varve.connect.event.RecordKey;
import dev.varve.connect.event.RowImage;
import dev.varve.table.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether all rows of a table's key come in one partition, and so in order: for certain only if the record's key has no column that
 * the table's primary key lacks. Where several tasks share the rest, columns that depend on order may come out differently from run to
 * run; that is said once. Confined to the task thread.
 */
final class KeyOrder {
    private static final Logger LOG = LoggerFactory.getLogger(KeyOrder.class);

    private final TableId table;
    private final List<String> primaryKey;
    private final Set<String> ordered;
    private boolean settled;
    private Schema known;

    /**
     * @param ordered columns whose values depend on the order of arrival
     * @param tasks how many tasks share the topics
     */
    KeyOrder(TableId table, List<String> primaryKey, Set<String> ordered, int tasks) {
        this.table = requireNonNull(table, "table is null");
        this.primaryKey = List.copyOf(primaryKey);
        this.ordered = ordered;
        this.settled = tasks == 1 || ordered.isEmpty();
    }

    /** Looks at the key of a record; cheap for all but the first of a schema. */
    @SuppressWarnings("ReferenceEquality")
    void look(RecordKey key) {
        if (settled || (known != null && known == key.schema())) {
            return;
        }
        known = key.schema();
        find(key).ifPresent(why -> {
            settled = true;
            LOG.warn("table={} {}", table, why);
        });
    }

    /** What is to be said of a record with this key. */
    Optional<String> find(RecordKey key) {
        List<String> strangers = new ArrayList<>();
        if (key.isPresent()) {
            key.fields()
                    .ifPresent(fields -> names(fields).forEach(name -> {
                        if (!primaryKey.contains(name)) {
                            strangers.add(name);
                        }
                    }));
            if (strangers.isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.of("the record key "
                + (key.isPresent()
                        ? "has " + strangers + ", which the primary key " + primaryKey + " lacks"
                        : "is null")
                + ": rows of one key may come through several tasks in any order, and columns " + ordered
                + " depend on it. Key the topic by the table's primary key (Debezium: message.key.columns), set tasks.max=1,"
                + " order rows by a column (sequence.field, sequence groups), or use functions that ignore order");
    }

    private static List<String> names(RowImage fields) {
        if (fields.value() instanceof Struct struct) {
            return struct.schema().fields().stream().map(Field::name).toList();
        }
        return ValueTypes.names((Map<?, ?>) fields.value());
    }
}
