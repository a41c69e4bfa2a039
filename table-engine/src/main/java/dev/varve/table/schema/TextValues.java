package dev.varve.table.schema;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.time.ZoneId;
import java.util.Optional;

/** Values that users give as text. */
public final class TextValues {
    private TextValues() {}

    /**
     * The text as a value of the type, in internal form, as a cast makes it; empty if the type cannot hold it.
     *
     * @param zone in which times with a zone are meant
     * @throws InvalidInputException if the text is no value of the type
     */
    public static Optional<Object> parse(String text, DataType type, ZoneId zone) {
        return Optional.ofNullable(Casts.between(DataTypes.STRING, type, zone).cast(BinaryString.of(text)));
    }
}
