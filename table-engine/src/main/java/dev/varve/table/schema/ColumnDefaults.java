package dev.varve.table.schema;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.type.DataField;
import java.time.ZoneId;
import java.util.Optional;

/** Default values of columns: writers store them instead of null, readers never fill them in (format page: schema). */
public final class ColumnDefaults {
    private ColumnDefaults() {}

    /**
     * The default value of a column in internal form; empty if it has none, or one that the column's type cannot hold.
     *
     * @throws InvalidInputException if the default text is no value of the column's type
     */
    public static Optional<Object> valueOf(DataField column, ZoneId zone) {
        if (column.defaultValue().isEmpty()) {
            return Optional.empty();
        }
        try {
            return TextValues.parse(column.defaultValue().get(), column.type(), zone);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    "the default value '" + column.defaultValue().get() + "' of column '" + column.name() + "' of type "
                            + column.type() + " cannot be used: " + e.getMessage(),
                    e);
        }
    }
}
