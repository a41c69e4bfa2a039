package dev.varve.table.aggregate;

import static java.util.Objects.requireNonNull;

import dev.varve.table.type.DataType;

/**
 * The column that a function works on.
 *
 * @param name its name, for messages
 * @param options the settings {@code fields.<name>.…} that concern functions
 */
public record AggregateColumn(String name, DataType type, AggregateOptions options) {
    public AggregateColumn {
        requireNonNull(name, "name is null");
        requireNonNull(type, "type is null");
        requireNonNull(options, "options is null");
    }

    /** The key of one of the column's settings, for messages. */
    String optionKey(String suffix) {
        return "fields." + name + "." + suffix;
    }
}
