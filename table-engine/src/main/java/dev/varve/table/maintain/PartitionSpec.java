package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.predicate.PredicateBuilder;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TextValues;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Names partitions by some or all of their values as text: {@code dt=2026-01-31}. A column that is not named may have any value; the
 * option {@code partition.default-name} as a value means null. Immutable.
 */
public final class PartitionSpec {
    private final Map<String, String> values;
    private final Predicate predicate;

    private PartitionSpec(Map<String, String> values, Predicate predicate) {
        this.values = Map.copyOf(values);
        this.predicate = requireNonNull(predicate, "predicate is null");
    }

    /**
     * Parses a specification.
     *
     * @param zone in which times with a zone are meant
     * @throws InvalidInputException if the table has no such partition column, or a text is no value of its type
     */
    public static PartitionSpec parse(Map<String, String> values, TableSchema schema, ZoneId zone) {
        RowType type = schema.partitionType();
        if (values.isEmpty()) {
            throw new InvalidInputException("no partition is named; name at least one of " + type.names());
        }
        var builder = new PredicateBuilder(type);
        String defaultName = schema.tableOptions().defaultPartitionName();
        List<Predicate> parts = new ArrayList<>();
        values.forEach((column, text) -> {
            int position = type.indexOf(column);
            if (position < 0) {
                throw new InvalidInputException(
                        "'" + column + "' is no partition column; the partition columns are " + type.names());
            }
            parts.add(
                    text.equals(defaultName)
                            ? builder.isNull(column)
                            : builder.equal(column, value(column, type.type(position), text, zone)));
        });
        return new PartitionSpec(values, Predicate.and(parts));
    }

    private static Object value(String column, DataType type, String text, ZoneId zone) {
        try {
            Optional<Object> value = TextValues.parse(text, type, zone);
            if (value.isPresent()) {
                return value.get();
            }
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    "partition column '" + column + "': '" + text + "' is no " + type + ": " + e.getMessage(), e);
        }
        throw new InvalidInputException("partition column '" + column + "': '" + text + "' is no " + type);
    }

    /** Whether a partition is meant. */
    public boolean matches(BinaryRow partition) {
        return predicate.test(partition);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
